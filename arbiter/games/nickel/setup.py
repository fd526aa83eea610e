"""Nickel's set-up read off the table: the board is found, and its 25 pyramids are named jointly."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np

from arbiter.games.nickel.board_grid import Grid, find_grid, on_squares
from arbiter.games.nickel.inventory import TURNS_DEG, nickel_inventory, pyramid_scores
from arbiter.games.nickel.table import OFF, NickelModel, square_name
from arbiter.table.inventories import NAMED
from arbiter.table.model import Doubt, MarkedTable, Pins, TableSetup
from arbiter.table.scoring import Reader
from arbiter.table.setup.by_hand import (
    NOTHING,
    NOTHING_WORDS,
    PIECE,
    Choice,
    Choices,
    Thing,
    standing,
    unplaced,
)
from engine.definition import AnyGame
from engine.game import MalformedMove, Seat
from engine.message import Messages, just
from engine.nickel.game import GAME
from engine.nickel.model import SIDE, SQUARES, Orientation, Pyramid, Rules, Setup
from engine.nickel.notation import LETTER, parse_pyramid
from engine.nickel.status import setup_faults
from engine.pieces import Colour, Piece
from vision.labelling.account import Account, account
from vision.labelling.inventory import STRAIN, Problem
from vision.track.summing import Unit

say = Messages("arbiter.games.nickel")

LEAST = 20
"""Least number of pyramids on squares of their own for the board to be found."""
PLAIN_COLOURS = 7
"""The number of colours of a larger palette, those seen most, from which the five are chosen."""
PIN_MM = 10.0
FORCED = 3.0
"""Log units by which a pyramid may look more like another kind than like the only one left for it."""
STANDS = 0.87
"""Least probability with which a standing pyramid is read as standing. The lowest of 15 on films was 0.93; of
23 that lay pointing away from the camera, three were read as standing, with 0.59 to 0.81."""
STANDS_AWAY = 0.97
"""The same for one that, if lying, would point away from the camera, which hides its heading."""
AWAY_DEG = 30.0
"""The greatest angle from pointing away at which a lying pyramid may look as if it stood."""
LOG_STANDS = 0.97 * STRAIN
"""The most that an apparent posture counts against a lying pyramid."""
NO_BOARD = say("no_board")


@dataclass(frozen=True)
class NickelTable(MarkedTable):
    """A `TableGame`; ``palette`` are all colours that may occur, including those of ``tokens``.

    ``tokens``: the colours of near's and far's pyramid tokens; empty for stones or coins. ``grid``: where the
    board is, if people showed it; otherwise it is found by its pyramids.
    """

    complete = True

    rules: Rules
    palette: tuple[Colour, ...]
    tokens: Mapping[Seat, Colour] = field(default_factory=dict)
    grid: Grid | None = None

    @property
    def game(self) -> AnyGame:
        return GAME

    @property
    def reader(self) -> Reader:
        more = tuple(colour for colour in self.tokens.values() if colour not in self.palette)
        return Reader((*self.palette, *more))

    def marked(self, corners: Sequence[tuple[float, float]]) -> NickelTable:
        """The table with the board between these corners (mm), near left first; raises ``ValueError``."""
        return replace(self, grid=Grid.of_corners(corners))

    def model_of(self, layout: Mapping[str, Any]) -> NickelModel:
        tokens = {Seat(seat): Colour(colour) for seat, colour in layout["tokens"].items()}
        odd = layout.get("odd", ())
        oddities = {(str(n), Pyramid(Colour(c), Orientation(w))): float(fit) for n, c, w, fit in odd}
        seen = ((Seat(s), Pyramid(Colour(c), Orientation(w))) for s, c, w in layout.get("stones", ()))
        clutter = tuple((float(x), float(y)) for x, y in layout.get("clutter", ()))
        grid = Grid.from_json(layout["grid"])
        return NickelModel(grid, self.reader, tokens, oddities, frozenset(seen), clutter)

    def read_setup(self, units: Sequence[Unit], pins: Pins) -> TableSetup:
        units = standing(units, pins)
        loose = unplaced(units, self.reader)
        grid = self.grid or find_grid([(unit.x_mm, unit.y_mm) for unit in units], LEAST)
        if grid is None:
            return TableSetup(problems=(NO_BOARD,), things=loose)
        model = NickelModel(grid, self.reader, dict(self.tokens))
        squares, crowded = by_square(model, units)
        if crowded or len(squares) < LEAST:
            lines = tuple(say("crowded", square=name) for name in crowded)
            return TableSetup(problems=lines or (NO_BOARD,), things=loose)
        names, found = list(squares), list(squares.values())
        kinds, scores = self.colours(found, model, pins)
        named = account(Problem(scores, nickel_inventory(kinds)))
        if any(label is None for label in named.labels):
            scores = _allowing_lying(scores, found, named.labels, nickel_inventory(kinds).labels)
            named = account(Problem(scores, nickel_inventory(kinds)))
        cells = {name: named.labels[i] or model.best(found[i]) for i, name in enumerate(names)}
        setup = Setup(tuple(cells.get(name) for name in SQUARES))
        model = model.with_oddities({name: unit for name, unit in squares.items() if unit.hits}, setup)
        model = model.with_clutter(model.sort(units).get(OFF, ()))
        problems = tuple(line for _, line in setup_faults(setup))
        looks = unsure(found, named, kinds, scores, model)
        if problems:  # the board may be right and only misread
            looks = {i: look for i, look in looks.items() if i not in _pinned(found, pins)}
        ordered = sorted(looks, key=lambda i: looks[i] == named.labels[i])
        doubts = tuple(_doubt(names[i], found[i], named, kinds, i, looks[i]) for i in ordered)
        shown = tuple(_things(model, squares, setup, {names[i] for i in looks}))
        return TableSetup(setup, model, problems, doubts, shown)

    def choices(self) -> Choices:
        plain = [colour for colour in self.palette if colour not in self.tokens.values()]
        kinds = ([Pyramid(colour, way) for way in Orientation] for colour in plain)
        rows = (tuple(Choice(_typed(k), _glyph(k), just(k.message)) for k in row) for row in kinds)
        return {PIECE: tuple(rows)}

    def meant(self, thing: Thing, what: str) -> tuple[Any, int]:
        if what.lower() in NOTHING_WORDS:
            return NOTHING, 0
        try:
            return parse_pyramid(what), 1
        except MalformedMove:
            raise ValueError(say("setup_no_board_pyramid", quoted=f"{what!r}")) from None

    def colours(
        self, units: Sequence[Unit], model: NickelModel, pins: Pins
    ) -> tuple[tuple[Colour, ...], np.ndarray]:
        """The five best-fitting colours, with the scores (n, 25) of their pyramids."""
        best: tuple[float, tuple[Colour, ...], np.ndarray] | None = None
        for colours in combinations(self._plain(units), SIDE):
            labels = nickel_inventory(colours).labels
            scores = pyramid_scores(units, labels, model.reader.palette, model.north_deg)
            for row, pyramid in _pinned(units, pins).items():
                if pyramid in labels:
                    scores[row, labels.index(pyramid)] += NAMED
            problem = Problem(scores, nickel_inventory(colours))
            weight = problem.weight(problem.best())
            if best is None or weight > best[0]:
                best = weight, colours, scores
        assert best is not None
        return best[1], best[2]

    def _plain(self, units: Sequence[Unit]) -> tuple[Colour, ...]:
        """The possible colours of the board, in the palette's order; of many, those seen most."""
        reader = self.reader
        usable = [colour for colour in reader.palette if colour not in self.tokens.values()]
        logs = np.array([unit.levels[0].colour for unit in units])
        shares = np.exp(logs - np.logaddexp.reduce(logs, axis=1, keepdims=True)).sum(axis=0)
        usable.sort(key=lambda colour: -shares[reader.palette.index(colour)])
        kept = usable[:PLAIN_COLOURS]
        return tuple(colour for colour in reader.palette if colour in kept)


def _things(
    model: NickelModel, squares: Mapping[str, Unit], setup: Setup, unsure: Container[str]
) -> Iterator[Thing]:
    """Every square as shown; those without a pyramid, or with one too many of a kind, are uncertain."""
    counts = Counter(setup.board)
    for index, (name, cell) in enumerate(zip(SQUARES, setup.board, strict=True)):
        where = say("on_square", square=name)
        if name not in squares or not isinstance(cell, Pyramid):
            at = model.grid.place(index % SIDE, index // SIDE)
            yield Thing(name, at, (0.0, 0.0, 0.0, 0.0), (), NOTHING, None, where, sure=False)
            continue
        unit = squares[name]
        piece = Piece(model.reader.best(unit).size, cell.colour)
        turn = TURNS_DEG.get(cell.orientation)
        heading = None if turn is None else (model.north_deg + turn) % 360
        sure = name not in unsure and counts[cell] == 1
        at, words = (unit.x_mm, unit.y_mm), just(cell.message)
        yield Thing(name, at, unit.bbox_px, (piece,), _typed(cell), words, where, sure, heading_deg=heading)


def _typed(pyramid: Pyramid) -> str:
    return f"{LETTER[pyramid.orientation]}{pyramid.colour}"


def _glyph(pyramid: Pyramid) -> str:
    return f"{pyramid.orientation}-{pyramid.colour}"


def by_square(model: NickelModel, units: Sequence[Unit]) -> tuple[dict[str, Unit], list[str]]:
    """The most certain unit on each square, and the squares with more than one certain unit."""
    cells = on_squares(model.grid, np.array([(unit.x_mm, unit.y_mm) for unit in units]), 0.5)
    found: dict[str, list[Unit]] = {}
    for i, cell in cells.items():
        found.setdefault(square_name(*cell), []).append(units[i])
    surest = {name: max(own, key=lambda unit: unit.confidence) for name, own in found.items()}
    crowded = [name for name, own in found.items() if sum(not unit.doubtful for unit in own) > 1]
    return surest, sorted(crowded)


def _pinned(units: Sequence[Unit], pins: Pins) -> dict[int, Pyramid]:
    """The pyramids that people named, by the index of their unit."""
    return {
        row: pyramid
        for place, pyramid in pins.items()
        for row, unit in enumerate(units)
        if math.dist(place, (unit.x_mm, unit.y_mm)) < PIN_MM
    }


def unsure(
    units: Sequence[Unit],
    named: Account[Pyramid],
    colours: tuple[Colour, ...],
    scores: np.ndarray,
    model: NickelModel,
) -> dict[int, Pyramid]:
    """The units to ask about, with what they look like: uncertain ones, and those that only the others force
    to be something other than they look."""
    kinds = nickel_inventory(colours).labels
    own = [scores[i, kinds.index(label)] if label else 0.0 for i, label in enumerate(named.labels)]
    forced = {i for i in range(len(units)) if float(scores[i].max()) - own[i] > FORCED}
    looks = {i: model.best(units[i]) for i in sorted({*named.unreadable, *forced})}
    if not looks:
        return {}
    away = _away_deg(units)
    turns = [TURNS_DEG.get(label.orientation) if label else None for label in named.labels]
    hidden = [turn is not None and _apart(model.north_deg + turn, away) < AWAY_DEG for turn in turns]
    return {
        i: look
        for i, look in looks.items()
        if not _points_away(units[i], look, named.labels[i], STANDS_AWAY if hidden[i] else STANDS)
    }


def _away_deg(units: Sequence[Unit]) -> float:
    """The heading on the table that points up in the picture, near some units."""
    boxes = np.array([unit.bbox_px for unit in units], float)
    pixels = (boxes[:, :2] + boxes[:, 2:]) / 2
    places = np.column_stack([[(unit.x_mm, unit.y_mm) for unit in units], np.ones(len(units))])
    over = np.linalg.lstsq(places, pixels, rcond=None)[0][:2].T  # pixels per mm, (2, 2)
    x, y = np.linalg.lstsq(over, np.array([0.0, -1.0]), rcond=None)[0]
    return math.degrees(math.atan2(y, x))


def _apart(a_deg: float, b_deg: float) -> float:
    return abs((a_deg - b_deg + 180) % 360 - 180)


def _allowing_lying(
    scores: np.ndarray,
    units: Sequence[Unit],
    named: Sequence[Pyramid | None],
    labels: Sequence[Pyramid],
) -> np.ndarray:
    """Scores (n, K) in which an unnamed unit that looks upright may be the lying pyramid left over: one that
    points away from the camera looks upright, and is asked about."""
    up = np.array([label.orientation is Orientation.UP for label in labels])
    of = np.array([[label.colour is other.colour for other in labels] for label in labels])
    found = scores.copy()
    for row, unit in enumerate(units):
        eased = named[row] is None and unit.heading_deg is None
        for k in np.flatnonzero(~up) if eased else ():
            gap = scores[row, of[k] & up].max() - scores[row, k]
            found[row, k] += max(0.0, gap - LOG_STANDS * math.tanh(max(gap, 0.0) / LOG_STANDS))
    return found


def _points_away(unit: Unit, looks: Pyramid, label: Pyramid | None, stands: float) -> bool:
    """Whether an apparently standing pyramid, less certain than ``stands``, lies: one that points away from
    the camera looks upright, and the other pyramids leave it no other place."""
    if label is None or looks.orientation is not Orientation.UP or label.orientation is Orientation.UP:
        return False
    return looks.colour is label.colour and unit.p_upright < stands


def _doubt(
    square: str, unit: Unit, named: Account[Pyramid], colours: tuple[Colour, ...], row: int, looks: Pyramid
) -> Doubt:
    """The question what a pyramid is; it may be a second one of its kind, if one was missing."""
    kinds = nickel_inventory(colours).labels
    first = [kinds.index(looks)] if looks in kinds else []
    ranked = np.argsort(-named.shares[row, : len(kinds)], kind="stable")
    best = list(dict.fromkeys([*first, *(int(k) for k in ranked)]))
    text, label = say("what", square=square), named.labels[row]
    if label is not None and looks != label and looks in named.labels:
        text = say("second", square=square, pyramid=looks.message, pyramid2=label.message)
    return Doubt(
        text,
        (unit.x_mm, unit.y_mm),
        tuple(just(kinds[k].message) for k in best),
        tuple(kinds[k] for k in best),
        tuple(float(named.shares[row, k]) for k in best),
        unit.bbox_px,
    )
