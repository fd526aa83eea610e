"""A draft in English words: what was done, what may be done, whose turn it is (I14).

Other languages retell these (``arbiter.words.sentences``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game import Seat
from engine.initiative.draft import Draft
from engine.initiative.draft_model import Draw, Move, Take

Names = Mapping[Seat, str]


def move_phrase(move: Move) -> str:
    """What a move is about: ``large red at marker 2``."""
    if isinstance(move, Draw):
        return f"{move.piece} at marker {move.marker}"
    kept = " and ".join(map(str, move.keep))
    return f"{kept} of marker {move.marker}" if kept else f"the row of marker {move.marker}"


def deed(move: Move) -> str:
    """Who does what: ``near puts large red at marker 2``."""
    return f"{move.seat.value} {'takes' if isinstance(move, Take) else 'puts'} {move_phrase(move)}"


def options(draft: Draft) -> list[dict[str, Any]]:
    """What may be done now, as `any_game.options_json` has it; what will be drawn nobody knows."""
    moves = draft.legal_moves()
    found: dict[tuple[Seat, str], None] = {}
    for move in moves:
        drawn = f"a drawn pyramid at marker {move.marker}"
        found[move.seat, move_phrase(move) if isinstance(move, Take) else drawn] = None
    return [{"seat": str(seat), "text": text, "extras": []} for seat, text in found]


def turn_words(draft: Draft, names: Names) -> str:
    """Whose turn it is and what they can do."""
    if draft.outcome is not None:
        return "the draft is over: put away what is left, and the match begins"
    if draft.mover is None:
        return "either player may begin"
    name = names[draft.mover]
    if draft.must_take:
        return f"{name} must take a row"
    return f"{name} draws a pyramid or takes a row" if draft.rows_to_take else f"{name} draws a pyramid"


def waits(draft: Draft) -> Seat | None:
    """Who has to wait until the other has taken; nobody after the end."""
    if draft.outcome is not None:
        return None
    return draft.waiting or next((seat for seat in Seat if not draft.room(seat)), None)
