"""A table of Initiative before play: the stack and both inventories."""
