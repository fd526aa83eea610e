"""The messages of the product, found in its files and its code."""
