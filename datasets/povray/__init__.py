"""A third renderer, POV-Ray: tables and films that nothing is trained on, its plastic and tops its own."""
