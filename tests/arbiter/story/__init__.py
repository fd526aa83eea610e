"""Tests of stories: games retold from records."""
