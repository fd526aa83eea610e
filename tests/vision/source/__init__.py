"""Tests of where frames come from."""
