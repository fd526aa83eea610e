"""Tests of naming units by what must be there."""
