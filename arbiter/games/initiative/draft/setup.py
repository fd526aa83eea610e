"""The set-up of a draft at a real table: only the initiative stack, everything else is in the bag (I13)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from arbiter.games.initiative.draft.markers import MarkerRow, Place
from arbiter.games.initiative.draft.table import ROW_MM, DraftModel
from arbiter.games.initiative.setup.reading import NO_STACK, SURE, find_stack
from arbiter.games.initiative.setup.worlds import order_shares, worlds
from arbiter.table.model import Doubt, MarkedTable, Pins, TableSetup
from arbiter.table.scoring import Reader
from arbiter.table.setup.by_hand import (
    HIGHEST,
    NOTHING,
    NOTHING_WORDS,
    PIECE,
    STACK,
    Choice,
    Choices,
    Thing,
    changed_order,
    stack_choices,
    standing,
    thing_of,
    unplaced,
)
from engine.definition import AnyGame, NoRules
from engine.initiative.drafting import DRAFT, Stack
from engine.initiative.status import STACK_HEIGHT
from engine.message import Message, Messages, just
from engine.pieces import Colour, Piece, Size
from vision.track.summing import SIZES, Unit, softmax

say = Messages("arbiter.games.initiative")

OFFERED = 3
PIN_MM = 15.0
NEAR_MM = 45.0
"""A unit this close to a marker's place may be the marker itself, before the draft."""
MARKED = "marker"
MARKER, PYRAMID = say("dr_marker_itself"), say("dr_pyramid")
P_MARKER = 0.7
IN_THE_WAY = say("dr_in_the_way")


@dataclass(frozen=True)
class DraftTable(MarkedTable):
    """A `TableGame`; ``palette`` are the colours that may be in play."""

    palette: tuple[Colour, ...]
    rules: NoRules = field(default_factory=NoRules)
    grid: MarkerRow = field(default_factory=MarkerRow)

    @property
    def game(self) -> AnyGame:
        return DRAFT

    @property
    def reader(self) -> Reader:
        return Reader(self.palette)

    def marked(self, corners: Sequence[tuple[float, float]]) -> DraftTable:
        """The table with the markers between these corners (mm), near left first; raises ``ValueError``."""
        return replace(self, grid=MarkerRow.of_corners(corners))

    def model_of(self, layout: Mapping[str, Any]) -> DraftModel:
        x, y = layout["stack"]
        row = MarkerRow.from_json(layout["markers"])
        papers = tuple((float(px), float(py)) for px, py in layout.get("papers", ()))
        return DraftModel(
            self.reader, (float(x), float(y)), row, papers, tuple(map(float, layout.get("shift", (0, 0, 0))))
        )

    def read_setup(self, units: Sequence[Unit], pins: Pins) -> TableSetup:
        units = standing(units, pins)
        tower = find_stack(units)
        if tower is None:
            return TableSetup(problems=(NO_STACK,), things=unplaced(units, self.reader))
        said = {(unit.x_mm, unit.y_mm): _pinned(unit, pins) for unit in units if unit is not tower}
        unsure = [
            unit for unit in units if said.get((unit.x_mm, unit.y_mm), "") is None and self._at_marker(unit)
        ]
        papers = tuple(place for place, word in said.items() if word == MARKER)
        problems = tuple(self._problems(tower, len(said) - len(papers) - len(unsure)))
        stack, doubts = self._stack(tower, pins)
        others = [unit for unit in units if unit is not tower]
        shown = (_stack_thing(tower, stack, not doubts), *unplaced(others, self.reader))
        unread = [(unit.x_mm, unit.y_mm) for unit in unsure]
        shown = tuple(replace(each, sure=each.sure and each.place not in unread) for each in shown)
        if problems:
            return TableSetup(problems=problems, things=shown)
        model = DraftModel(self.reader, (tower.x_mm, tower.y_mm), grid=self.grid, papers=papers)
        asked = (*map(self._whether_marker, unsure), *doubts)
        return TableSetup(stack, model, doubts=asked, things=shown)

    def choices(self) -> Choices:
        """What the stack may be, by level and size, and what any other thing may be."""
        sizes = tuple(Choice(f"size={size.word}", f"{size.word}-red", just(size)) for size in Size)
        others = (Choice(MARKED, "", MARKER), Choice(STACK, "", say("the_initiative_stack")))
        return {STACK: (*stack_choices(self.palette), sizes), PIECE: (others,)}

    def meant(self, thing: Thing, what: str) -> tuple[Any, int]:
        word = what.lower()
        if word in NOTHING_WORDS:
            return NOTHING, 0
        if word == MARKED:
            return MARKER, 1
        if word == STACK:
            return None, HIGHEST
        order, sizes = tuple(piece.colour for piece in thing.pieces), {size.word: size for size in Size}
        size = thing.pieces[0].size if thing.pieces else Size.SMALL
        if word.startswith("size="):
            if word.removeprefix("size=") not in sizes or len(order) != HIGHEST:
                raise ValueError(say("setup_size", quoted=f"{what!r}"))
            return Stack(order, sizes[word.removeprefix("size=")]), HIGHEST
        return Stack(changed_order(order, what), size), HIGHEST

    def _stack(self, tower: Unit, pins: Pins) -> tuple[Stack, tuple[Doubt, ...]]:
        """The best reading of the stack, and the question about it if it is uncertain."""
        ranked, named = self._stacks(tower), _pinned(tower, pins)
        best, sure = ranked[0] if named is None else (named, 1.0)
        if sure >= SURE:
            return best, ()
        text = say("dr_stack")
        stacks, odds = zip(*ranked[:OFFERED], strict=True)
        place = tower.x_mm, tower.y_mm
        return best, (Doubt(text, place, tuple(map(_words, stacks)), stacks, odds, tower.bbox_px),)

    def _at_marker(self, unit: Unit) -> bool:
        return min(math.dist((x, 0.0), (unit.x_mm, unit.y_mm)) for x in self.grid.places) < NEAR_MM

    def _whether_marker(self, unit: Unit) -> Doubt:
        place: Place = unit.x_mm, unit.y_mm
        places = self.grid.places
        number = 1 + min(range(len(places)), key=lambda n: abs(places[n] - unit.x_mm))
        text = say("dr_marker", n=number)
        odds = P_MARKER, 1 - P_MARKER
        return Doubt(text, place, (MARKER, PYRAMID), (MARKER, PYRAMID), odds, unit.bbox_px)

    def _problems(self, tower: Unit, others: int) -> list[Message]:
        lines = []
        if len(tower.levels) != STACK_HEIGHT:
            lines.append(say("stack_short", n=len(tower.levels)))
        near = min(abs(tower.x_mm - place) for place in self.grid.places)
        if abs(tower.y_mm) < ROW_MM and near < 0.6 * (self.grid.places[1] - self.grid.places[0]):
            lines.append(IN_THE_WAY)
        if others:
            lines.append(say("dr_empty"))
        return lines

    def _stacks(self, tower: Unit) -> list[tuple[Stack, float]]:
        """Readings of the stack with their probabilities, best first; colours and size are independent."""
        orders = order_shares(tower, worlds(tower, (), self.palette), self.palette)
        sizes = softmax(np.sum([level.size for level in tower.levels], axis=0))
        likely = sorted(orders.items(), key=lambda item: -item[1])[:OFFERED]
        found = [
            (Stack(order, size), share * float(sizes[SIZES.index(size)]))
            for order, share in likely
            for size in Size
        ]
        return sorted(found, key=lambda item: -item[1])


def _stack_thing(tower: Unit, stack: Stack, sure: bool) -> Thing:
    pieces = tuple(Piece(stack.size, colour) for colour in stack.colours)
    shown = thing_of(STACK, tower, pieces, say("the_initiative_stack"), sure, STACK)
    return replace(shown, what=",".join(colour.value for colour in stack.colours), words=_words(stack))


def _pinned(unit: Unit, pins: Pins) -> Any:
    """What people said stands where a unit is; ``None`` if they did not."""
    return next((word for at, word in pins.items() if math.dist(at, (unit.x_mm, unit.y_mm)) < PIN_MM), None)


def _words(stack: Stack) -> Message:
    return say("stack_sized", list=stack.colours, size=stack.size)
