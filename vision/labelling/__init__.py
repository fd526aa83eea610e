"""Identifies the units of a known inventory."""
