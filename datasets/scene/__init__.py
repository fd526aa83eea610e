"""A table as data: its things and their places, its top, and its light."""
