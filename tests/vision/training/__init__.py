"""Tests of how the networks are made."""
