"""Tests of what several cameras see together."""
