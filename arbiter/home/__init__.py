"""The home page, where games are started, resumed and reviewed."""
