"""Tells a recorded or written game step by step, and a disputed move with its evidence."""
