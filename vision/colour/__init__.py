"""The look of this set's colours in this light."""
