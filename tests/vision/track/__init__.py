"""Tests of following units."""
