"""How games are told: moves, positions and events in words, numbers and pictures, each game its own way."""
