"""Tests of the rules that go over every game."""
