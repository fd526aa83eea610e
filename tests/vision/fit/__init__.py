"""Tests of the metric fit."""
