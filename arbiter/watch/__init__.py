"""A game watched while it is played: the loop, what it announces, and the doctor's look at the machine."""
