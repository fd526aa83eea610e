"""Tests of the engine; those about several games are in this folder itself."""
