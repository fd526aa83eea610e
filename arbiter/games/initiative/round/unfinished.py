"""Whether an apparently illegal play is on its way to a legal one: people play in several gestures.

A sacrifice may be put down before the play it is made for (I4), or a small pyramid may stand before it is
laid down for a call (I8). These are parts of a legal play: nobody is accused until the hand has been away for
a while or somebody plays on.
"""

from __future__ import annotations

from arbiter.events.ledger import Ledger
from arbiter.games.initiative.round.candidates import Candidate
from engine.initiative.model import Play
from engine.initiative.state import State


def unfinished(ledger: Ledger, candidate: Candidate) -> bool:
    """Whether the last play of a reading is illegal and one more gesture may make it legal."""
    if candidate.setup is not None or not candidate.plays or candidate.plays[-1][1].legal:
        return False
    state = ledger.take_back().state if candidate.take_back else ledger.state_if_stood
    for play, _ in candidate.plays[:-1]:
        state = state.force(play).state
    return on_its_way(state, candidate.plays[-1][0])


def on_its_way(state: State, play: Play) -> bool:
    """Whether a legal play has all pieces of ``play`` and more, or the same ones turned differently."""
    laid = set(play.pieces)
    return any(
        legal.seat is play.seat
        and laid <= set(legal.pieces)
        and (legal.pieces, legal.call) != (play.pieces, play.call)
        for legal in state.legal_moves()
    )
