"""Several cameras over one table: their clocks, their places in one frame, and what they see as one."""
