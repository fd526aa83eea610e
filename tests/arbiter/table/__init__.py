"""Tests of what all tables share, whatever the game."""
