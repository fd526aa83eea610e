"""What happens at a filmed table, and its frames."""
