"""Lens, table frame and colour reference."""
