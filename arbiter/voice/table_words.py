"""The table in words, for players who can't see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arbiter.voice.utterance import Priority, Utterance
from arbiter.words.board_words import board_next, board_whole, counted
from arbiter.words.wording import Wording
from engine.game import Seat
from engine.initiative.state import State

Names = Mapping[Seat, str]


def whole(state: Any, names: Names, words: Wording) -> str:
    """All that lies there: in Initiative both inventories, both rows and the stack; empty before it."""
    if not isinstance(state, State):
        return board_whole(state, names, words)
    parts = [_holds(state, seat, names, words) for seat in Seat]
    for seat in Seat:
        placed = [piece for play in state.rows[seat] for piece in play.pieces]
        if placed:
            parts.append(words.say("table_row", name=names[seat], pieces=counted(placed, words)))
    return " ".join([*parts, _stack(state, words)])


def next_up(state: Any, names: Names, words: Wording) -> str:
    """What the player to move has, and the stack; everything while nothing is played yet.

    In another game what its next move depends on; empty when the game is over.
    """
    if not isinstance(state, State):
        fresh = not getattr(state, "history", ())
        return (board_whole if fresh else board_next)(state, names, words)
    if state.outcome is not None:
        return ""
    if state.to_move is None or not any(state.rows.values()):
        return whole(state, names, words)
    return f"{_holds(state, state.to_move, names, words)} {_stack(state, words)}"


def described(state: Any, names: Names, words: Wording) -> Utterance | None:
    """The utterance on the table after a play, if there is one."""
    text = next_up(state, names, words)
    return Utterance(text, "table", Priority.CHATTER) if text else None


def _holds(state: State, seat: Seat, names: Names, words: Wording) -> str:
    pieces = state.inventories[seat]
    if not pieces:
        return words.say("table_holds_none", name=names[seat])
    return words.say("table_holds", name=names[seat], pieces=counted(pieces, words))


def _stack(state: State, words: Wording) -> str:
    return words.say("table_stack", colours=words.series([words.colour(colour) for colour in state.stack]))
