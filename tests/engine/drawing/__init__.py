"""Tests of the diagrams."""
