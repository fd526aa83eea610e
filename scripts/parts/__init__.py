"""What several of the commands beside this folder share: baselines, scores, made-up games."""
