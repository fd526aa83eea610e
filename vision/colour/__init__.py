"""What this set's colours look like in this light."""
