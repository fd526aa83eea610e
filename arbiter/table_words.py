"""The table in words, for players who can't see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from arbiter.utterance import Priority, Utterance
from arbiter.wording import Wording
from engine.game import Seat
from engine.initiative import State
from engine.pieces import Piece

Names = Mapping[Seat, str]


def whole(state: State | None, names: Names, words: Wording) -> str:
    """Both inventories, both rows and the initiative stack; empty before the set-up, and in other games."""
    if not isinstance(state, State):
        return ""
    parts = [_holds(state, seat, names, words) for seat in Seat]
    for seat in Seat:
        placed = [piece for play in state.rows[seat] for piece in play.pieces]
        if placed:
            parts.append(words.say("table_row", name=names[seat], pieces=_listed(placed, words)))
    return " ".join([*parts, _stack(state, words)])


def next_up(state: State | None, names: Names, words: Wording) -> str:
    """What the player to move has, and the stack; everything while nothing is played yet."""
    if not isinstance(state, State) or state.outcome is not None:
        return ""
    if state.to_move is None or not any(state.rows.values()):
        return whole(state, names, words)
    return f"{_holds(state, state.to_move, names, words)} {_stack(state, words)}"


def described(state: State | None, names: Names, words: Wording) -> Utterance | None:
    """The utterance on the table after a play, if there is one."""
    text = next_up(state, names, words)
    return Utterance(text, "table", Priority.CHATTER) if text else None


def _holds(state: State, seat: Seat, names: Names, words: Wording) -> str:
    pieces = state.inventories[seat]
    if not pieces:
        return words.say("table_holds_none", name=names[seat])
    return words.say("table_holds", name=names[seat], pieces=_listed(pieces, words))


def _stack(state: State, words: Wording) -> str:
    return words.say("table_stack", colours=words.series([words.colour(colour) for colour in state.stack]))


def _listed(pieces: Iterable[Piece], words: Wording) -> str:
    counted = sorted(Counter(pieces).items())
    told = [_counted(n, words.piece((piece.size.word, piece.colour.value)), words) for piece, n in counted]
    return words.join(told, "and")


def _counted(n: int, piece: object, words: Wording) -> str:
    return str(piece) if n == 1 else words.say("table_times", n=words.number(n), piece=piece)
