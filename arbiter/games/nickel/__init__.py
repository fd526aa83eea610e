"""Nickel at a real table: the board, its tokens, the pyramid handed over."""
