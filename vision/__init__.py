"""Frames to observed pieces."""
