"""Sanctum's structures at a real table."""
