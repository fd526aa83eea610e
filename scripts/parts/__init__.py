"""Parts of several commands in ``scripts``: baselines, scores, random games."""
