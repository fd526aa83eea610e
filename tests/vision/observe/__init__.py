"""Tests of whole pictures and films."""
