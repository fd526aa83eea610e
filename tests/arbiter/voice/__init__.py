"""Tests of announcements and the voice."""
