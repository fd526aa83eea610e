"""Tests of computer vision."""
