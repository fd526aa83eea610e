"""Tests of words and languages."""
