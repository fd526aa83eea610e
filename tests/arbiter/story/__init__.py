"""Tests of games retold."""
