"""Tests of set-ups of every game."""
