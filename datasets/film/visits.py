"""Happenings at a filmed table, for any game: visits of hands, and mishaps.

Places are table millimetres (near player at -y). A visit is one reach of a seat's hand, between two still
tables: the hand carries things one after another, or touches them in place. A carried thing is a `Block`, a
copy of the meshes of the piece or token, so that a hand can hold anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from datasets.scene.sampling import TINTS
from datasets.scene.scenes import Block, Layout, Unit, piece_mesh
from datasets.scene.solids import moved
from engine.game import IllegalMove, Seat
from engine.pieces import HEIGHT_MM, OPAQUE, Posture

Point = tuple[float, float, float]
"""The place of a hand's pinch (mm)."""

FLAT_GRIP_MM = 9.0


@dataclass(frozen=True)
class Carry:
    """Things carried from the hand's place ``start`` to its place ``end``.

    ``held`` are the things at their old places. ``out_s`` is how long the hand stays outside with them before
    the next carry, as when a stack is rearranged beside the table.
    """

    held: tuple[Block, ...]
    start: Point
    end: Point
    during: Layout
    after: Layout
    out_s: float = 0.0
    unit: Unit | None = None


@dataclass(frozen=True)
class Touch:
    """A change of the table at the hand's place: something falls over, is turned or is pushed."""

    at: Point
    after: Layout


@dataclass(frozen=True)
class Visit:
    """One reach of a seat's hand.

    ``kind`` is ``play``, ``illegal`` or ``take_back`` if the visit belongs to the game; ``plies`` then has
    its plies in notation, in order. All other kinds are not part of the game.
    """

    seat: Seat
    kind: str
    plies: tuple[str, ...]
    before: Layout
    acts: tuple[Carry | Touch, ...]
    reading: str = ""
    """The rule that an illegal ply breaks."""

    @property
    def after(self) -> Layout:
        """The table after the visit."""
        return self.acts[-1].after


@dataclass(frozen=True)
class Bump:
    """The camera is knocked and stays in its next position from then on."""

    kind: str = "bump"


@dataclass(frozen=True)
class Shadow:
    """Somebody leans past the lamp, and a shadow passes over the table."""

    kind: str = "shadow"


Happening = Visit | Bump | Shadow
MISHAPS: Mapping[str, Happening] = MappingProxyType({"bump": Bump(), "shadow": Shadow()})
"""Happenings without a hand, keyed by their names in steps."""
FALLS = ("knock", "topple", "right")
"""Something is knocked over and put back at once, falls over, or is put upright again."""


@dataclass(frozen=True)
class Acted:
    """A filmed game: the first table, and the happenings in order."""

    opening: Layout
    happenings: tuple[Happening, ...]

    @property
    def visits(self) -> tuple[Visit, ...]:
        """The hands' visits."""
        return tuple(each for each in self.happenings if isinstance(each, Visit))


def away(seat: Seat, x: float) -> Point:
    """The place of a seat's hand outside the picture, after being at ``x``."""
    return (x * 0.7, -340.0, 70.0) if seat is Seat.NEAR else (x * 0.7, 540.0, 90.0)


def held_unit(unit: Unit) -> tuple[Block, ...]:
    """A piece or stack at its place, as blocks that a hand can hold."""
    return tuple(
        Block(piece_mesh(unit, p), TINTS[p.piece.colour], glass=p.piece.colour not in OPAQUE)
        for p in unit.pieces
        if not p.hidden or p.piece.colour not in OPAQUE
    )


def grip_of(unit: Unit) -> Point:
    """The place where a hand grips a piece or a stack's top."""
    if unit.posture is Posture.FLAT:
        return unit.x_mm, unit.y_mm, FLAT_GRIP_MM
    top = unit.pieces[-1]
    return unit.x_mm, unit.y_mm, top.lift_mm + 0.6 * HEIGHT_MM[top.piece.size] - 8


def grip_of_token(block: Block) -> Point:
    """The place where a hand grips a token."""
    low, high = block.mesh[0].min(0), block.mesh[0].max(0)
    return float((low + high)[0] / 2), float((low + high)[1] / 2), max(2.0, 0.6 * float(high[2]) - 8)


def token_at(block: Block, x: float, y: float) -> Block:
    """The token in another place."""
    was = grip_of_token(block)
    return replace(block, mesh=moved(block.mesh, None, (x - was[0], y - was[1], 0.0)))


def carry_unit(unit: Unit, put: Unit, during: Layout, after: Layout) -> Carry:
    """Carry a unit from its place to that of ``put``, perhaps turning it or putting it onto others."""
    return Carry(held_unit(unit), grip_of(unit), grip_of(put), during, after, unit=unit)


def reading_of(state: Any, move: Any, illegal: bool) -> str:
    """The rule that a move breaks, "" for a legal move; raises ``ValueError`` if that is not as expected."""
    try:
        state.check(move)
        reading = ""
    except IllegalMove as error:
        reading = error.reading
    if bool(reading) != illegal:
        raise ValueError(f"{move} is {f'illegal by {reading}' if reading else 'legal'}")
    return reading


class Relaid:
    """The same visits where everything lies elsewhere."""

    def place(self, x: float, y: float) -> tuple[float, float]:
        """The new place for a place (mm)."""
        raise NotImplementedError

    def layout(self, old: Layout) -> Layout:
        """The new layout: the same object for the same argument."""
        raise NotImplementedError

    def unit(self, unit: Unit) -> Unit:
        """The new piece or stack."""
        raise NotImplementedError

    def token(self, block: Block) -> Block:
        """The new token: as it is, unless tokens lie elsewhere too."""
        return block

    def visit(self, visit: Visit) -> Visit:
        """The new visit of a hand."""
        return replace(visit, before=self.layout(visit.before), acts=tuple(map(self._act, visit.acts)))

    def _act(self, act: Carry | Touch) -> Carry | Touch:
        if isinstance(act, Touch):
            return Touch(self._at(act.at), self.layout(act.after))
        unit = self.unit(act.unit) if act.unit else None
        return replace(
            act,
            unit=unit,
            held=tuple(self.token(block) for block in act.held) if unit is None else (),
            start=grip_of(unit)
            if unit and not act.start[1] < -300 and not act.start[1] > 450
            else self._at(act.start),
            end=self._at(act.end),
            during=self.layout(act.during),
            after=self.layout(act.after),
        )

    def _at(self, point: Point) -> Point:
        return (*self.place(*point[:2]), point[2])
