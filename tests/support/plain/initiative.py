"""Initiative from the readings I1 to I12 (see the package)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tests.support.plain import SEATS, options, pieces

Piece = tuple[int, str]


class Position(NamedTuple):
    """Hands as lists, ``last`` the last pyramid placed by each player, ``laid`` the number in each row."""

    rules: dict[str, str]
    hands: tuple[list[Piece], list[Piece]]
    stack: list[str]
    lead: int | None
    attack: tuple[int, Piece, bool] | None = None
    last: tuple[Piece | None, Piece | None] = (None, None)
    laid: tuple[int, int] = (0, 0)
    virtual: tuple[int, int] = (0, 0)
    calls: int = 0
    end: tuple[str, int] | None = None


def start(rules: str, setup: str, leader: str) -> Position:
    """The first position."""
    places = dict(part.split("=") for part in setup.split(";"))
    hands = (pieces(places["near"]), pieces(places["far"]))
    return Position(
        options(rules), hands, places["stack"].split(","), SEATS.index(leader) if leader else None
    )


def ends(position: Position) -> tuple[str, int]:
    """Winner, reading and points, or ``*``."""
    return position.end or ("*", 0)


def after(position: Position) -> Iterator[Position]:
    """One position for each legal play."""
    if position.end:
        return
    if position.attack is not None:
        turn: list[int] = [1 - position.attack[0]]
    else:
        turn = [0, 1] if position.lead is None else [position.lead]
    for seat in turn:
        yield from _plays(position, seat)


def _on(position: Position, switch: str) -> bool:
    return position.rules.get(switch, "true") == "true"


def _answers(position: Position, seat: int) -> list[Piece]:
    """The legal parries, each kind once: I1, I8, and I7 for an empty hand."""
    assert position.attack is not None
    _, (size, colour), called = position.attack
    hand, last = position.hands[seat], position.last[seat]
    if not hand and _on(position, "pummeling") and last is not None:
        hand = [last]
    of_size = [] if called else [piece for piece in hand if piece[0] == size]
    return sorted(set(of_size or [piece for piece in hand if piece[1] == colour]))


def _plays(position: Position, seat: int) -> Iterator[Position]:
    hand, leads = position.hands[seat], position.attack is None
    if leads:
        fronts = sorted(set(hand)) or [piece for piece in [position.last[seat]] if piece]
    else:
        fronts = _answers(position, seat)
    for piece in fronts:
        if not hand:
            yield _made(position, seat, piece, None, 0, False)
            continue
        for called in (False, True):
            if called and not (leads and piece[0] == 1 and _on(position, "calling")):
                continue
            yield _made(position, seat, piece, None, 0, called)
            if not _on(position, "sacrifice"):
                continue
            rest = list(hand)
            rest.remove(piece)
            for under in sorted(set(rest)):
                if position.attack and position.attack[2] and under[1] == position.attack[1][1]:
                    continue  # the called colour may not be sacrificed (I8)
                for slots in _slots(position, piece[1], under[0]):
                    yield _made(position, seat, piece, under, slots, called)


def _slots(position: Position, colour: str, pips: int) -> list[int]:
    """How many slots up (negative: down) the colour may move (I5)."""
    above = position.stack.index(colour)
    below = len(position.stack) - 1 - above
    if position.rules["swap"] == "exact":
        return sorted({min(pips, above), -min(pips, below)})
    return [slots for slots in range(-pips, pips + 1) if -below <= slots <= above]


def _with(pair: tuple, seat: int, value: object) -> tuple:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def _made(
    position: Position, seat: int, piece: Piece, under: Piece | None, slots: int, called: bool
) -> Position:
    """The position after a play, finished if the play ends the round."""
    virtual = not position.hands[seat]
    hand = list(position.hands[seat])
    for gone in [] if virtual else [piece, under] if under else [piece]:
        hand.remove(gone)
    stack = list(position.stack)
    place = stack.index(piece[1])
    stack.insert(place - slots, stack.pop(place))
    count = 0 if virtual else 2 if under else 1
    now = position._replace(
        hands=_with(position.hands, seat, hand),
        stack=stack,
        last=_with(position.last, seat, piece),
        laid=_with(position.laid, seat, position.laid[seat] + count),
        virtual=_with(position.virtual, seat, position.virtual[seat] + virtual),
        calls=position.calls + called,
    )
    return _attacked(now, seat, piece, called) if position.attack is None else _parried(now, seat, piece)


def _attacked(now: Position, seat: int, piece: Piece, called: bool) -> Position:
    now = now._replace(attack=(seat, piece, called), lead=seat)
    if _answers(now, 1 - seat):
        return now
    left, pummeled = now.hands[1 - seat], _on(now, "pummeling")
    if called and (left or pummeled):
        return _won(now, seat, "I8")
    return _won(now, seat, "I7" if pummeled and not left else "I1")


def _parried(now: Position, seat: int, piece: Piece) -> Position:
    assert now.attack is not None
    attacker, (size, colour), _ = now.attack
    higher = piece[0] == size and now.stack.index(piece[1]) < now.stack.index(colour)
    larger = piece[1] == colour and piece[0] > size
    lead = seat if higher or larger else attacker
    now = now._replace(attack=None, lead=lead)
    if now.hands[lead]:
        return now
    if not now.hands[1 - lead]:
        return (
            now._replace(end=("draw I3", 0)) if now.rules["exhaustion"] == "draw" else _won(now, lead, "I3")
        )
    return now if _on(now, "pummeling") else _won(now, 1 - lead, "I12")


def _won(now: Position, seat: int, reading: str) -> Position:
    """I9 and I10."""
    last = now.last[seat]
    points = now.laid[seat] * last[0] * 2 ** (now.calls + now.virtual[seat]) if last else 0
    return now._replace(end=(f"{SEATS[seat]} {reading}", points))
