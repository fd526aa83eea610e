"""People who do not sit still: between two plays they point at pyramids, straighten one, or lift it and put
it back. Nothing of that belongs to the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from datasets.film.visits import Carry, Relaid, Touch, Visit, grip_of
from datasets.scene.scenes import Layout, Unit
from engine.game import Seat

OFTEN = 0.5
"""Share of the plays before which somebody's hand comes for nothing."""
POINTS = 0.4
"""Share of such hands that only point, at one to three pyramids."""
LIFTS = 0.3
"""Share of the others that put a pyramid back exactly where it was."""
OVER_MM, OFF_MM, TURN_DEG = 22.0, 7.0, 30.0
"""How high a finger points above a pyramid's grip; how far, and by what angle, one is moved at most."""

Place = tuple[int, int]
"""A place on the table in tenths of a millimetre."""


def restless(visits: Iterable[Visit], seed: int) -> tuple[Visit, ...]:
    """The visits of a film with other ones in between; later ones find what these have moved."""
    dice, moved, found = Random(f"restless {seed}"), _Moved(), list[Visit]()
    for visit in visits:
        if visit.kind != "take_back" and visit.before.units and dice.random() < OFTEN:
            points = dice.random() < POINTS
            found.append(_pointing(moved, visit, dice) if points else _straightening(moved, visit, dice))
        found.append(moved.visit(visit))
    return tuple(found)


class _Moved(Relaid):
    """What was moved so far, by its place in the film as it was."""

    def __init__(self) -> None:
        self._by: dict[Place, tuple[float, float, float]] = {}
        self._layouts: dict[int, tuple[Layout, Layout]] = {}

    def move(self, unit: Unit, by: tuple[float, float, float]) -> None:
        """Moves what stands at a unit's place by mm and degrees, from now on."""
        old = self._by.get(_place(unit.x_mm, unit.y_mm), (0.0, 0.0, 0.0))
        self._by[_place(unit.x_mm, unit.y_mm)] = (old[0] + by[0], old[1] + by[1], old[2] + by[2])
        self._layouts = {}

    def layout(self, old: Layout) -> Layout:
        """The layout as it is now, cached: the same object for the same argument."""
        if id(old) not in self._layouts:
            self._layouts[id(old)] = old, replace(old, units=tuple(map(self.unit, old.units)))
        return self._layouts[id(old)][1]

    def unit(self, unit: Unit) -> Unit:
        """A piece or stack where it is now."""
        dx, dy, turn = self._by.get(_place(unit.x_mm, unit.y_mm), (0.0, 0.0, 0.0))
        return replace(unit, x_mm=unit.x_mm + dx, y_mm=unit.y_mm + dy, heading_deg=unit.heading_deg + turn)

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Where something at a place (mm) is now."""
        dx, dy, _ = self._by.get(_place(x, y), (0.0, 0.0, 0.0))
        return x + dx, y + dy


def _place(x_mm: float, y_mm: float) -> Place:
    return round(10 * x_mm), round(10 * y_mm)


def _pointing(moved: _Moved, visit: Visit, dice: Random) -> Visit:
    """A finger over one pyramid or a few, of either player."""
    table = moved.layout(visit.before)
    count = dice.randint(1, min(3, len(table.units)))
    grips = (grip_of(unit) for unit in dice.sample(table.units, count))
    acts = tuple(Touch((x, y, z + OVER_MM), table) for x, y, z in grips)
    return Visit(dice.choice(list(Seat)), "point", (), table, acts)


def _straightening(moved: _Moved, visit: Visit, dice: Random) -> Visit:
    """A pyramid or stack taken up by the player who sits nearer, and put down nearly where it was."""
    old, before = dice.choice(visit.before.units), moved.layout(visit.before)
    unit = moved.unit(old)
    if dice.random() >= LIFTS:
        off = dice.uniform(-OFF_MM, OFF_MM), dice.uniform(-OFF_MM, OFF_MM)
        moved.move(old, (*off, dice.uniform(-TURN_DEG, TURN_DEG)))
    during = replace(before, units=tuple(each for each in before.units if each != unit))
    start, end = grip_of(unit), grip_of(moved.unit(old))
    carry = Carry((), start, end, during, moved.layout(visit.before), unit=unit)
    return Visit(Seat.NEAR if unit.y_mm < 0 else Seat.FAR, "straighten", (), before, (carry,))
