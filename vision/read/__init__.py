"""Crops of the units that were found, and the networks that read them."""
