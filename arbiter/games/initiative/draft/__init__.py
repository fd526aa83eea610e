"""A draft of Initiative at a real table."""
