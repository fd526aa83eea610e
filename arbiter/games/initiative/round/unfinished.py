"""Is what looks like an illegal play on its way to a legal one? People play in several gestures.

A sacrifice may be put down before the play that it is made for (I4), a small pyramid may stand before it is
laid down for a call (I8). What lies there is then part of a legal play: nobody is accused until a hand has
been away for a while, or somebody plays on.
"""

from __future__ import annotations

from arbiter.events.ledger import Ledger
from arbiter.games.initiative.round.candidates import Candidate
from engine.initiative.model import Play
from engine.initiative.state import State


def unfinished(ledger: Ledger, candidate: Candidate) -> bool:
    """Whether the last play of a reading is illegal and may become a legal one by one more gesture."""
    if candidate.setup is not None or not candidate.plays or candidate.plays[-1][1].legal:
        return False
    state = ledger.take_back().state if candidate.take_back else ledger.state_if_stood
    for play, _ in candidate.plays[:-1]:
        state = state.force(play).state
    return on_its_way(state, candidate.plays[-1][0])


def on_its_way(state: State, play: Play) -> bool:
    """Whether a legal play puts down all that ``play`` has, and more, or the same turned otherwise."""
    laid = set(play.pieces)
    return any(
        legal.seat is play.seat
        and laid <= set(legal.pieces)
        and (legal.pieces, legal.call) != (play.pieces, play.call)
        for legal in state.legal_moves()
    )
