"""Tests of ``arbiter.hall``."""
