"""What one game brings to the arbiter besides its rules: the base of all kits."""
