"""A draft in messages: what was done, what may be done, whose turn it is (I14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arbiter.words.pieces import counted
from arbiter.words.wording import Wording, titled
from engine.game import Seat
from engine.initiative.draft import Draft
from engine.initiative.draft_model import MARKERS, Draw, Move, Take
from engine.message import Message, Messages, as_sentence

say = Messages("arbiter.games.initiative")
Names = Mapping[Seat, str]


def move_phrase(move: Move) -> Message:
    """A move as a phrase: ``large red at marker 2``."""
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


def options(draft: Draft) -> list[dict[str, Any]]:
    """The possible actions, as in `Telling.options`; nobody knows what will be drawn."""
    found: dict[tuple[Seat, Message], None] = {}
    for move in draft.legal_moves():
        drawn = say("dr_drawn", n=move.marker)
        found[move.seat, move_phrase(move) if isinstance(move, Take) else drawn] = None
    return [{"seat": str(seat), "text": said, "extras": []} for seat, said in found]


def turn_words(draft: Draft) -> Message:
    """Whose turn it is and what that player can do."""
    if draft.outcome is not None:
        return say("dr_ended")
    if draft.mover is None:
        return say("dr_either")
    if draft.must_take:
        return say("dr_must", who=draft.mover)
    return say("dr_may" if draft.rows_to_take else "dr_draws", who=draft.mover)


def waits(draft: Draft) -> Seat | None:
    """Who must wait until the other has taken; ``None`` after the end."""
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


def draft_in_short(draft: Draft, names: Names, words: Wording) -> str:
    """Whose turn it is, what lies at the markers, and how many pyramids each has taken; the stack was
    announced when the draft began."""
    turn = as_sentence(titled(words.tell(turn_words(draft), names)))
    hands = [f"{names[seat]} {len(draft.hand(seat))}" for seat in Seat]
    taken = words.say("draft_hands", hands=words.series(hands))
    return " ".join([turn, draft_next(draft, names, words), taken])


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
