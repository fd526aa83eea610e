"""What each game brings to the table, and which games there are."""
