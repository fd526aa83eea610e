"""A simulated table: a round is acted out and seen through a noisy reader as a stream of observations.

All randomness comes from one seeded generator. The observations are what vision would deliver:
table-frame positions, label probabilities, hands as boxes in the picture, dropped and false units.
"""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from arbiter.table.window import Window
from engine.game import Seat
from engine.initiative.examples import ExampleRound
from engine.initiative.model import Play, Setup
from engine.initiative.notation import parse_play
from engine.initiative.stack import move_colour
from engine.pieces import PALETTES, Colour, Piece, Posture, Size
from vision.observation import Box, LevelReading, TableObservation, UnitObservation

SIZES = tuple(Size)


@dataclass(frozen=True)
class Noise:
    """How noisy the reader is.

    ``p_right`` is the range from which each frame draws the probability of the right label; ``wrong`` the
    chance that a level has a wrong label in a frame; ``bias`` the chance that a piece permanently resembles
    another colour or size, which gets ``bias_share`` times the right label's probability;
    ``drop`` the chance that a unit is missing from a frame and ``burst`` that it goes missing for up to a
    second; ``false`` the chance of a false unit in a frame, ``hidden_shows`` that a hidden piece is seen.
    """

    sigma_mm: float = 1.5
    p_right: tuple[float, float] = (0.9, 0.99)
    wrong: float = 0.0
    bias: float = 0.0
    bias_share: float = 0.6
    drop: float = 0.0
    burst: float = 0.0
    false: float = 0.0
    hidden_shows: float = 0.0


CLEAN = Noise()
ROUGH = Noise(
    p_right=(0.3, 1.0), wrong=0.03, bias=0.15, drop=0.03, burst=0.002, false=0.01, hidden_shows=0.05
)


@dataclass
class Thing:
    """A piece or stack on the simulated table; ``pieces`` from top to bottom."""

    name: str
    pieces: tuple[Piece, ...]
    x: float
    y: float
    heading: float | None = None
    lookalikes: tuple[tuple[Colour, Size], ...] = ()
    away_until: int = -1


@dataclass
class TableSim:
    """The table, its players' hands and the reader; methods yield observations, one for each frame."""

    setup: Setup
    seed: int = 0
    noise: Noise = CLEAN
    fps: float = 8.0
    palette: tuple[Colour, ...] = PALETTES["rainbow"]
    shuffle: bool = False
    rest_hand: bool = False
    time: float = 0.0
    frame: int = 0
    things: list[Thing] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.columns = {Seat.NEAR: 0, Seat.FAR: 0}
        size = self.setup.stack_size or Size.SMALL
        for seat in Seat:
            pieces = list(self.setup.inventory(seat))
            if self.shuffle:
                self.rng.shuffle(pieces)
            for i, piece in enumerate(pieces):
                self._put(f"{seat}-inventory", (piece,), -160 + 35 * i, self._side(seat) * 190)
        self._put("stack", tuple(Piece(size, c) for c in self.setup.stack), 260, 0)

    @staticmethod
    def _side(seat: Seat) -> int:
        return -1 if seat is Seat.NEAR else 1

    def _put(
        self, name: str, pieces: tuple[Piece, ...], x: float, y: float, heading: float | None = None
    ) -> Thing:
        looks = tuple(self._lookalike(piece) for piece in pieces)
        at = x + self.rng.uniform(-3, 3), y + self.rng.uniform(-3, 3)
        thing = Thing(name, pieces, *at, heading, looks)
        self.things.append(thing)
        return thing

    def _lookalike(self, piece: Piece) -> tuple[Colour, Size]:
        """The piece that a piece is persistently confused with; for most, itself."""
        colour, size = piece.colour, piece.size
        if self.rng.random() < self.noise.bias:
            if self.rng.random() < 0.6:
                colour = self.rng.choice(self.palette)
            else:
                size = Size(min(3, max(1, size + self.rng.choice([-1, 1]))))
        return colour, size

    # ----- time passing

    def rested(self, seconds: float = 1.0) -> Window:
        """What the table shows over some seconds at rest."""
        return functools.reduce(Window.add, self.still(seconds), Window())

    def still(self, seconds: float) -> Iterator[TableObservation]:
        """Nobody touches the table."""
        hands = (self._hand_box(-260, -260),) if self.rest_hand else ()
        for _ in range(max(1, round(seconds * self.fps))):
            yield self._observe(hands, True)

    def hand(self, x: float, y: float, seconds: float = 0.8) -> Iterator[TableObservation]:
        """A hand is over the table at a place (mm), moving."""
        for _ in range(max(1, round(seconds * self.fps))):
            yield self._observe((self._hand_box(x, y),), False)

    def _hand_box(self, x: float, y: float) -> Box:
        u, v = self._pixel(x, y)
        return (u - 60, v - 60, u + 60, v + 60)

    @staticmethod
    def _pixel(x: float, y: float) -> tuple[float, float]:
        return 640 + 1.6 * x, 360 - 1.6 * y

    # ----- what players do

    def play(self, play: Play, pause: float = 2.0) -> Iterator[TableObservation]:
        """Make a play; a stack move follows with its own pause."""
        x, y = self._next_place(play.seat)
        yield from self.hand(x, y * 2)
        for piece in play.pieces:
            self.things.remove(self.find(play.seat, piece))
        yield from self.hand(x, y, 0.4)
        heading = None if not play.call else (90.0 if play.seat is Seat.NEAR else 270.0)
        if heading is not None:
            heading = float((heading + self.rng.gauss(0, 8)) % 360)
        self._put(f"{play.seat}-row", play.pieces, x, y, heading)
        self.columns[play.seat] += 1
        yield from self.still(pause)
        if play.shift:
            yield from self.move_stack(play.piece.colour, play.shift, pause)

    def _next_place(self, seat: Seat) -> tuple[float, float]:
        return -150 + 38 * self.columns[seat], self._side(seat) * 45

    def move_stack(self, colour: Colour, shift: int, pause: float = 2.0) -> Iterator[TableObservation]:
        """Take the initiative stack apart and put it together in another order."""
        stack = next(thing for thing in self.things if thing.name == "stack")
        order = move_colour(tuple(p.colour for p in stack.pieces), colour, shift)
        size = stack.pieces[0].size
        yield from self.hand(stack.x, stack.y, 0.6)
        self.things.remove(stack)
        parts = [
            self._put("part", (piece,), 235 + 25 * (i % 3), -25 + 50 * (i // 3))
            for i, piece in enumerate(stack.pieces[:3])
        ]
        self._put("part-rest", stack.pieces[3:], 262, 2)
        yield from self.still(0.6)
        yield from self.hand(stack.x, stack.y, 0.6)
        self.things = [t for t in self.things if not t.name.startswith("part")]
        del parts
        self._put("stack", tuple(Piece(size, c) for c in order), 260, 0)
        yield from self.still(pause)

    def take_back(self, seat: Seat, pause: float = 2.0) -> Iterator[TableObservation]:
        """Return the last thing in a row to its inventory."""
        thing = [t for t in self.things if t.name == f"{seat}-row"][-1]
        yield from self.hand(thing.x, thing.y, 0.5)
        self.things.remove(thing)
        self.columns[seat] -= 1
        yield from self.hand(thing.x, thing.y * 3, 0.5)
        for i, piece in enumerate(thing.pieces):
            self._put(f"{seat}-inventory", (piece,), 205 + 30 * i, self._side(seat) * 190)
        yield from self.still(pause)

    def find(self, seat: Seat, piece: Piece) -> Thing:
        """A piece of an inventory."""
        return next(t for t in self.things if t.name == f"{seat}-inventory" and t.pieces == (piece,))

    # ----- seeing

    def _observe(self, hands: tuple[Box, ...], still: bool) -> TableObservation:
        units = [self._see(thing) for thing in self.things if self._visible(thing, hands)]
        if self.rng.random() < self.noise.false:
            x, y = self.rng.uniform(-250, 250), self.rng.uniform(-200, 200)
            piece = Piece(Size.SMALL, self.palette[0])
            units.append(self._see(Thing("false", (piece,), x, y, None, ((piece.colour, piece.size),))))
        self.frame += 1
        self.time += 1 / self.fps
        return TableObservation(self.time, self.frame, tuple(units), hands, still, True)

    def _visible(self, thing: Thing, hands: tuple[Box, ...]) -> bool:
        u, v = self._pixel(thing.x, thing.y)
        if any(b[0] < u < b[2] and b[1] < v < b[3] for b in hands):
            return False
        if self.rng.random() < self.noise.burst:
            thing.away_until = self.frame + self.rng.randint(2, max(3, int(self.fps)))
        return self.frame >= thing.away_until and self.rng.random() >= self.noise.drop

    def _see(self, thing: Thing) -> UnitObservation:
        levels = [self._level(p, look) for p, look in zip(thing.pieces, thing.lookalikes, strict=True)]
        shown = len(levels)
        if thing.name != "stack" and shown == 2 and thing.pieces[1].size < thing.pieces[0].size:
            shown = 2 if self.rng.random() < self.noise.hidden_shows else 1
        dx, dy = (self.rng.gauss(0, self.noise.sigma_mm) for _ in range(2))
        u, v = self._pixel(thing.x, thing.y)
        sure = 0.9
        p_levels = {n: (sure if n == shown else (1 - sure) / 4) for n in range(1, 6)}
        flat = thing.heading is not None
        return UnitObservation(
            thing.x + dx,
            thing.y + dy,
            Posture.FLAT if flat else Posture.UPRIGHT,
            0.08 if flat else 0.95,
            thing.heading,
            tuple(levels[:shown]),
            p_levels,
            (u - 14, v - 26, u + 14, v + 10),
            0.9,
        )

    def _level(self, piece: Piece, look: tuple[Colour, Size]) -> LevelReading:
        colours = self._label(self.palette, piece.colour, look[0])
        return LevelReading(colours, self._label(SIZES, piece.size, look[1]))

    def _label(self, labels: tuple, right: object, look: object) -> dict:
        """Label probabilities: highest for the right one, unless the reader errs or the piece misleads."""
        noise, draw = self.noise, self.rng.random
        if draw() < noise.wrong:
            right = self.rng.choice(labels)
        low, high = noise.p_right
        p = low + (high - low) * draw()
        others = [label for label in labels if label is not right]
        weights = [-math.log(1.0 - draw()) for _ in others]  # same values as ``expovariate`` in half the time
        total = sum(weights)
        shares = {o: (1 - p) * w / total for o, w in zip(others, weights, strict=True)}
        shares[right] = p
        if look != right:
            both = shares[right] + shares[look]
            shares[look] = both * noise.bias_share / (1 + noise.bias_share)
            shares[right] = both - shares[look]
        return shares


def act_out(round_: ExampleRound, sim: TableSim, pause: float = 2.0) -> Iterator[TableObservation]:
    """A whole example round as observations; virtual plays move nothing."""
    yield from sim.still(2.5)
    state = round_.start()
    for step in round_.steps:
        play = parse_play(step.text, state, check=False)
        if step.kind == "take_back":
            yield from sim.take_back(step.seat, pause)
            continue
        if not play.virtual:
            yield from sim.play(play, pause)
        if step.kind == "play":
            state = state.apply(play).state
    yield from sim.still(6.0)


class NoPictures:
    """The part of `vision.observation.Tints` that shows pictures: there are none of a simulated table."""

    def patch(self, x_mm: float, y_mm: float) -> NDArray[np.float32] | None:
        return None

    def crop(self, box_px: Box) -> NDArray[np.float32] | None:
        return None
