"""How games are presented: moves, positions and events in words, numbers and pictures, for each game."""
