"""Tests of games put right."""
