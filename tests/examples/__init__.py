"""Packages of other people's, as far as they are examples here."""
