"""Tests of judging games from text and photographs."""
