"""A recorded or written game retold step by step, and a disputed move with its evidence."""
