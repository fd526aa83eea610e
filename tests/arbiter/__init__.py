"""Tests of the application; those that concern several packages are in this folder itself."""
