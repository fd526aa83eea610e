"""Which known solid it is and where, to the millimetre."""
