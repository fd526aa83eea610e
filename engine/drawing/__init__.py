"""Pyramids and whole tables as SVG text, whichever the game."""
