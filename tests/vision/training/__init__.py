"""Tests of training the networks."""
