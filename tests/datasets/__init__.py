"""Tests of rendered tables and films."""
