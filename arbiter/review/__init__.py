"""A game looked back at: figures, films, exports, pictures to learn from."""
