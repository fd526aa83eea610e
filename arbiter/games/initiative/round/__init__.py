"""A round of Initiative in play: which plays explain the table, and what is doubted later."""
