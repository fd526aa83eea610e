"""A simulated table of Logistics: a layout placed in millimetres and seen through a noisy reader."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from arbiter.table.stack_scoring import ways_to_show
from engine.game import Seat
from engine.initiative.model import Setup
from engine.logistics.model import Layout
from engine.pieces import PALETTES, Colour, Piece, Size
from tests.support.simulated.table_sim import TableSim, Thing
from vision.observation import Box, LevelReading, UnitObservation
from vision.track.summing import Unit, sum_unit

PITCH, ROW_Y, VAULT_X = 72.0, 55.0, 70.0
NOBODY = Setup((), (), ())


@dataclass
class LogisticsSim(TableSim):
    """The table of one game; `lay` puts a layout on it. Pieces that are not moved keep their looks."""

    setup: Setup = field(default_factory=lambda: NOBODY)
    layout: Layout | None = None
    stock_in_view: bool = True
    echo: float = 0.0
    """The share of things read with an extra level, which repeats the colour of another."""
    unseen: set[str] = field(default_factory=set)
    """The names of things that the detector misses."""
    pictures: tuple[str, ...] = ()
    """Cards whose picture looks like a pyramid when nothing stands on them."""
    fickle: float = 0.0
    """How often a picture looks like another pyramid, or like none, after a hand was over the table."""
    blurred: tuple[str, ...] = ()
    """Cards on which the top pyramid is always read as another size."""

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        if self.layout is not None:
            self.lay(self.layout)

    def lay(self, layout: Layout) -> None:
        """Put this layout on the table; pieces that stay in a heap keep their places."""
        old = {thing.name: thing for thing in self.things}
        self.layout, self.things = layout, []
        for name, stack, x, y in stacks(layout):
            before = old.get(name)
            if before is not None and before.pieces == stack[::-1]:
                self.things.append(before)
            elif stack:
                self._put(name, stack[::-1], x, y)
        for name, pieces, slots in heaps(layout, self.stock_in_view):
            left = list(pieces)
            for thing in old.values():
                if thing.name.startswith(name) and thing.pieces[0] in left:
                    self.things.append(thing)
                    left.remove(thing.pieces[0])
            taken = {thing.name for thing in self.things}
            free = ((f"{name} {k}", *slot) for k, slot in enumerate(slots) if f"{name} {k}" not in taken)
            for piece, (slot, x, y) in zip(left, free, strict=False):
                self._put(slot, (piece,), x, y)
        self._show_pictures(layout)

    def _show_pictures(self, layout: Layout) -> None:
        """Show the uncovered pictures as whatever they look like now."""
        for name, stack, x, y in stacks(layout):
            if name not in self.pictures:
                continue
            mood = random.Random(f"{self.seed} {name}")
            looks, at = random_look(mood, self.palette), (mood.uniform(-12, 12), mood.uniform(-25, 25))
            if self.fickle and self.rng.random() < self.fickle:
                looks = () if self.rng.random() < 0.3 else random_look(self.rng, self.palette)
            if looks and (not stack or max(map(abs, at)) > 16):
                self._put(f"picture {name}", looks, x + at[0], y + at[1])

    def _see(self, thing: Thing) -> UnitObservation:
        if thing.name in self.blurred:
            thing = replace(thing, pieces=(misread(thing.pieces[0]), *thing.pieces[1:]))
        seen = super()._see(thing)
        ways = ways_to_show(tuple(piece.size for piece in reversed(thing.pieces)))
        shown = self.rng.choices([way for way, _ in ways], [weight for _, weight in ways])[0]
        top = len(thing.pieces) - 1
        levels = tuple(self._level(thing.pieces[top - k], thing.lookalikes[top - k]) for k in shown)
        sure = 0.85
        p_levels = {n: (sure if n == len(levels) else (1 - sure) / 4) for n in range(1, 6)}
        for_good = random.Random(f"{self.seed} {thing.name} {thing.pieces}")
        if for_good.random() < self.echo and len(levels) < 5:
            at = for_good.randrange(len(levels))
            levels = (*levels[: at + 1], self._echo(levels[at], for_good), *levels[at + 1 :])
            p_levels = {n: p / 3 for n, p in p_levels.items()} | {len(levels): 0.57, len(levels) - 1: 0.36}
        return UnitObservation(
            seen.x_mm, seen.y_mm, seen.posture, seen.p_upright, seen.heading_deg, levels, p_levels,
            seen.bbox_px, seen.confidence,
        )  # fmt: skip

    def _echo(self, level: LevelReading, rng: random.Random) -> LevelReading:
        """A level of the same colour in a random size, read with the same certainty."""
        size = rng.choice(list(Size))
        return LevelReading(level.p_colour, self._label(list(Size), size, size))

    def _visible(self, thing: Thing, hands: tuple[Box, ...]) -> bool:
        return super()._visible(thing, hands) and thing.name not in self.unseen

    def units(self, frames: int = 5) -> list[Unit]:
        """The table's units, summed over some still frames."""
        palette = self.palette
        found = []
        for thing in self.things:
            if self.rng.random() >= self.noise.burst and thing.name not in self.unseen:
                found.append(sum_unit([self._see(thing) for _ in range(frames)], palette))
        return found


def random_look(rng: random.Random, palette: Sequence[Colour]) -> tuple[Piece, ...]:
    """A pyramid, or one on another, that a picture may be read as."""
    return tuple(Piece(rng.choice(list(Size)), rng.choice(palette)) for _ in range(rng.choice((1, 1, 2))))


def misread(piece: Piece) -> Piece:
    """The pyramid of the next size."""
    return Piece(Size.MEDIUM if piece.size is not Size.MEDIUM else Size.LARGE, piece.colour)


def stacks(layout: Layout) -> Iterator[tuple[str, tuple[Piece, ...], float, float]]:
    """The name, pieces (bottom to top) and place (mm) of every card's stack."""
    for seat in Seat:
        side, sign = layout.side(seat), 1 if seat is Seat.NEAR else -1
        for number, stack in enumerate(side.cards, start=1):
            x = (number - (len(side.cards) + 1) / 2) * PITCH * sign
            yield f"{seat}{number}", stack, x, -sign * ROW_Y


def heaps(layout: Layout, stocks: bool) -> Iterator[tuple[str, tuple[Piece, ...], list[tuple[float, float]]]]:
    """The name, pieces and places (mm) of every vault and stock; all pieces lie singly."""
    for seat in Seat:
        side, sign = layout.side(seat), 1 if seat is Seat.NEAR else -1
        end = (len(side.cards) + 1) / 2 * PITCH
        vault = [(sign * (end + 5 + 26 * (k // 4)), -sign * (ROW_Y - 39 + 26 * (k % 4))) for k in range(64)]
        yield f"{seat} vault", side.vault, vault
        stock = [(sign * (-220 + 30 * (k % 16)), -sign * (150 + 30 * (k // 16))) for k in range(64)]
        yield f"{seat} stock", side.stock if stocks else (), stock


RAINBOW = PALETTES["rainbow"]
