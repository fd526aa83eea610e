"""Which unit is which where it is known what there is."""
