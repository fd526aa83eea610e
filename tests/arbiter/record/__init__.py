"""Tests of the file that a game is kept in."""
