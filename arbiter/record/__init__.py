"""The file of a game: entries, stills, clips, salvage, and replay."""
