"""Reviews a game: figures, films, exports, pictures for training."""
