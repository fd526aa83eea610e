"""Cards, and the table seen from straight above."""
