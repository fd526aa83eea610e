"""Sanctum's initiative from the readings S1 to S5 (see the package).

As in the engine's legal moves, new structures and second Liennas are left out, because their names are free.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Position(NamedTuple):
    """Owners of structures now and at the last start of turn; casters in the order of their Liennas."""

    now: dict[str, str]
    then: dict[str, str]
    holder: str = "red"
    liennas: tuple[str, ...] = ()


def start(rules: str, setup: str, leader: str) -> Position:
    """The first position."""
    owners = dict(part.split("=") for part in setup.split(","))
    return Position(owners, owners)


def ends(position: Position) -> tuple[str, int]:
    """The holder of the initiative, as the tracker never ends; points are the holder's structures."""
    return position.holder, list(position.now.values()).count(position.holder)


def after(position: Position) -> Iterator[Position]:
    """One position for each happening."""
    other = {"red": "blue", "blue": "red"}[position.holder]
    yield _new_turn(position)
    yield position if position.liennas else position._replace(holder=other)
    for name, owner in position.now.items():
        for by in ("red", "blue", "neutral"):
            if by != owner:
                yield position._replace(now={**position.now, name: by})
        yield position._replace(now={each: who for each, who in position.now.items() if each != name})
    for caster in ("red", "blue"):
        if caster in position.liennas:
            left = tuple(each for each in position.liennas if each != caster)
        else:
            left = (*position.liennas, caster)
        yield position._replace(liennas=left, holder=left[-1] if left else position.holder)


def _new_turn(position: Position) -> Position:
    """A start of turn by S2 and S3, subject to S5."""
    red, blue = (
        list(position.now.values()).count(player) - list(position.then.values()).count(player)
        for player in ("red", "blue")
    )
    holder = position.holder
    if not position.liennas and red != blue:
        holder = "red" if red > blue else "blue"
    return position._replace(then=position.now, holder=holder)
