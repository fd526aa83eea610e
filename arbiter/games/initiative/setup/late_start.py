"""A round that began before its set-up was read: which plays stand in the rows, and who led.

The set-up is what stands in inventories and rows together. Plays are ordered by when their pyramids came into
the rows; of those that already stood there when the whole table was first seen, only the position along the
row is known, counted from either end. An order counts if the rules allow all its plays, one after another
(I1, I2); it says who led, or people are asked. Of two stacked pyramids the lower one was sacrificed (I4); one
completely hidden by the upper one is missed. The stack's moves follow from its order before the first play,
if that was seen; otherwise a move is assumed only if the rules allow no order of plays without one.
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
"""A pyramid this close to an earlier place is the same one."""
LYING = 0.4
"""A small pyramid with a lower probability of standing upright calls its colour (I8)."""
AT_FIRST = -math.inf

Place = tuple[float, float]


@dataclass(frozen=True)
class RowPyramid:
    """A pyramid in a row: the play it makes, and when it was first seen there (``AT_FIRST`` if the whole
    table was never seen without it)."""

    play: Play
    unit: Unit
    since_s: float

    @property
    def place(self) -> Place:
        """Where it stands (mm)."""
        return self.unit.x_mm, self.unit.y_mm


PlayOrder = tuple[RowPyramid, ...]
"""An order of plays that the rules allow."""
ENOUGH = 2
"""The most orders searched for each first play: two already make it ambiguous, so people cannot be asked."""


@dataclass(frozen=True)
class RowsSeen:
    """When each pyramid in the rows was first seen; ``whole`` once the table was seen complete."""

    since: Mapping[Place, float] = field(default_factory=dict)
    whole: bool = False

    def seen(self, places: Iterable[Place], time_s: float, whole: bool) -> RowsSeen:
        """Updated with the rows of another still table; one that is not ``whole`` removes nothing."""
        now = time_s if self.whole else AT_FIRST
        known = {at: self._since(at, now) for at in places}
        rest = {} if whole else {at: since for at, since in self.since.items() if _near(at, known) is None}
        return RowsSeen({**rest, **known}, self.whole or whole)

    def _since(self, at: Place, now: float) -> float:
        known = _near(at, self.since)
        return now if known is None else self.since[known]

    def laid(self, reading: SetupReading, rules: Rules) -> list[RowPyramid]:
        """The pyramids in the rows, oldest first, named as in the set-up that was read."""
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
                found.append(RowPyramid(play, unit, self._since(place, AT_FIRST)))
        return sorted(found, key=lambda each: each.since_s)


def _near(at: Place, places: Iterable[Place]) -> Place | None:
    return next((each for each in places if math.dist(at, each) < SAME_MM), None)


def play_orders(
    reading: SetupReading,
    seen: RowsSeen,
    rules: Rules,
    leader: Seat | None,
    budget: Budget,
    stack: Order,
) -> tuple[PlayOrder, ...]:
    """The orders of the plays in the rows that the rules allow, at most ``ENOUGH`` for each first play. Empty
    without a set-up, or if the ``budget`` runs out. ``stack`` is the order of the initiative stack before the
    first play, if that was seen.

    Worst case: 20 pyramids that each came at a different time, or a whole row side by side. Pyramids that
    came together have at most four orders, and what may follow depends on little (`_later_key`), not on the
    order of earlier plays: so the work grows linearly with the number of groups, not exponentially.
    """
    if reading.setup is None:
        return ()
    for first, laid in _moved(reading.setup.stack, seen.laid(reading, rules), rules, stack):
        search = _Orders(laid, budget)
        begin = replace(reading.setup, stack=first)
        starts = [State.start(begin, rules, seat) for seat in Seat if leader in (None, seat)]
        found = tuple(plays for start in starts for plays in search.firsts(start))
        if found or search.cut:
            return () if search.cut else found
    return ()


def _moved(
    now: Order, laid: list[RowPyramid], rules: Rules, before: Order
) -> Iterator[tuple[Order, list[RowPyramid]]]:
    """Possible first orders of the stack, with the one sacrifice it may have been moved for; no move comes
    first.

    At most one, plus four for each sacrifice.
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


def first_stack(plays: PlayOrder, now: Order) -> Order:
    """The order of the initiative stack before the plays, given its order ``now`` after them."""
    for laid in reversed(plays):
        now = move_colour(now, laid.play.piece.colour, -laid.play.shift)
    return now


class _Orders:
    """The orders of the plays, group by group; results for a position are remembered."""

    def __init__(self, laid: Sequence[RowPyramid], budget: Budget) -> None:
        self._groups = [tuple(each) for _, each in groupby(laid, key=lambda one: one.since_s)]
        self._budget, self.cut = budget, False
        self._known: dict[tuple[object, ...], tuple[PlayOrder, ...]] = {}

    def firsts(self, start: State) -> tuple[PlayOrder, ...]:
        """The orders from the start of a round, at most ``ENOUGH`` with the same first play."""
        by_first: dict[int, list[PlayOrder]] = {}
        for made, after in self._first_groups(start):
            of_first = by_first.setdefault(id(made[0]), [])
            of_first += [(*made, *later) for later in self._after(after, 1)]
        return tuple(plays for found in by_first.values() for plays in found[:ENOUGH])

    def _first_groups(self, state: State, number: int = 0) -> Iterator[tuple[PlayOrder, State]]:
        for queues in _arranged(self._groups[number]) if number < len(self._groups) else ():
            followed = self._follow(state, queues)
            if followed is not None:
                yield followed

    def _after(self, state: State, number: int) -> tuple[PlayOrder, ...]:
        """At most ``ENOUGH`` orders of the groups from ``number`` on."""
        if number == len(self._groups):
            return ((),)
        key = number, *_later_key(state)
        if key not in self._known:
            found = (
                (*made, *later)
                for made, after in self._first_groups(state, number)
                for later in self._after(after, number + 1)
            )
            self._known[key] = tuple(islice(found, ENOUGH))
        return self._known[key]

    def _follow(
        self, state: State, queues: Mapping[Seat, Sequence[RowPyramid]]
    ) -> tuple[PlayOrder, State] | None:
        """The plays in turn order and the state after them; ``None`` if the rules forbid it."""
        made, left = list[RowPyramid](), {seat: list(queue) for seat, queue in queues.items()}
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


def _later_key(state: State) -> tuple[object, ...]:
    """All of a position that later plays depend on, given the pyramids in the rows: who leads, the attack to
    parry, and what each player placed last (I1, I7)."""
    return state.leader, state.attack, *(state.last_piece(seat) for seat in Seat)


def _arranged(group: Sequence[RowPyramid]) -> Iterator[dict[Seat, Sequence[RowPyramid]]]:
    """The pyramids that came at the same time, for each seat from left to right or from right to left."""
    rows = [
        sorted((each for each in group if each.play.seat is seat), key=lambda each: each.unit.x_mm)
        for seat in Seat
    ]
    for turns in product(*((1, -1) if len(row) > 1 else (1,) for row in rows)):
        yield {seat: row[::turn] for seat, row, turn in zip(Seat, rows, turns, strict=True)}


@dataclass(frozen=True)
class First:
    """What people said about the first play: where it stands, or ``None`` if none of those offered was it."""

    place: Place | None

    def of(self, found: Sequence[PlayOrder]) -> tuple[PlayOrder, ...]:
        """The orders that begin with it."""
        at = self.place
        return tuple(plays for plays in found if at is not None and math.dist(plays[0].place, at) < SAME_MM)


def settled(found: Sequence[PlayOrder], first: First | None) -> PlayOrder | None:
    """The order, if nothing is left to ask: everything was observed, or people named the first play."""
    if first is not None:
        found = first.of(found)
    if len(found) != 1 or (first is None and found[0][0].since_s == AT_FIRST):
        return None
    return found[0]


def openings(found: Sequence[PlayOrder]) -> tuple[RowPyramid, ...]:
    """The first plays to choose from: those that begin exactly one order."""
    firsts = [plays[0] for plays in found]
    return tuple(laid for laid in firsts if sum(laid.unit is other.unit for other in firsts) == 1)


__all__ = ["First", "PlayOrder", "RowsSeen", "first_stack", "openings", "play_orders", "settled"]
