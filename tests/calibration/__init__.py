"""Tests of lens, table frame and white."""
