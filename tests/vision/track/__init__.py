"""Tests of tracking units."""
