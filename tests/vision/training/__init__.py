"""Tests of the networks' training."""
