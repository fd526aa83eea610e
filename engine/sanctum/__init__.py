"""Sanctum's initiative tracker: who acts first, how it is written and drawn (readings S1 to S7)."""
