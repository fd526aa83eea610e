"""Simulated tables, and games played at them by somebody who knows the truth."""
