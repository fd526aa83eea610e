"""A game of Passage on a table, and its possible moves there."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from arbiter.table.model import (
    LOG_STRAY,
    LOG_UNSEEN,
    MoveSequence,
    Pins,
    Seen,
    TableGame,
    TableModel,
    TableSetup,
)
from arbiter.table.scoring import Reader
from arbiter.table.setup.by_hand import thing_of
from engine.definition import AnyGame, NoRules
from engine.game import MalformedMove
from engine.pieces import Colour, Piece
from pyramid_passage.game import GAME, STANDARD, parse_setup, slips
from pyramid_passage.state import SQUARES, Move, State
from vision.track.summing import Unit

PITCH_MM, REACH_MM = 80.0, 34.0
"""Distance between the squares' middles, and largest distance of a pyramid from one."""
P_NOTHING, P_LEGAL, P_ILLEGAL, P_TWO = 0.2, 0.6, 0.05, 0.15
ODD = -3.0
"""Least fit of the expected pyramid; with less it is another one."""


def middle(square: str) -> tuple[float, float]:
    """A square's middle (mm in the table frame)."""
    at = SQUARES.index(square)
    return (at % 3 - 1) * PITCH_MM, (at // 3 - 1) * PITCH_MM


@dataclass(frozen=True)
class PassageModel(TableModel):
    reader: Reader

    @property
    def game(self) -> AnyGame:
        return GAME

    def sort(self, units: Sequence[Unit]) -> Mapping[str, tuple[Unit, ...]]:
        found: dict[str, tuple[Unit, ...]] = {}
        for unit in units:
            off = {square: math.dist(middle(square), (unit.x_mm, unit.y_mm)) for square in SQUARES}
            nearest = min(off, key=lambda square: off[square])
            if off[nearest] < REACH_MM:
                found[nearest] = (*found.get(nearest, ()), unit)
        return found

    def contents(self, state: State) -> Mapping[str, Any]:
        return dict(zip(SQUARES, state.board, strict=True))

    def fit(self, site: str, content: Piece | None, units: tuple[Unit, ...]) -> float:
        if content is None:
            return len(units) * LOG_STRAY
        if not units:
            return LOG_UNSEEN
        looks = max(self.reader.lying(unit, (content,)) for unit in units)
        return looks + (len(units) - 1) * LOG_STRAY

    def sequences(self, state: State, seen: Seen) -> Iterable[MoveSequence]:
        yield MoveSequence((), math.log(P_NOTHING))
        for move, log in self._moves(state, seen):
            yield MoveSequence((move,), log)
            try:
                after = state.force(move).state
            except MalformedMove:
                continue
            for other, more in self._moves(after, seen):
                yield MoveSequence((move, other), log + more + math.log(P_TWO))

    def _moves(self, state: State, seen: Seen) -> Iterable[tuple[Move, float]]:
        """The moves between squares of which at least one has changed."""
        legal, wrong = state.legal_moves(), slips(state)
        for moves, share in ((legal, P_LEGAL), (wrong, P_ILLEGAL)):
            for move in moves:
                if {move.start, move.end} & seen.changed:
                    yield move, math.log(share / len(moves))

    def describe(self, site: str, content: Piece | None, units: tuple[Unit, ...]) -> str:
        sees = " and ".join(str(self.reader.best(unit)) for unit in units) or "nothing"
        return f"on {site} I see {sees} instead of {content or 'nothing'}"

    def to_json(self) -> dict[str, Any]:
        return {}


@dataclass(frozen=True)
class PassageTable(TableGame):
    palette: tuple[Colour, ...]
    rules: NoRules = field(default_factory=NoRules)

    @property
    def game(self) -> AnyGame:
        return GAME

    @property
    def reader(self) -> Reader:
        return Reader(self.palette)

    def model_of(self, layout: Mapping[str, Any]) -> PassageModel:
        return PassageModel(self.reader)

    def read_setup(self, units: Sequence[Unit], pins: Pins) -> TableSetup:
        """The one starting position, with the deviations from it as problems."""
        setup, model = parse_setup(STANDARD), PassageModel(self.reader)
        there, problems, things = model.sort(units), list[str](), []
        for square, piece in zip(SQUARES, setup, strict=True):
            shown = there.get(square, ())
            if (piece is None) != (not shown) or model.fit(square, piece, shown) < ODD:
                problems.append(model.describe(square, piece, shown))
            things += [thing_of(square, unit, (self.reader.best(unit),), f"on {square}") for unit in shown]
        return TableSetup(setup, model, tuple(problems), things=tuple(things))
