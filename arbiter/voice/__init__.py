"""What is said about a game, and saying it."""
