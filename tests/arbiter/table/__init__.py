"""Tests of what every table has in common."""
