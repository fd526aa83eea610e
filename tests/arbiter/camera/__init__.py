"""Tests of finding the table and showing what the camera sees of it."""
