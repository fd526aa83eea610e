"""A game as text: tag pairs, moves, remarks and rulings, and the names that piecepackr's readers know."""
