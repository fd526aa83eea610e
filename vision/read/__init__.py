"""What stands where a unit was found: crops of it, and the networks that read them."""
