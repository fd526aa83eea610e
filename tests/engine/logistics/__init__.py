"""Tests of the rules of Logistics."""
