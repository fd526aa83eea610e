"""Tests of the application; what concerns no room alone is here."""
