"""Tests of Nickel's rules."""
