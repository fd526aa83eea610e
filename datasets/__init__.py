"""Scenes, rendering, labels. Not needed at run time."""
