"""Tests of Sanctum at a table."""
