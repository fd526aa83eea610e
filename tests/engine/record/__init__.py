"""Tests of game records as text."""
