"""Tests of ``arbiter.stream``."""
