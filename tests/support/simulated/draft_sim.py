"""A simulated draft: a stack, three rows across the middle, and each player's pyramids on their side."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.game import Seat
from engine.initiative.draft_model import Draw, Move, Take
from engine.initiative.drafting import Stack
from engine.initiative.model import Setup
from engine.pieces import PALETTES, Colour, Size
from tests.support.simulated.table_sim import CLEAN, Noise, TableSim, Thing
from vision.observation import TableObservation

PLACES = {1: -105.0, 2: 4.0, 3: 112.0}
ASIDE = 240.0


def stack_of(seed: int, palette: tuple[Colour, ...] = PALETTES["rainbow"]) -> Stack:
    """A shuffled initiative stack of a random size."""
    dice = random.Random(seed)
    return Stack(tuple(dice.sample(palette, 5)), dice.choice(list(Size)))


@dataclass
class DraftSim(TableSim):
    """The table; things at a marker are named like ``marker 2``, things taken like ``near``."""

    setup: Setup = field(init=False)
    stack: Stack = field(default_factory=lambda: stack_of(0))
    seed: int = 0
    noise: Noise = CLEAN

    def __post_init__(self) -> None:
        self.setup = Setup((), (), self.stack.colours, self.stack.size)
        super().__post_init__()
        self.things[0].x = ASIDE

    def lying(self, name: str) -> list[Thing]:
        """The things at a marker or on a side."""
        return [thing for thing in self.things if thing.name == name]

    def act(self, move: Move, pause: float = 2.0) -> Iterator[TableObservation]:
        """Act a draw or a take."""
        return self.draw(move, pause) if isinstance(move, Draw) else self.take(move, pause)

    def draw(self, move: Draw, pause: float = 2.0) -> Iterator[TableObservation]:
        """Put a pyramid from the bag beside a marker."""
        name = f"marker {move.marker}"
        x = PLACES[move.marker] + 26 * len(self.lying(name)) - 13
        yield from self.hand(x, self._side(move.seat) * 30)
        self._put(name, (move.piece,), x, self.rng.uniform(-15, 15))
        yield from self.still(pause)

    def take(self, move: Take, pause: float = 2.0) -> Iterator[TableObservation]:
        """Move a row, or the part that is kept, to the taker's side."""
        row = self.lying(f"marker {move.marker}")
        wanted = list(move.keep) or [thing.pieces[0] for thing in row]
        yield from self.hand(PLACES[move.marker], 0)
        for thing in row:
            if thing.pieces[0] in wanted:
                wanted.remove(thing.pieces[0])
                self.stow(thing, move.seat)
        yield from self.hand(0, self._side(move.seat) * 190, 0.6)
        yield from self.still(pause)

    def stow(self, thing: Thing, seat: Seat) -> None:
        """Put a pyramid on a player's side, beside those already there."""
        count = len(self.lying(str(seat)))
        self.things.remove(thing)
        self.things.append(thing)
        thing.name = str(seat)
        thing.x = -160 + 36 * count + self.rng.uniform(-3, 3)
        thing.y = self._side(seat) * (190 + self.rng.uniform(-5, 5))

    def undo(self, move: Move, count: int = 1, pause: float = 2.0) -> Iterator[TableObservation]:
        """Return a draw to the bag, or the last ``count`` pyramids taken to their marker."""
        name = f"marker {move.marker}"
        own = self.lying(name if isinstance(move, Draw) else str(move.seat))[-count:]
        yield from self.hand(own[0].x, own[0].y)
        for thing in own:
            if isinstance(move, Draw):
                self.things.remove(thing)
                continue
            thing.x, thing.y = PLACES[move.marker] + 26 * len(self.lying(name)) - 13, 0.0
            thing.name = name
        yield from self.hand(PLACES[move.marker], 0, 0.5)
        yield from self.still(pause)

    def arrange(self, pause: float = 2.0) -> Iterator[TableObservation]:
        """Both players set their ten pyramids up for the game."""
        for seat in Seat:
            yield from self.hand(0, self._side(seat) * 190)
            things = self.lying(str(seat))
            self.rng.shuffle(things)
            for i, thing in enumerate(things):
                thing.name, thing.x, thing.y = f"{seat}-inventory", -160 + 35 * i, self._side(seat) * 190.0
        yield from self.hand(0, 0)
        self.things = [thing for thing in self.things if not thing.name.startswith("marker")]
        yield from self.still(pause)
