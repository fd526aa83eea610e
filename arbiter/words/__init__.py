"""The texts of every language, their parameters, and exit codes."""
