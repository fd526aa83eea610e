"""Tests of corrections to games."""
