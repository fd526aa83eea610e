"""Sanctum's structures acted out at a filmed table: captured, destroyed and built, with a turn marker.

A captured structure is replaced by a pyramid of the other colour, fetched from beside the table. The turn
marker has a colour of its own and is laid down or stood up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from datasets.film.visits import (
    FALLS,
    MISHAPS,
    Acted,
    Carry,
    Happening,
    Touch,
    Visit,
    away,
    grip_of,
    held_unit,
)
from datasets.scene.prints import CARD_MM, card_back, card_face
from datasets.scene.scenes import Layout, Sheet, Unit, flat, upright
from engine.game import Seat
from engine.pieces import Colour, Piece, Posture, Size
from engine.sanctum.model import Build, Capture, Destroy, Owner, Structure
from engine.sanctum.notation import parse_move
from engine.sanctum.state import State

COLOURS = {Owner.RED: Colour.RED, Owner.BLUE: Colour.BLUE, Owner.NEUTRAL: Colour.GREEN}
MARKER, MARKER_AT, MARKER_TURN = Colour.YELLOW, (205.0, -96.0), 130.0
PLACES = ((-170.0, 48.0), (-118.0, -62.0), (-52.0, 66.0), (18.0, -38.0), (92.0, 58.0), (150.0, -20.0))
FREE = ((-85.0, 108.0), (55.0, -112.0), (125.0, 104.0), (-20.0, -105.0))
"""Places for new structures."""
SIZES = (Size.LARGE, Size.MEDIUM, Size.SMALL, Size.LARGE, Size.MEDIUM, Size.MEDIUM)
CARDS = ((-150.0, -8.0, 4.0), (-20.0, 10.0, 92.0), (84.0, -72.0, -6.0), (160.0, 84.0, 85.0))


@dataclass(frozen=True)
class Step:
    """One step and the seat whose hand acts.

    ``play`` or ``take_back`` with a ply in notation (and the place of a new structure); ``knock``, ``topple``
    or ``right`` with a structure; ``bump`` or ``shadow``.
    """

    text: str
    seat: Seat = Seat.NEAR
    at: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Table:
    """Structures by name, and the turn marker."""

    sheets: tuple[Sheet, ...]
    structures: Mapping[str, Unit]
    marker: Unit

    @property
    def laid(self) -> Layout:
        """Everything visible to the camera."""
        return Layout((*self.structures.values(), self.marker), self.sheets)


def setup(owners: tuple[Owner, ...]) -> tuple[Structure, ...]:
    """The initial structures, named from the left."""
    return tuple(Structure(f"town{n}", owner) for n, owner in enumerate(owners, start=1))


def _structure(owner: Owner, size: Size, at: tuple[float, float], yaw: float) -> Unit:
    return upright(*at, (Piece(size, COLOURS[owner]),), yaw)


def _marker(standing: bool) -> Unit:
    piece = (Piece(Size.SMALL, MARKER),)
    return upright(*MARKER_AT, piece, 20.0) if standing else flat(*MARKER_AT, piece, MARKER_TURN)


def opening(owners: tuple[Owner, ...], seed: int) -> Table:
    """The table at the start of the first turn."""
    rng = np.random.default_rng(seed)
    faces = [card_face(rng) if k % 2 else card_back(rng) for k in range(len(CARDS))]
    sheets = tuple(
        Sheet(face, x, y, *CARD_MM, turn, 0.25 + 0.03 * k)
        for k, (face, (x, y, turn)) in enumerate(zip(faces, CARDS, strict=True))
    )
    placed = zip(setup(owners), SIZES, PLACES, strict=True)
    units = {s.name: _structure(s.owner, size, at, float(rng.uniform(0, 90))) for s, size, at in placed}
    return Table(sheets, units, _marker(True))


class _Actor:
    def __init__(self, owners: tuple[Owner, ...], seed: int) -> None:
        self.rng = np.random.default_rng(seed + 1)
        self.table = opening(owners, seed)
        self.state = State.start(setup(owners))
        self.earlier: list[State] = []
        self.stood: dict[str, Unit] = {}

    def act(self, step: Step) -> Happening:
        kind, _, text = step.text.partition(" ")
        if kind in MISHAPS:
            return MISHAPS[kind]
        if kind in FALLS:
            return self._fall(kind, text, step.seat)
        before = self.table
        if text == "turn":
            after = replace(before, marker=_marker(before.marker.posture is Posture.FLAT))
            acts: tuple[Carry | Touch, ...] = (Touch(grip_of(before.marker), after.laid),)
        else:
            after, acts = self._changed(step.seat, text, step.at, before)
        self.table = after
        if kind == "take_back":
            if text != "turn":
                raise ValueError(f"{text} is not taken back, it changes once more")
            self.state = self.earlier.pop()
        else:
            self.earlier.append(self.state)
            self.state = self.state.apply(parse_move(text, self.state)).state
        return Visit(step.seat, kind, (text,), before.laid, acts)

    def _changed(
        self, seat: Seat, text: str, built_at: tuple[float, float], before: Table
    ) -> tuple[Table, tuple[Carry, ...]]:
        """Remove a structure, add one, or replace one."""
        move, acts, table = parse_move(text, self.state), list[Carry](), before
        assert isinstance(move, Capture | Destroy | Build)
        at, size, name = built_at, Size.MEDIUM, move.name
        if not isinstance(move, Build):
            old = before.structures[name]
            at, size = (old.x_mm, old.y_mm), old.pieces[0].piece.size
            rest = {each: unit for each, unit in before.structures.items() if each != name}
            table = replace(before, structures=rest)
            out = away(seat, at[0])
            acts.append(Carry(held_unit(old), grip_of(old), out, table.laid, table.laid, unit=old))
        if not isinstance(move, Destroy):
            owner = move.owner if isinstance(move, Build) else move.by
            there = at[0] + float(self.rng.normal(0, 2)), at[1] + float(self.rng.normal(0, 2))
            new = _structure(owner, size, there, float(self.rng.uniform(0, 90)))
            bare, table = table, replace(table, structures={**table.structures, name: new})
            out = away(seat, at[0])
            fresh = held_unit(replace(new, x_mm=out[0], y_mm=out[1]))
            acts.append(Carry(fresh, out, grip_of(new), bare.laid, table.laid, unit=new))
        return table, tuple(acts)

    def _fall(self, kind: str, name: str, seat: Seat) -> Visit:
        """A structure falls over, is put upright, or both at once."""
        before, unit = self.table, self.table.structures[name]
        if kind == "right":
            other = self.stood.pop(name)
        else:
            other = flat(unit.x_mm + 10, unit.y_mm + 4, tuple(p.piece for p in unit.pieces), 20.0)
        after = replace(before, structures={**before.structures, name: other})
        first = Touch(grip_of(unit), after.laid)
        if kind == "knock":
            return Visit(seat, kind, (), before.laid, (first, Touch(grip_of(other), before.laid)))
        if kind == "topple":
            self.stood[name] = unit
        self.table = after
        return Visit(seat, kind, (), before.laid, (first,))


def act(owners: tuple[Owner, ...], steps: tuple[Step, ...], seed: int = 3) -> Acted:
    """The opening table and all happenings, in order; raises ``MoveError`` for impossible steps."""
    actor = _Actor(owners, seed)
    start = actor.table.laid
    return Acted(start, tuple(actor.act(step) for step in steps))


OWNERS = (Owner.RED, Owner.NEUTRAL, Owner.BLUE, Owner.NEUTRAL, Owner.BLUE, Owner.RED)
BATTLE = (
    *(Step("play blue>town2"), Step("play turn"), Step("play red>town3", Seat.FAR), Step("shadow")),
    *(Step("play -town6"), Step("play turn"), Step("play +red.town7", Seat.FAR, (40.0, 88.0))),
    *(Step("knock town1"), Step("play turn"), Step("bump"), Step("play blue>town7")),
    *(Step("play red>town4", Seat.FAR), Step("play turn")),
)
"""Four turns in which structures of both colours change hands."""
