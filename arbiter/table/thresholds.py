"""What is accepted, asked or given up, and after how much still table: the same in every game."""

from __future__ import annotations

ACCEPT = 0.95
"""Probability from which a reading is made true."""
ACCEPT_GRAVE = 0.95
"""The same for one that calls a move illegal or takes something back."""
GRAVE_S = 0.6
"""Still table that such a reading needs."""
CLEAR = 0.99
CLEAR_S = 0.15
"""From this probability on a grave reading that leaves nothing open needs no more still table than this: an
illegal play is called while it lies there, and people take it back after a second.
"""
UNFINISHED_S = 2.5
"""Still table before a play is called illegal that may be half of a legal one."""
WORTH_WEIGHING = 18.0
"""Log score by which a reading may be worse than the best and is still weighed against it."""
WORTH_ASKING = 0.05
"""Probability from which a reading is offered as an answer."""
ASK_S = 1.2
"""Still table before what is not accepted becomes a question."""
PATIENCE_S = 4.0
"""Still table before people are told that it cannot be followed."""
LOST_S = 3.0
"""After so many seconds, rests and hands together, a table that was not understood is asked about or given up
at the next rest."""
REMEMBERED = 16
"""So many tables that people have answered for are remembered."""
MAX_OPTIONS = 3
SETUP_S = 0.8
SETUP_FRAMES = 6
"""Still table and frames from which a set-up without problems is accepted."""
READ_EVERY = 3
"""A table that is being set up is read in one of so many frames."""
DOUBT_S = 2.5
"""Still table before a doubt about the set-up is asked about."""
AGAIN_S = 4.8
"""The same for a problem that may be a misreading: till then people may put it right."""
