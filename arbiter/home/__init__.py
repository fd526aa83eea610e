"""The home page: games are started and gone on with there, and the games played are looked at."""
