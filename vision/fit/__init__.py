"""Finds the known solid and its place to the millimetre."""
