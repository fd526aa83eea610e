"""Detects units and hands in a picture."""
