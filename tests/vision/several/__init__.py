"""Tests of combining several cameras."""
