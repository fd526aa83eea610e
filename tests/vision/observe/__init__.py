"""Tests of observing whole pictures and films."""
