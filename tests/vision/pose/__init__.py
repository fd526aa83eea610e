"""Tests of placing a camera without markers."""
