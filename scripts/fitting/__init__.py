"""Fits the constants of vision and inference: prices of surprises, weights, and the value of each part."""
