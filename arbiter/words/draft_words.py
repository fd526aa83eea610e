"""A draft in messages: what was done, what may be done, whose turn it is (I14)."""

from __future__ import annotations

from engine.game import Seat
from engine.initiative.draft import Draft
from engine.initiative.draft_model import Draw, Move, Take
from engine.message import Message, Messages

say = Messages("arbiter.games.initiative")


def move_phrase(move: Move) -> Message:
    """What a move is about: ``large red at marker 2``."""
    if isinstance(move, Draw):
        return say("dr_at", piece=move.piece, n=move.marker)
    return say("dr_of", list=move.keep, n=move.marker) if move.keep else say("dr_row", n=move.marker)


def deed(move: Move) -> Message:
    """Who does what: ``near puts large red at marker 2``."""
    if isinstance(move, Draw):
        return say("dr_puts", who=move.seat, piece=move.piece, n=move.marker)
    if move.keep:
        return say("dr_takes_of", who=move.seat, list=move.keep, n=move.marker)
    return say("dr_takes", who=move.seat, n=move.marker)


def options(draft: Draft) -> list[tuple[Seat, Message]]:
    """What may be done now, and by whom; what will be drawn nobody knows."""
    found: dict[tuple[Seat, Message], None] = {}
    for move in draft.legal_moves():
        drawn = say("dr_drawn", n=move.marker)
        found[move.seat, move_phrase(move) if isinstance(move, Take) else drawn] = None
    return list(found)


def turn_words(draft: Draft) -> Message:
    """Whose turn it is and what they can do."""
    if draft.outcome is not None:
        return say("dr_ended")
    if draft.mover is None:
        return say("dr_either")
    if draft.must_take:
        return say("dr_must", who=draft.mover)
    return say("dr_may" if draft.rows_to_take else "dr_draws", who=draft.mover)


def waits(draft: Draft) -> Seat | None:
    """Who has to wait until the other has taken; nobody after the end."""
    if draft.outcome is not None:
        return None
    return draft.waiting or next((seat for seat in Seat if not draft.room(seat)), None)
