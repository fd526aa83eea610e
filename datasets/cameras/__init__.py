"""A bank of camera models that turn clean pictures into what many kinds of cameras would deliver."""
