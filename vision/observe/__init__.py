"""Vision's interface: watching a table frame by frame, reading one photograph, white balance, the overlay."""
