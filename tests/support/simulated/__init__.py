"""Simulated tables, and games played at them by an operator who knows the truth."""
