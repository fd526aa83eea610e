"""A bank of camera models: what cameras of many kinds make of the same clean pictures."""
