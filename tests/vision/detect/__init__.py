"""Tests of finding units and hands."""
