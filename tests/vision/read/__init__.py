"""Tests of reading crops."""
