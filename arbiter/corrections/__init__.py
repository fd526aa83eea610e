"""A recorded game as people put it right."""
