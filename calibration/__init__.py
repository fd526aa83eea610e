"""The lens, the table frame and the colour reference."""
