"""Tests of detecting rest and change."""
