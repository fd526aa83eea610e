"""Tests of finding cards."""
