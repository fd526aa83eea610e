"""Fits the prices and looks of the inference."""
