"""Passage, a small game with pyramids: its rules, its words, and its table."""
