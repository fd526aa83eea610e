"""A round that people began before its set-up was read: which plays stand in the rows, and who led.

The set-up is what stands in the inventories and the rows together. The order of the plays is that in which
pyramids came into the rows; of those that stood there when the table was first seen whole only the place
along the row is known, counted from either end. An order counts if the rules allow all its plays, one after
another (I1, I2): who led follows from that, or is asked. Of two pyramids on each other the lower one was
sacrificed (I4); one that is wholly hidden by the upper one is not made out. How the initiative stack was
moved for a sacrifice follows from how it stood before, if that was seen; else it was moved only if the rules
allow no order of plays otherwise.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, islice, product

from arbiter.events.ledger import judge
from arbiter.games.initiative.setup.reading import SetupReading, in_rows
from arbiter.games.initiative.setup.worlds import Order
from arbiter.table.budget import Budget, Search
from engine.game import Seat
from engine.initiative.model import Play, Rules
from engine.initiative.stack import legal_shifts, move_colour, room
from engine.initiative.state import State
from engine.pieces import Size
from vision.track.summing import Unit

SAME_MM = 15.0
"""A pyramid this near to where one was is the same."""
LYING = 0.4
"""A small pyramid less likely upright than this calls its colour (I8)."""
AT_FIRST = -math.inf

Place = tuple[float, float]


@dataclass(frozen=True)
class Laid:
    """A pyramid in a row: the play that it makes, and since when it stands there (``AT_FIRST`` if the table
    has not been seen whole without it)."""

    play: Play
    unit: Unit
    since_s: float

    @property
    def place(self) -> Place:
        """Where it stands (mm)."""
        return self.unit.x_mm, self.unit.y_mm


Way = tuple[Laid, ...]
"""An order of the plays that the rules allow."""
ENOUGH = 2
"""With so many orders that begin alike, people cannot be asked which it was: more need not be found."""


@dataclass(frozen=True)
class RowsSeen:
    """Since when pyramids stand in the rows; ``whole`` once the table was seen with all its pyramids."""

    since: Mapping[Place, float] = field(default_factory=dict)
    whole: bool = False

    def seen(self, places: Iterable[Place], time_s: float, whole: bool) -> RowsSeen:
        """With the rows of one more still table; of one that is not ``whole`` nothing is forgotten."""
        now = time_s if self.whole else AT_FIRST
        known = {at: self._since(at, now) for at in places}
        rest = {} if whole else {at: since for at, since in self.since.items() if _near(at, known) is None}
        return RowsSeen({**rest, **known}, self.whole or whole)

    def _since(self, at: Place, now: float) -> float:
        known = _near(at, self.since)
        return now if known is None else self.since[known]

    def laid(self, reading: SetupReading, rules: Rules) -> list[Laid]:
        """The pyramids in the rows, oldest first; the pieces are those of the set-up that was read."""
        assert reading.setup is not None
        found = []
        for seat, units in reading.units.items():
            rows = {id(unit) for unit in in_rows(units)}
            named = zip(reading.setup.inventory(seat), units, strict=True)
            there = [(piece, unit) for piece, unit in named if id(unit) in rows]
            for place, pile in groupby(there, key=lambda each: (each[1].x_mm, each[1].y_mm)):
                (piece, unit), *under = pile
                call = rules.calling and piece.size is Size.SMALL and unit.p_upright < LYING
                play = Play(seat, piece, under[0][0] if under else None, call=call)
                found.append(Laid(play, unit, self._since(place, AT_FIRST)))
        return sorted(found, key=lambda each: each.since_s)


def _near(at: Place, places: Iterable[Place]) -> Place | None:
    return next((each for each in places if math.dist(at, each) < SAME_MM), None)


def ways(
    reading: SetupReading,
    seen: RowsSeen,
    rules: Rules,
    leader: Seat | None,
    budget: Budget | None = None,
    stack: Order = (),
) -> tuple[Way, ...]:
    """The orders of the plays in the rows that the rules allow, for every first play at most ``ENOUGH``; none
    without a set-up, or where the ``budget`` does not last. ``stack`` is how the initiative stack stood
    before the first play, if that was seen.

    Worst case: 20 pyramids of which each came at its own time, or all of one row's side by side. Pyramids
    that came together stand in at most four orders, and what may follow hangs only on a few things
    (`_onward`), not on the order of what lies there: so the work grows with the number of groups, not with
    4 to that power.
    """
    if reading.setup is None:
        return ()
    given, setup = budget or Budget(), reading.setup
    for first, laid in _moved(setup.stack, seen.laid(reading, rules), rules, stack):
        search = _Orders(laid, given)
        begin = replace(setup, stack=first)
        starts = [State.start(begin, rules, seat) for seat in Seat if leader in (None, seat)]
        found = tuple(way for start in starts for way in search.firsts(start))
        if found or search.cut:
            return () if search.cut else found
    return ()


def _moved(now: Order, laid: list[Laid], rules: Rules, before: Order) -> Iterator[tuple[Order, list[Laid]]]:
    """How the stack may have stood at first and been moved for one of the sacrifices, none the likeliest.

    At most 1 and four for each play with a sacrifice.
    """
    if before in ((), now):
        yield now, laid
    for at, each in enumerate(laid):
        colour, under = each.play.piece.colour, each.play.sacrifice
        if under is None or before == now:
            continue
        for back in room(now, colour):
            first = move_colour(now, colour, back)
            fits = -back in legal_shifts(first, colour, under.size, rules.swap)
            if back and fits and before in ((), first):
                moved = replace(each, play=replace(each.play, shift=-back))
                yield first, [*laid[:at], moved, *laid[at + 1 :]]


def first_stack(way: Way, now: Order) -> Order:
    """How the initiative stack stood before the plays of a way, that is as it is ``now`` after them."""
    for laid in reversed(way):
        now = move_colour(now, laid.play.piece.colour, -laid.play.shift)
    return now


class _Orders:
    """The orders of what was laid, group by group; what was found from a position is remembered."""

    def __init__(self, laid: Sequence[Laid], budget: Budget) -> None:
        self._groups = [tuple(each) for _, each in groupby(laid, key=lambda one: one.since_s)]
        self._budget, self.cut = budget, False
        self._known: dict[tuple[object, ...], tuple[Way, ...]] = {}

    def firsts(self, start: State) -> tuple[Way, ...]:
        """The orders from the start of a round, at most ``ENOUGH`` with the same first play."""
        by_first: dict[int, list[Way]] = {}
        for made, after in self._first_groups(start):
            of_first = by_first.setdefault(id(made[0]), [])
            of_first += [(*made, *later) for later in self._after(after, 1)]
        return tuple(way for found in by_first.values() for way in found[:ENOUGH])

    def _first_groups(self, state: State, number: int = 0) -> Iterator[tuple[Way, State]]:
        for queues in _arranged(self._groups[number]) if number < len(self._groups) else ():
            followed = self._follow(state, queues)
            if followed is not None:
                yield followed

    def _after(self, state: State, number: int) -> tuple[Way, ...]:
        """At most ``ENOUGH`` orders of the groups from ``number`` on."""
        if number == len(self._groups):
            return ((),)
        key = number, *_onward(state)
        if key not in self._known:
            found = (
                (*made, *later)
                for made, after in self._first_groups(state, number)
                for later in self._after(after, number + 1)
            )
            self._known[key] = tuple(islice(found, ENOUGH))
        return self._known[key]

    def _follow(self, state: State, queues: Mapping[Seat, Sequence[Laid]]) -> tuple[Way, State] | None:
        """The plays in the order of turns, and the state after them; ``None`` if the rules do not allow
        it."""
        made, left = list[Laid](), {seat: list(queue) for seat, queue in queues.items()}
        while any(left.values()):
            seat = state.to_move
            if seat is None or not left[seat]:
                return None
            if not self._budget.take(Search.BEGUN):
                self.cut = True
                return None
            laid = left[seat].pop(0)
            verdict = judge(state, laid.play)
            if verdict is None or not verdict.legal:
                return None
            made.append(laid)
            state = state.apply(laid.play).state
        return tuple(made), state


def _onward(state: State) -> tuple[object, ...]:
    """All of a position that what comes next hangs on, where the same pyramids lie in the rows: who leads,
    what is to be parried, and what each placed last (I1, I7)."""
    return state.leader, state.attack, *(state.last_piece(seat) for seat in Seat)


def _arranged(group: Sequence[Laid]) -> Iterator[dict[Seat, Sequence[Laid]]]:
    """The pyramids that came at one time, of each seat from left to right or from right to left."""
    rows = [
        sorted((each for each in group if each.play.seat is seat), key=lambda each: each.unit.x_mm)
        for seat in Seat
    ]
    for turns in product(*((1, -1) if len(row) > 1 else (1,) for row in rows)):
        yield {seat: row[::turn] for seat, row, turn in zip(Seat, rows, turns, strict=True)}


@dataclass(frozen=True)
class First:
    """What people said about the first play: where it stands, or ``None`` if it was none of those offered."""

    place: Place | None

    def of(self, found: Sequence[Way]) -> tuple[Way, ...]:
        """The ways that begin so."""
        at = self.place
        return tuple(way for way in found if at is not None and math.dist(way[0].place, at) < SAME_MM)


def settled(found: Sequence[Way], first: First | None) -> Way | None:
    """The way that it was, if nothing is left to ask: all was seen, or people named the first play."""
    if first is not None:
        found = first.of(found)
    if len(found) != 1 or (first is None and found[0][0].since_s == AT_FIRST):
        return None
    return found[0]


def openings(found: Sequence[Way]) -> tuple[Laid, ...]:
    """The first plays to choose from: those with which just one way begins."""
    firsts = [way[0] for way in found]
    return tuple(laid for laid in firsts if sum(laid.unit is other.unit for other in firsts) == 1)


__all__ = ["First", "RowsSeen", "Way", "first_stack", "openings", "settled", "ways"]
