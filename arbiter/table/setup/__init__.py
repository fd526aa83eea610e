"""A table of any game before play: shown as it is read, put right by hand, begun."""
