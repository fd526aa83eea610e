"""Tracks units through a game and sums the evidence from all frames."""
