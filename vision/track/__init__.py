"""Units followed through a game, with what each frame says of them summed."""
