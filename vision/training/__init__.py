"""How the networks are made: samples, targets, training, export. Not needed at run time."""
