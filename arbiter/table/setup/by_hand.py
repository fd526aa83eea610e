"""A set-up as it is shown to people, and what they say of it with two taps or a typed line.

Everything that was read is a `Thing` with a name (``near.3``, ``stack``, ``c3``); what is missing is one
without pyramids, at the place where it should be. People say of a thing, or of a place where nothing was
read, what lies there: that goes to the game as a pin (`arbiter.table.model.Pins`), and to the units that it
reads as one more, or one of another height. `Unit.hits` is 0 for a unit that only people have seen.
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
"""A unit this near to a place that people spoke of is what they meant."""
NOTHING = "nothing"
"""What is pinned where people say that nothing stands."""
NOTHING_WORDS = frozenset({"", "-", NOTHING})
STACK, PIECE = "stack", "piece"
"""The kinds of things: what may be chosen for one depends on it."""
LIES = 0.5
"""Probability of standing below which a thing is shown as lying."""
HIGHEST = 5
"""No unit shows more levels than this."""

Place = tuple[float, float]


@dataclass(frozen=True)
class Thing:
    """One place of a set-up as it was read (mm, px).

    ``pieces`` run from top to bottom; there are none where one is missing.

    ``what`` is that in the typed form, ``words`` in English, ``where`` says which it is in a clause. ``sure``
    is false for what is to be asked about, ``said`` true for what people named.
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
    """Where it points, if it lies."""
    kind: str = PIECE


@dataclass(frozen=True)
class Choice:
    """Something that a thing may be: typed, as the name of a small picture, and in words."""

    what: str
    glyph: str
    words: Message


Choices = Mapping[str, tuple[tuple[Choice, ...], ...]]
"""For each kind of thing rows of what it may be."""


@dataclass(frozen=True)
class Shown:
    """A set-up as people see it on the page; ``refusal`` is why it cannot be played so, if it can't."""

    things: tuple[Thing, ...] = ()
    problems: tuple[Message, ...] = ()
    refusal: Message | None = None
    choices: Choices = field(default_factory=dict)

    @property
    def unsure(self) -> tuple[Thing, ...]:
        """What is missing, or may be something else."""
        return tuple(thing for thing in self.things if not thing.sure)

    def named(self, name: str) -> Thing:
        """The thing of that name, or the only one that is what is typed after the dot (``near.Sblue``).

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
    """What people say lies at a place: ``value`` is pinned there, ``levels`` is how many pyramids show.

    ``what`` is how they said it; ``box_px`` is where the place is in the picture.
    """

    place: Place
    what: str
    value: Any
    levels: int = 1
    box_px: Box = (0.0, 0.0, 0.0, 0.0)

    def json(self) -> dict[str, Any]:
        """What goes into the record."""
        return {"place": [round(v, 1) for v in self.place], "what": self.what}


@dataclass(frozen=True)
class ByHand:
    """All that people have said of places, the newest of each."""

    lies: tuple[Lies, ...] = ()

    def saying(self, said: Lies) -> ByHand:
        """With one more word, in place of what was said of the same place."""
        others = tuple(each for each in self.lies if math.dist(each.place, said.place) >= SAME_MM)
        return ByHand((*others, said))

    def of(self, unit: Unit) -> Lies | None:
        """What people said of a unit."""
        at = (unit.x_mm, unit.y_mm)
        near = [each for each in self.lies if math.dist(each.place, at) < SAME_MM]
        return min(near, key=lambda each: math.dist(each.place, at), default=None)

    def applied(self, units: Sequence[Unit], palette: tuple[Colour, ...]) -> list[Unit]:
        """The units with those that people added, and as high as they said; none is taken away."""
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
    """The units less those of which people say that nothing stands there."""
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
    """A unit as a thing that holds these pieces (top to bottom), in the typed form and in words."""
    at, heading = (unit.x_mm, unit.y_mm), None if unit.p_upright >= LIES else unit.heading_deg
    typed, words = ",".join(map(format_piece, pieces)), in_a_row(pieces)
    return Thing(name, at, unit.bbox_px, pieces, typed, words, where, sure, heading_deg=heading, kind=kind)


def unplaced(units: Sequence[Unit], reader: Reader) -> tuple[Thing, ...]:
    """What shows on a table on which it is not known yet where things belong."""
    ordered = sorted(units, key=lambda unit: (unit.x_mm, unit.y_mm))
    return tuple(
        thing_of(str(n), unit, reader.pieces(unit), say("pyramid_number", n=n))
        for n, unit in enumerate(ordered, start=1)
    )


def one_piece(what: str) -> Piece:
    """The pyramid that was typed; ``ValueError`` in one line if it is none, or several."""
    try:
        pieces = parse_pieces(what)
    except (MalformedMove, ValueError):
        pieces = ()
    if len(pieces) != 1:
        raise ValueError(say("setup_no_pyramid", quoted=f"{what!r}"))
    return pieces[0]


def changed_order(order: tuple[Colour, ...], what: str) -> tuple[Colour, ...]:
    """The stack as people say, top to bottom: all of its colours, or one level's (``2=green``), which changes
    places with the one that was believed there. Raises ``ValueError`` in one line."""
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
    """A row for each level of the initiative stack, from the top, with the colours that it may be."""
    known = [colour for colour in Colour if colour in colours]
    return tuple(
        tuple(Choice(f"{level}={each}", f"small-{each}", just(each)) for each in known)
        for level in range(1, HIGHEST + 1)
    )


def _likeliest(unit: Unit) -> int:
    return 1 + int(np.argmax(unit.p_levels))


def _blank(palette: tuple[Colour, ...]) -> LevelEvidence:
    """A level of which nothing is seen."""
    return LevelEvidence(np.zeros(len(palette)), np.zeros(len(SIZES)))


def _unseen(said: Lies, palette: tuple[Colour, ...]) -> Unit:
    """The unit that people say is there, of which nothing is seen."""
    x, y = said.place
    levels = (_blank(palette),) * said.levels
    return Unit(x, y, 0.5, None, levels, surely(said.levels), said.box_px, 0)
