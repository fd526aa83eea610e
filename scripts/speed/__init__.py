"""Measures speed and compares it with committed baselines."""
