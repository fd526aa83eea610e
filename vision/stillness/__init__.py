"""Detects whether the table is at rest, and where it has changed."""
