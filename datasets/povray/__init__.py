"""A third renderer, POV-Ray: tables and films only for evaluation, with their own plastic and table tops."""
