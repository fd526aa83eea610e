"""Tests of the set's colours."""
