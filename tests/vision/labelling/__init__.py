"""Tests of labelling units with a known inventory."""
