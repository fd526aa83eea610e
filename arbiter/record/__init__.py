"""The file that a game is kept in: entries, stills, clips, salvage, and playing it again."""
