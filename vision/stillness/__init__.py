"""Is the table at rest, and where did it change?"""
