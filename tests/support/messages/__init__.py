"""Finds the product's messages in its files and in its code."""
