"""Several cameras over one table: their clocks, their common frame, and their joint observations."""
