"""Tests of games judged from text and photographs."""
