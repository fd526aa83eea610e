"""What others call: a table watched frame by frame, one photograph, white, the overlay."""
