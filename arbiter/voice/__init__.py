"""Announcements about a game, and the voice that speaks them."""
