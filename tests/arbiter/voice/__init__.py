"""Tests of what is said."""
