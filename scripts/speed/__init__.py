"""How fast things are, beside committed baselines."""
