"""Tests of the set-ups of all games."""
