"""A bank of camera models, which turn clean pictures into those of many kinds of cameras."""
