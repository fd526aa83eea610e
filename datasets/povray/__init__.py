"""The third renderer, POV-Ray: tables and films for evaluation only, with their own plastic and tops."""
