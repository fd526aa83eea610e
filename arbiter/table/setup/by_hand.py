"""A set-up as shown to people, and what they say about it with two taps or a typed line.

Everything that was read is a `Thing` with a name (``near.3``, ``stack``, ``c3``); something missing is one
without pyramids, at the place where it should be. People name what stands at a thing or at a place where
nothing was read. The game gets that as a pin (`arbiter.table.model.Pins`); and the units it reads get one
more, or one of another height. `Unit.hits` is 0 for a unit that only people have seen.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from arbiter.table.scoring import Reader
from engine.game import MalformedMove
from engine.message import Message, Messages, in_a_row, just
from engine.notation import format_piece, parse_pieces
from engine.pieces import Colour, Piece
from vision.observation import Box
from vision.track.summing import SIZES, LevelEvidence, Unit, surely

say = Messages("arbiter")

SAME_MM = 15.0
"""A unit this close to a place that people mentioned is what they meant."""
NOTHING = "nothing"
"""The pin where people say that nothing stands."""
NOTHING_WORDS = frozenset({"", "-", NOTHING})
STACK, PIECE = "stack", "piece"
"""The kinds of things, each with its own choices."""
LIES = 0.5
"""A thing is shown as lying below this probability of standing upright."""
HIGHEST = 5
"""The most levels that a unit shows."""

Place = tuple[float, float]


@dataclass(frozen=True)
class Thing:
    """One place of a set-up as it was read (mm, px).

    ``pieces`` run from top to bottom, empty if one is missing; ``what`` is their typed form, ``words`` the
    same in words, ``where`` names the place in a clause. ``sure`` is false for something to ask about,
    ``said`` true for something that people named.
    """

    name: str
    place: Place
    box_px: Box
    pieces: tuple[Piece, ...]
    what: str
    words: Message | None
    where: Message | None
    sure: bool = True
    said: bool = False
    heading_deg: float | None = None
    """Its heading, if it lies."""
    kind: str = PIECE


@dataclass(frozen=True)
class Choice:
    """Something that a thing may be: typed, as the name of a small picture, and in words."""

    what: str
    glyph: str
    words: Message


Choices = Mapping[str, tuple[tuple[Choice, ...], ...]]
"""For each kind of thing, rows of what it may be."""


@dataclass(frozen=True)
class Shown:
    """A set-up as shown on the page; ``refusal`` is why it cannot be played like this, ``None`` if it can."""

    things: tuple[Thing, ...] = ()
    problems: tuple[Message, ...] = ()
    refusal: Message | None = None
    choices: Choices = field(default_factory=dict)

    @property
    def unsure(self) -> tuple[Thing, ...]:
        """The things that are missing or uncertain."""
        return tuple(thing for thing in self.things if not thing.sure)

    def named(self, name: str) -> Thing:
        """The thing of that name, or the only one whose typed form follows the dot (``near.Sblue``).

        Raises ``ValueError`` in one line.
        """
        for thing in self.things:
            if thing.name.lower() == name.lower():
                return thing
        side, _, what = name.lower().rpartition(".")
        alike = [t for t in self.things if t.what.lower() == what and t.name.startswith(f"{side}.")]
        if len(alike) != 1:
            names = ", ".join(thing.name for thing in self.things)
            raise ValueError(say("setup_unknown", quoted=f"{name!r}", raw=names))
        return alike[0]


@dataclass(frozen=True)
class Lies:
    """What people say is at a place: ``value`` is its pin, ``levels`` the number of pyramids that show.

    ``what`` is what they said; ``box_px`` is the place in the picture.
    """

    place: Place
    what: str
    value: Any
    levels: int = 1
    box_px: Box = (0.0, 0.0, 0.0, 0.0)

    def json(self) -> dict[str, Any]:
        """The record's form of it."""
        return {"place": [round(v, 1) for v in self.place], "what": self.what}


@dataclass(frozen=True)
class ByHand:
    """The latest that people have said about each place."""

    lies: tuple[Lies, ...] = ()

    def saying(self, said: Lies) -> ByHand:
        """With one more statement, replacing an earlier one about the same place."""
        others = tuple(each for each in self.lies if math.dist(each.place, said.place) >= SAME_MM)
        return ByHand((*others, said))

    def of(self, unit: Unit) -> Lies | None:
        """What people said about a unit."""
        at = (unit.x_mm, unit.y_mm)
        near = [each for each in self.lies if math.dist(each.place, at) < SAME_MM]
        return min(near, key=lambda each: math.dist(each.place, at), default=None)

    def applied(self, units: Sequence[Unit], palette: tuple[Colour, ...]) -> list[Unit]:
        """The units as high as people said, and with those that people added; none is removed."""
        found = [self._as_said(unit, palette) for unit in units]
        seen = [each for each in map(self.of, units) if each is not None]
        added = [each for each in self.lies if each.value != NOTHING and not any(each is s for s in seen)]
        return [*found, *(_unseen(each, palette) for each in added)]

    def _as_said(self, unit: Unit, palette: tuple[Colour, ...]) -> Unit:
        said = self.of(unit)
        if said is None or said.value == NOTHING or said.levels == len(unit.levels) == _likeliest(unit):
            return unit
        levels = (*unit.levels, *[_blank(palette)] * HIGHEST)[: said.levels]
        return replace(unit, levels=levels, p_levels=surely(said.levels))

    def pins(self, units: Sequence[Unit]) -> dict[Place, Any]:
        """What people named, at the places where it is seen now."""
        found = {(unit.x_mm, unit.y_mm): self.of(unit) for unit in units}
        known = {place: said.value for place, said in found.items() if said is not None}
        return {place: value for place, value in known.items() if value is not None}


def standing(units: Iterable[Unit], pins: Mapping[Place, Any]) -> list[Unit]:
    """The units, except where people say that nothing stands."""
    gone = [place for place, value in pins.items() if value == NOTHING]
    return [unit for unit in units if not any(math.dist(at, (unit.x_mm, unit.y_mm)) < SAME_MM for at in gone)]


def thing_of(
    name: str,
    unit: Unit,
    pieces: tuple[Piece, ...],
    where: Message | None,
    sure: bool = True,
    kind: str = PIECE,
) -> Thing:
    """A unit as a thing that holds these pieces (top to bottom)."""
    at, heading = (unit.x_mm, unit.y_mm), None if unit.p_upright >= LIES else unit.heading_deg
    typed, words = ",".join(map(format_piece, pieces)), in_a_row(pieces)
    return Thing(name, at, unit.bbox_px, pieces, typed, words, where, sure, heading_deg=heading, kind=kind)


def unplaced(units: Sequence[Unit], reader: Reader) -> tuple[Thing, ...]:
    """What shows on a table whose places are not known yet."""
    ordered = sorted(units, key=lambda unit: (unit.x_mm, unit.y_mm))
    return tuple(
        thing_of(str(n), unit, reader.pieces(unit), say("pyramid_number", n=n))
        for n, unit in enumerate(ordered, start=1)
    )


def one_piece(what: str) -> Piece:
    """The pyramid that was typed; ``ValueError``, in one line, unless it is exactly one."""
    try:
        pieces = parse_pieces(what)
    except (MalformedMove, ValueError):
        pieces = ()
    if len(pieces) != 1:
        raise ValueError(say("setup_no_pyramid", quoted=f"{what!r}"))
    return pieces[0]


def changed_order(order: tuple[Colour, ...], what: str) -> tuple[Colour, ...]:
    """The stack's order as people say, top to bottom: all of its colours, or that of one level (``2=green``),
    which changes places with the one believed there. Raises ``ValueError`` in one line."""
    level, sign, word = what.partition("=")
    try:
        colours = tuple(Colour(each.strip().lower()) for each in (word if sign else what).split(","))
        at = int(level) - 1 if sign else -1
    except ValueError:
        raise ValueError(say("setup_unread_stack", quoted=repr(what))) from None
    if not sign:
        if len(colours) != HIGHEST or len(set(colours)) != HIGHEST:
            raise ValueError(say("fix_stack", n=HIGHEST))
        return colours
    if len(order) != HIGHEST or not 0 <= at < HIGHEST or len(colours) != 1:
        raise ValueError(say("setup_unread_stack", quoted=repr(what)))
    was = order[at]
    swapped = [was if each is colours[0] else each for each in order]
    return (*swapped[:at], colours[0], *swapped[at + 1 :])


def piece_choices(colours: Iterable[Colour]) -> tuple[tuple[Choice, ...], ...]:
    """A row for each colour, with its three sizes."""
    rows = ([Piece(size, colour) for size in SIZES] for colour in colours)
    return tuple(
        tuple(Choice(format_piece(each), f"{each.size.word}-{each.colour}", just(each)) for each in row)
        for row in rows
    )


def stack_choices(colours: Sequence[Colour]) -> tuple[tuple[Choice, ...], ...]:
    """A row for each level of the initiative stack, from the top, with its possible colours."""
    known = [colour for colour in Colour if colour in colours]
    return tuple(
        tuple(Choice(f"{level}={each}", f"small-{each}", just(each)) for each in known)
        for level in range(1, HIGHEST + 1)
    )


def _likeliest(unit: Unit) -> int:
    return 1 + int(np.argmax(unit.p_levels))


def _blank(palette: tuple[Colour, ...]) -> LevelEvidence:
    """A level about which nothing is known."""
    return LevelEvidence(np.zeros(len(palette)), np.zeros(len(SIZES)))


def _unseen(said: Lies, palette: tuple[Colour, ...]) -> Unit:
    """A unit that only people have seen."""
    x, y = said.place
    levels = (_blank(palette),) * said.levels
    return Unit(x, y, 0.5, None, levels, surely(said.levels), said.box_px, 0)
