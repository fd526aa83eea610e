"""Tests of Initiative at a table."""
