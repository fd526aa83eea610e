"""Tests of session events."""
