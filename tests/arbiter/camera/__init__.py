"""Tests of seeing and placing the table."""
