"""How a vault or a stock looks, and how well it fits what should be in it.

A heap is remembered spot by spot, as people do: what stands where it stood is what it was, however it looks
this time (a black pyramid in the shade is green now and yellow later), and what has gone from its spot was
taken. A spot out of which a pyramid has once been lost from sight is shy: that it does not show says little.
Vaults are piled up as pyramids are taken, so their spots are not remembered.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from arbiter.table.inventories import piece_scores
from arbiter.table.model import LOG_STRAY, LOG_UNSEEN
from arbiter.table.scoring import Reader
from arbiter.table.stack_scoring import Stack
from engine.notation import format_pieces, parse_pieces
from engine.pieces import Piece
from vision.labelling.matching import matched
from vision.track.matching import nearest_pairs
from vision.track.summing import FLOOR, LevelEvidence, Unit

LOG_HIDDEN, MOST_HIDDEN = -0.9, 2
"""For each pyramid of a heap that is out of sight and was not, or the other way, and for how many at most:
heaps may be piled up."""
LOG_CAME = -3.0
"""A pyramid was put on a vault of which everything showed, and does not show there."""
LOG_SHY = -1.0
"""A pyramid does not show that has been lost from sight before."""
LOG_WENT = -5.0
"""A pyramid does not show though nothing was taken from the heap or put there."""
LOG_OTHER = -4.0
"""A pyramid stands just where another one stood."""
LOG_ELSE = -6.0
"""What was taken looked like something else: at most so much against it."""
LOG_REPLACED = -8.0
"""What stands on the spot of a pyramid that was taken, and looks so much less like it, is another one."""
STAYS_MM = 12.0
"""A pyramid of a heap this near to where one stood has not been moved."""
MOST_LOOKS = 6
"""So many still tables count in what a spot is remembered to look like."""


@dataclass(frozen=True)
class Spot:
    """A pyramid of a heap as it is remembered: the mean of ``looks`` still tables, whether it ``shows`` now,
    and whether it is ``shy``."""

    unit: Unit
    looks: int = 1
    shows: bool = True
    shy: bool = False

    @property
    def place(self) -> tuple[float, float]:
        return self.unit.x_mm, self.unit.y_mm


@dataclass(frozen=True)
class HeapLook:
    """How a heap looked when it was last understood: how many of its pyramids were out of sight, by how many
    log units the others looked like other kinds, and what was in it and where, as far as that is known.
    """

    hidden: int
    misfit: float
    shown: Stack = ()
    """The pyramids that stood there in the open, as far as they are told apart."""
    held: Stack = ()
    spots: tuple[Spot, ...] = ()

    def to_json(self) -> list[Any]:
        """Without the spots, which are found again on the next still table."""
        return [self.hidden, round(self.misfit, 2), format_pieces(self.shown)]

    @classmethod
    def from_json(cls, data: Sequence[Any]) -> HeapLook:
        """What ``to_json`` wrote."""
        hidden, misfit, shown = data
        return cls(hidden, misfit, parse_pieces(shown))


@dataclass
class HeapNow:
    """A heap as one still table shows it, against how it looked ``before``."""

    reader: Reader
    units: Sequence[Unit]
    before: HeapLook | None = None
    _matched: dict[Stack, HeapLook] = field(default_factory=dict)
    _left: dict[tuple[Piece, ...], tuple[list[Spot], float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        spots = self.before.spots if self.before else ()
        places = [(unit.x_mm, unit.y_mm) for unit in self.units]
        self._spot_of = {
            at: spots[was] for was, at in nearest_pairs([spot.place for spot in spots], places, STAYS_MM)
        }
        kept = {id(spot) for spot in self._spot_of.values()}
        self._vanished = [spot for spot in spots if spot.shows and id(spot) not in kept]
        self._lost = [spot for spot in spots if not spot.shows and id(spot) not in kept]
        self._believed = [
            _either(self._spot_of[at].unit, unit) if at in self._spot_of else unit
            for at, unit in enumerate(self.units)
        ]

    def look(self, pieces: Stack) -> HeapLook:
        """How the heap looks if it holds these pyramids."""
        if pieces not in self._matched:
            units, empty = self._believed_if(pieces), HeapLook(len(pieces), 0.0)
            self._matched[pieces] = _match(self.reader, units, pieces) if units else empty
        return self._matched[pieces]

    def _believed_if(self, pieces: Stack) -> list[Unit]:
        """What stands there if the heap holds these: on the spot of what was taken from it whatever it looks
        like, or else most likely what stood there."""
        taken = Counter(self.before.held) - Counter(pieces) if self.before else Counter[Piece]()
        return [
            unit if at in self._spot_of and self._replaced(self._spot_of[at], unit, taken) else believed
            for at, (unit, believed) in enumerate(zip(self.units, self._believed, strict=True))
        ]

    def _replaced(self, spot: Spot, unit: Unit, taken: Counter[Piece]) -> bool:
        """Whether another pyramid stands on the spot of one that was taken."""
        was, top = self.reader.best(spot.unit), unit.levels[0]
        if not taken[was]:
            return False
        like = piece_scores([top], [was], self.reader.palette)[0, 0] - top.kinds().max()
        return bool(like < LOG_REPLACED)

    def fit(self, pieces: Stack) -> float:
        """Log ratio of the visible pyramids being among ``pieces``, each of which shows once at most, against
        how well they fitted before; more or fewer of them out of sight cost a little, and one that stood in
        the open and should still be there costs as much as whatever else does not show.

        A heap of which nothing shows says nothing: it may lie out of the picture.
        """
        now, before = self.look(pieces), self.before
        if before is None:
            return now.misfit
        if not self.units and before.hidden >= len(pieces):
            return 0.0
        missing, taken_log = self._missing(pieces)
        known = self.gone(pieces).total()
        shy = len(missing) - known if before.spots else 0
        more = abs(now.hidden - before.hidden - known - shy)
        each = LOG_WENT if pieces == before.held else LOG_UNSEEN
        odd = each * known + LOG_SHY * shy + LOG_HIDDEN * min(MOST_HIDDEN, more)
        return now.misfit - before.misfit + taken_log + odd + (LOG_CAME - LOG_HIDDEN) * self._lost_in(pieces)

    def _lost_in(self, pieces: Stack) -> int:
        """How many of ``pieces`` have come to a heap that was all in the open and do not show there; not told
        of one that is remembered spot by spot, where they may stand on the spot of what was taken. One that
        stands close before another shows: the two look like a stack, and nothing is stacked there."""
        before = self.before
        if before is None or before.hidden or before.spots or not before.held or not self.units:
            return 0
        came = (Counter(pieces) - Counter(before.held)).total()
        doubled = sum(unit.p_levels[0] < 0.5 for unit in self.units)
        return max(0, min(came, self.look(pieces).hidden, MOST_HIDDEN) - doubled)

    def went(self, pieces: Stack) -> Counter[Piece]:
        """Those of ``pieces`` that do not show any more where they stood, wherever they are now."""
        if self.before is None or not self.before.spots:
            return self.gone(pieces)
        return self._named(self._vanished)

    def gone(self, pieces: Stack) -> Counter[Piece]:
        """Those of ``pieces`` that stood in the open and do not show now, but for the shy ones."""
        before = self.before
        if before is None:
            return Counter()
        if not before.spots:
            return Counter(before.shown) & Counter(pieces) - Counter(self.look(pieces).shown)
        missing, _ = self._missing(pieces)
        return self._named([spot for spot in missing if not spot.shy])

    def _named(self, spots: Sequence[Spot]) -> Counter[Piece]:
        """What stood at these spots, of what there was."""
        kinds = tuple(dict.fromkeys(self.before.held)) if self.before else ()
        tops = [spot.unit.levels[0] for spot in spots]
        return Counter(kinds[int(row.argmax())] for row in piece_scores(tops, kinds, self.reader.palette))

    def absent(self) -> tuple[Piece, ...]:
        """The kinds that stood somewhere in the heap and do not show now, however long since."""
        spots = [*self._vanished, *self._lost]
        return tuple(dict.fromkeys(self.reader.best(spot.unit) for spot in spots))

    def _missing(self, pieces: Stack) -> tuple[list[Spot], float]:
        """The spots of which nothing shows any more though nothing was taken there, and how badly what was
        taken fits the others."""
        taken = tuple((Counter(self.before.held) - Counter(pieces)).elements()) if self.before else ()
        if taken not in self._left:
            self._left[taken] = self._without(taken)
        return self._left[taken]

    def _without(self, taken: Stack) -> tuple[list[Spot], float]:
        if not taken or not self._vanished:
            return self._not_moved(self._vanished), 0.0
        tops = [spot.unit.levels[0] for spot in self._vanished]
        best = np.array([[level.kinds().max()] for level in tops])
        logs = np.maximum(LOG_ELSE, piece_scores(tops, taken, self.reader.palette) - best)
        sure = np.array([[0.0 if spot.shy else 1.0] for spot in self._vanished])  # what is not shy, first
        rows, columns = matched(logs - LOG_UNSEEN * sure)
        left = [spot for row, spot in enumerate(self._vanished) if row not in set(rows)]
        return self._not_moved(left), float(logs[rows, columns].sum())

    def _not_moved(self, spots: Sequence[Spot]) -> list[Spot]:
        """Those that do not show elsewhere in the heap either: people put pyramids back where they like."""
        fresh, left = sorted(self._fresh()), list[Spot]()
        for spot in spots:
            level = spot.unit.levels[0]
            own = piece_scores([level], fresh, self.reader.palette)[0] - level.kinds().max()
            if fresh and own.max() > LOG_OTHER:
                fresh.pop(int(own.argmax()))
            else:
                left.append(spot)
        return left

    def _fresh(self) -> list[Piece]:
        """What stands where nothing stood looks like."""
        return [self.reader.best(unit) for at, unit in enumerate(self.units) if at not in self._spot_of]

    def moved_mm(self, piece: Piece) -> float:
        """How far the pyramid of a kind that was moved most stands from where one of it stood: infinite where
        none stands near there, 0 where nothing is known of one."""
        if self._named(self._vanished)[piece]:
            return math.inf
        kept = [(spot, self.units[at]) for at, spot in self._spot_of.items()]
        shifts = np.array([(unit.x_mm - spot.place[0], unit.y_mm - spot.place[1]) for spot, unit in kept])
        own = [n for n, (spot, _) in enumerate(kept) if self.reader.best(spot.unit) == piece]
        if not own:
            return 0.0
        return float(np.hypot(*(shifts[own] - np.median(shifts, axis=0)).T).max())

    def came(self) -> set[Piece]:
        """What the pyramids that stand where none stood look like."""
        return set(self._fresh()) if self.before is not None and self.before.spots else set()

    def settled(self, pieces: Stack) -> HeapLook:
        """The look once it is accepted that the heap holds these pyramids."""
        missing, _ = self._missing(pieces)
        still = [replace(spot, shows=False, shy=True) for spot in missing]
        shown = [
            _remembered(self._spot_of[at], unit) if at in self._spot_of else Spot(unit)
            for at, unit in enumerate(self.units)
        ]
        look = replace(self.look(pieces), held=pieces)
        unseen = [*still, *self._lost][: look.hidden]
        return replace(look, spots=(*shown, *unseen))


def _either(was: Unit, now: Unit) -> Unit:
    """What stands at a spot: most likely what stood there."""
    if len(was.levels) != len(now.levels):
        return now
    levels = tuple(
        LevelEvidence(
            np.maximum(old.colour, new.colour + LOG_OTHER), np.maximum(old.size, new.size + LOG_OTHER)
        )
        for old, new in zip(was.levels, now.levels, strict=True)
    )
    return replace(now, levels=levels)


def _remembered(spot: Spot, now: Unit) -> Spot:
    """The spot with one more still table in its mean; one that looks otherwise than in number is new."""
    was = spot.unit
    if len(was.levels) != len(now.levels):
        return replace(spot, unit=now, looks=1, shows=True)
    old = spot.looks / (spot.looks + 1)
    levels = tuple(
        LevelEvidence(
            old * before.colour + (1 - old) * after.colour, old * before.size + (1 - old) * after.size
        )
        for before, after in zip(was.levels, now.levels, strict=True)
    )
    return Spot(replace(now, levels=levels), min(MOST_LOOKS, spot.looks + 1), True, spot.shy)


def _match(reader: Reader, units: Sequence[Unit], pieces: Stack) -> HeapLook:
    """How the visible pyramids look as these, each at best 0."""
    levels = [level for unit in units for level in unit.levels]
    counts = Counter(piece for piece in pieces if piece.colour in reader.palette)
    kinds = tuple(counts)
    best = np.array([[level.kinds().max()] for level in levels])
    table = piece_scores(levels, kinds, reader.palette) - best
    most = np.array([min(counts[kind], len(levels)) for kind in kinds], int)
    copies = np.repeat(np.arange(len(kinds)), most)
    strays = np.repeat(np.array([[cost] for unit in units for cost in _stray_logs(unit)]), len(levels), 1)
    wide = np.hstack([table[:, copies], strays])
    rows, columns = matched(wide)
    pairs = zip(rows, columns, strict=True)
    found = [(row, kinds[copies[column]]) for row, column in pairs if column < len(copies)]
    tops = {row for row, level in enumerate(levels) if any(level is unit.levels[0] for unit in units)}
    shown = tuple(sorted(kind for row, kind in found if row in tops))
    return HeapLook(len(pieces) - len(found), float(wide[rows, columns].sum()), shown)


def _stray_logs(unit: Unit) -> Iterator[float]:
    """What each level of a unit costs that is no pyramid of the heap: a lower one may not be there at all."""
    yield LOG_STRAY
    for level in range(1, len(unit.levels)):
        yield max(LOG_STRAY, math.log(max(FLOOR, sum(unit.p_levels[:level]))))
