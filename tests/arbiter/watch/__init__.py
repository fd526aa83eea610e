"""Tests of games watched while they are played."""
