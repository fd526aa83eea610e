"""Tests of Nickel at a table."""
