"""Tests of each game at its table."""
