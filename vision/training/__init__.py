"""Training of the networks: samples, targets, training loops, export. Not needed at run time."""
