"""When anything is accepted, asked about or given up, in every game; ``_S`` are seconds of still table."""

from __future__ import annotations

ACCEPT = 0.95
"""Least probability of an accepted reading."""
ACCEPT_GRAVE = 0.95
"""The same for a reading that calls a move illegal or takes something back."""
GRAVE_S = 0.6
"""How long the table must be still for such a reading."""
CLEAR = 0.99
CLEAR_S = 0.15
"""For a grave reading of at least this probability that leaves nothing open, this is long enough: an illegal
play should be called while it lies there, and people take it back after a second."""
UNFINISHED_S = 2.5
"""How long before a play is called illegal that may be half of a legal one."""
WORTH_WEIGHING = 18.0
"""Readings farther behind the best than this (log score) are ignored."""
WORTH_ASKING = 0.05
"""Least probability of a reading offered as an answer."""
ASK_S = 1.2
"""How long before something not accepted becomes a question."""
PATIENCE_S = 4.0
"""How long before people are told that the table cannot be followed."""
LOST_S = 3.0
"""After this many seconds, rests and hands together, a table that is not understood is asked about or given
up at the next rest."""
REMEMBERED = 16
"""How many tables that people have answered about are remembered."""
MAX_OPTIONS = 3
SETUP_S = 0.8
SETUP_FRAMES = 6
"""How long, and for how many frames, a set-up without problems must lie before it is accepted."""
READ_EVERY = 3
"""During set-up one frame in this many is read."""
DOUBT_S = 2.5
"""How long before a doubt about the set-up is asked about."""
AGAIN_S = 4.8
"""The same for a problem that may be a misreading, so that people can fix it first."""
