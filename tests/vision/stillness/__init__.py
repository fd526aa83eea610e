"""Tests of rest and change."""
