"""A table as data: what lies where, on what, in what light."""
