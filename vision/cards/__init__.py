"""Cards and the table as seen from straight above."""
