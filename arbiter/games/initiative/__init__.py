"""Initiative at a real table: its session and what it reports."""
