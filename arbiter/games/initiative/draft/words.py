"""A draft in English words: what was done, what may be done, whose turn it is (I14).

Other languages retell these (``arbiter.words.sentences``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arbiter.words.board_words import counted
from arbiter.words.wording import Wording
from engine.game import Seat
from engine.initiative.draft import Draft
from engine.initiative.draft_model import MARKERS, Draw, Move, Take

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


def draft_whole(draft: Draft, names: Names, words: Wording) -> str:
    colours = words.series([words.colour(colour) for colour in draft.stack])
    taken = [
        words.say("table_holds", name=names[seat], pieces=counted(draft.hand(seat), words))
        for seat in Seat
        if draft.hand(seat)
    ]
    stack = words.say("table_stack", colours=colours)
    return " ".join([stack, draft_next(draft, names, words), *taken])


def draft_next(draft: Draft, names: Names, words: Wording) -> str:
    rows = ((marker, _row(draft, marker, words)) for marker in MARKERS)
    return " ".join(words.say("draft_row_is", n=marker, text=text) for marker, text in rows)


def _row(draft: Draft, marker: int, words: Wording) -> str:
    """One row, such as ``large red and small blue`` or ``nothing, closed``."""
    there = counted(draft.rows[marker - 1], words) or words.say("table_nothing")
    return words.say("draft_shut", text=there) if marker in draft.closed else there


def draft_shown(draft: Draft, names: Names, words: Wording) -> dict[str, Any]:
    hands = {seat: draft.hand(seat) for seat in Seat}
    scores = {seat.value: {"total": len(hand), "how": counted(hand, words)} for seat, hand in hands.items()}
    facts = [[words.say("draft_marker", n=marker), _row(draft, marker, words)] for marker in MARKERS]
    waiting = waits(draft)
    if waiting is not None:
        facts.append([words.say("draft_waiting"), names[waiting]])
    return {"score_title": "score_drafted", "scores": scores, "facts": facts}
