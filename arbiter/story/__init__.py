"""A recorded or written game retold step by step, and a disputed move with all it was judged on."""
