"""Sanctum's set-up on a real table: who owns each structure, and which pyramid is the turn marker."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from arbiter.games.sanctum.table import (
    MARKER,
    SanctumModel,
    likely,
    shares,
    split_marker,
)
from arbiter.games.sanctum.words_of_table import owner_word, where
from arbiter.table.model import FAINT, Doubt, Pins, TableGame, TableSetup
from arbiter.table.scoring import Reader
from arbiter.table.setup.by_hand import (
    NOTHING,
    NOTHING_WORDS,
    PIECE,
    Choice,
    Choices,
    Thing,
    standing,
    thing_of,
    unplaced,
)
from engine.definition import AnyGame, NoRules
from engine.message import Message, Messages
from engine.pieces import Colour, Piece, Size
from engine.sanctum.diagram import COLOUR
from engine.sanctum.game import GAME
from engine.sanctum.model import Owner, Structure, called
from vision.track.summing import Unit

say = Messages("arbiter.games.sanctum")

SURE = 0.9
MARKED = "marker"
"""The typed word for the turn marker."""
PIN_MM = 10.0
NOTHING_THERE = say("nothing_there")


@dataclass(frozen=True)
class SanctumTable(TableGame):
    """A `TableGame`; ``marker`` is the colour of the turn marker, if one is used."""

    complete = True

    palette: tuple[Colour, ...]
    marker: Colour | None = None
    rules: NoRules = field(default_factory=NoRules)

    @property
    def game(self) -> AnyGame:
        return GAME

    @property
    def reader(self) -> Reader:
        wanted = (Colour.RED, Colour.BLUE, *((self.marker,) if self.marker else ()))
        return Reader((*self.palette, *(colour for colour in wanted if colour not in self.palette)))

    def model_of(self, layout: Mapping[str, Any]) -> SanctumModel:
        marker = None if layout["marker"] is None else Colour(layout["marker"])
        places = tuple((str(name), float(x), float(y)) for name, x, y in layout["places"])
        foreign = tuple((float(x), float(y)) for x, y in layout.get("foreign", ()))
        return SanctumModel(places, self.reader, marker, bool(layout["upright"]), foreign)

    def read_setup(self, units: Sequence[Unit], pins: Pins) -> TableSetup:
        marker, rest = self._split(standing(units, pins), pins)
        if self.marker is not None and marker is None:
            things = unplaced(units, self.reader)
            line = say("no_marker", colour=self.marker)
            return TableSetup(problems=(line,), things=things)
        if not rest:
            return TableSetup(problems=(NOTHING_THERE,))
        ordered = sorted(rest, key=lambda unit: (unit.x_mm, unit.y_mm))
        names = [f"town{n}" for n in range(1, len(ordered) + 1)]
        pinned = {i: owner for i, unit in enumerate(ordered) for owner in _pinned(unit, pins)}
        doubts = tuple(
            _doubt(name, unit, self.reader)
            for i, (name, unit) in enumerate(zip(names, ordered, strict=True))
            if i not in pinned and (unit.confidence < FAINT or max(shares(unit, self.reader).values()) < SURE)
        )
        owners = [pinned.get(i) or likely(unit, self.reader)[0] for i, unit in enumerate(ordered)]
        setup = tuple(sorted(Structure(*each) for each in zip(names, owners, strict=True)))
        places = tuple((name, unit.x_mm, unit.y_mm) for name, unit in zip(names, ordered, strict=True))
        upright = marker is None or marker.p_upright >= 0.5
        unsure = {doubt.place for doubt in doubts}
        shown = [
            _thing(name, unit, owner, (unit.x_mm, unit.y_mm) not in unsure)
            for name, unit, owner in zip(names, ordered, owners, strict=True)
        ]
        if marker is not None:
            shown.append(thing_of(MARKED, marker, self.reader.pieces(marker)[:1], say("the_turn_marker")))
        foreign = tuple(place for place, value in pins.items() if value == NOTHING)
        last = None if marker is None else (upright, marker.x_mm, marker.y_mm)
        model = SanctumModel(places, self.reader, self.marker, upright, foreign, last)
        return TableSetup(setup, model, doubts=doubts, things=tuple(shown))

    def _split(self, units: Sequence[Unit], pins: Pins) -> tuple[Unit | None, list[Unit]]:
        """The turn marker and the other units, as people said if they did."""
        named = [unit for unit in units if MARKER in _pinned(unit, pins)]
        if not named or self.marker is None:
            others = [unit for unit in units if not _pinned(unit, pins)]
            marker, _ = split_marker(others, self.reader, self.marker)
            return marker, [unit for unit in units if unit is not marker]
        return named[0], [unit for unit in units if unit is not named[0]]

    def choices(self) -> Choices:
        owners = [Choice(owner.value, _glyph(COLOUR[owner]), owner_word(owner)) for owner in Owner]
        about = say("the_turn_marker")
        marker = [Choice(MARKED, _glyph(self.marker), about)] if self.marker is not None else []
        return {PIECE: ((*owners, *marker),)}

    def meant(self, thing: Thing, what: str) -> tuple[Any, int]:
        word = what.lower()
        if word in NOTHING_WORDS:
            return NOTHING, 0
        if word == MARKED and self.marker is not None:
            return MARKER, 1
        if word in set(Owner):
            return Owner(word), 1
        raise ValueError(say("setup_nobody", quoted=f"{what!r}"))


def _thing(name: str, unit: Unit, owner: Owner, sure: bool) -> Thing:
    """A structure as shown to people."""
    shown = thing_of(
        name, unit, (Piece(Size.MEDIUM, COLOUR[owner]),), say("the_structure", structure=called(name)), sure
    )
    return replace(shown, what=owner.value, words=owner_word(owner))


def _glyph(colour: Colour) -> str:
    return f"medium-{colour}"


def _pinned(unit: Unit, pins: Pins) -> list[Owner]:
    return [owner for place, owner in pins.items() if math.dist(place, (unit.x_mm, unit.y_mm)) < PIN_MM]


def _doubt(name: str, unit: Unit, reader: Reader) -> Doubt:
    """The question who owns something, or whether it is a structure at all."""
    ranked = sorted(shares(unit, reader).items(), key=lambda item: -item[1])
    there = unit.confidence if unit.confidence < FAINT else 1.0
    answers: list[tuple[Message, Any, float]] = [
        (owner_word(owner), owner, there * share) for owner, share in ranked
    ]
    if there < 1:
        answers.insert(1, (say("nothing"), NOTHING, 1 - there))
    text = say("whose", raw=called(name), text=where(unit.x_mm, unit.y_mm))
    words, values, odds = zip(*answers, strict=True)
    return Doubt(text, (unit.x_mm, unit.y_mm), words, values, odds, unit.bbox_px)
