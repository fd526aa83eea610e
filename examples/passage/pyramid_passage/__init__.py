"""Passage, a small game with pyramids: its rules, its words, and how it lies on a table."""
