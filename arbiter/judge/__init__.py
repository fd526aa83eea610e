"""Verdicts on typed or photographed games."""
