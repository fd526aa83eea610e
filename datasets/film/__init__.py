"""Happenings at a filmed table, and the film's frames."""
