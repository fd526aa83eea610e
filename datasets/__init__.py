"""Rendered scenes with labels. Not needed at run time."""
