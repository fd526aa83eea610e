"""One still table of any game: what stands where, what may have happened, what is asked."""
