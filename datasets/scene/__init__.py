"""A table as data: the things on it and their places, its top, and its light."""
