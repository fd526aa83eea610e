"""Tests of frame sources."""
