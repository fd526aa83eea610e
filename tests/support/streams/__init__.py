"""A broker for tests, and tables that publish to it."""
