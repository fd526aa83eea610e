"""Tests of what a session reports."""
