"""The words of every language, what is put into them, and exit codes."""
