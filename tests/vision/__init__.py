"""Tests of what is seen in pictures."""
