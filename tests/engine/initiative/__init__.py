"""Tests of Initiative's rules."""
