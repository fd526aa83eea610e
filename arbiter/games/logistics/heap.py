"""How a vault or a stock looks, and how well it fits its supposed contents.

A heap is remembered spot by spot, as people do: what stands at an old place is what it was, however it looks
this time (a black pyramid in the shade is green now and yellow later), and what is gone from its place was
taken. A spot whose pyramid has once been lost from sight is shy: that it does not show is weak evidence, as
for a faint one.

A tree is several spots at one place: if one is drawn out of its middle, the others sink. Mostly only edges
show, so these spots are weak evidence too. Vaults are piled up as pyramids are captured, so their spots are
not remembered.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from arbiter.table.inventories import piece_scores
from arbiter.table.model import FAINT, LOG_STRAY, LOG_UNSEEN, stray_log
from arbiter.table.scoring import Reader
from arbiter.table.stack_scoring import Stack
from engine.notation import format_pieces, parse_pieces
from engine.pieces import Piece
from vision.labelling.matching import matched
from vision.track.matching import nearest_pairs
from vision.track.summing import FLOOR, LevelEvidence, Unit

LOG_HIDDEN, MOST_HIDDEN = -0.9, 2
"""The price for each pyramid that is newly out of sight, or newly in sight, and the most that are counted:
heaps may be piled up."""
LOG_CAME = -3.0
"""A pyramid was put on a vault that was all in sight, and does not show there."""
LOG_SHY = -1.0
"""A pyramid does not show that has been lost from sight before."""
LOG_WENT = -5.0
"""A pyramid does not show although the heap is unchanged."""
LOG_OTHER = -4.0
"""A pyramid stands exactly where another one stood."""
LOG_ELSE = -6.0
"""The most evidence against a taken pyramid that looked like something else."""
LOG_ELSE_IN_TREE = -2.0
"""The same for a pyramid taken out of a tree, where sizes are confused."""
LOG_SIZE_IN_TREE = -3.0
"""The most evidence for one size against another in a tree: in trees of one colour levels merge, and a medium
on a large one looks like three."""
LOG_REPLACED = -8.0
"""A pyramid at the spot of a taken one that looks this much less like it is another one."""
LOG_PRINT = math.log(0.1)
"""A level of a tree that is more probably absent than this is not remembered."""
STAYS_MM = 12.0
"""A pyramid of a heap this close to an old place has not moved."""
MOST_LOOKS = 6
"""The most still tables that count in a spot's remembered look."""


@dataclass(frozen=True)
class Spot:
    """A remembered pyramid of a heap: the mean of ``looks`` still tables, whether it ``shows`` now, whether
    it is ``shy``, and whether it is part of a ``tree``."""

    unit: Unit
    looks: int = 1
    shows: bool = True
    shy: bool = False
    tree: bool = False

    @property
    def vague(self) -> bool:
        """Whether its absence is weak evidence: a faint one, red on a red stripe, is sometimes overlooked."""
        return self.shy or self.tree or self.unit.confidence < FAINT

    @property
    def place(self) -> tuple[float, float]:
        return self.unit.x_mm, self.unit.y_mm


@dataclass(frozen=True)
class Part:
    """A pyramid as it shows, alone or in a tree: a ``unit`` of one level, its price (log) if it is spurious,
    whether it is the ``top`` of what stands there, and whether that is a ``tree``."""

    unit: Unit
    stray: float
    top: bool
    tree: bool

    @property
    def place(self) -> tuple[float, float]:
        return self.unit.x_mm, self.unit.y_mm

    @property
    def sure(self) -> bool:
        """Whether it exists: what may be a print on the cloth below a pyramid makes no spot."""
        return self.top or self.stray < LOG_PRINT


@dataclass(frozen=True)
class HeapLook:
    """How a heap looked when it was last understood: how many of its pyramids were out of sight, how much
    (log units) the others looked like other kinds, and what was in it and where, as far as known."""

    hidden: int
    misfit: float
    shown: Stack = ()
    """The pyramids in full view, as far as they could be told apart."""
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
    """A heap as one still table shows it, compared with how it looked ``before``."""

    reader: Reader
    units: Sequence[Unit]
    before: HeapLook | None = None
    _matched: dict[Stack, HeapLook] = field(default_factory=dict)
    _left: dict[tuple[Piece, ...], tuple[list[Spot], float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        spots = self.before.spots if self.before else ()
        self._parts = [part for unit in self.units for part in _parts(unit)]
        self._spot_of = {at: spots[was] for was, at in _pairs(spots, self._parts, self.reader)}
        kept = {id(spot) for spot in self._spot_of.values()}
        self._vanished = [spot for spot in spots if spot.shows and id(spot) not in kept]
        self._lost = [spot for spot in spots if not spot.shows and id(spot) not in kept]
        self._believed = [
            replace(part, unit=_either(self._spot_of[at], part)) if at in self._spot_of else part
            for at, part in enumerate(self._parts)
        ]

    def look(self, pieces: Stack) -> HeapLook:
        """How the heap looks if it holds these pyramids."""
        if pieces not in self._matched:
            parts, empty = self._believed_if(pieces), HeapLook(len(pieces), 0.0)
            self._matched[pieces] = _match(self.reader, parts, pieces) if parts else empty
        return self._matched[pieces]

    def _believed_if(self, pieces: Stack) -> list[Part]:
        """The visible parts if the heap holds these pyramids: a taken pyramid's spot counts as it looks now,
        any other spot most likely still holds what it did."""
        taken = Counter(self.before.held) - Counter(pieces) if self.before else Counter[Piece]()
        replaced = self._all_replaced(taken)
        return [
            part if at in replaced else believed
            for at, (part, believed) in enumerate(zip(self._parts, self._believed, strict=True))
        ]

    def _all_replaced(self, taken: Counter[Piece]) -> set[int]:
        """The parts (by index) that stand at the spots of taken pyramids and are others."""
        spots = self._spot_of.items()
        return {at for at, spot in spots if self._replaced(spot, self._parts[at].unit, taken)}

    def _replaced(self, spot: Spot, unit: Unit, taken: Counter[Piece]) -> bool:
        """Whether another pyramid stands at the spot of a taken one."""
        was, top = self.reader.best(spot.unit), unit.levels[0]
        if not taken[was]:
            return False
        like = piece_scores([top], [was], self.reader.palette)[0, 0] - top.kinds().max()
        return bool(like < LOG_REPLACED)

    def fit(self, pieces: Stack) -> float:
        """Log ratio of the visible pyramids being among ``pieces``, each shown at most once, relative to how
        well they fitted before. A change in the number out of sight costs little; one that stood in full view
        and should still be there costs as much as anything else that does not show.

        A heap of which nothing shows is neutral: it may lie outside the picture.
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
        absences = each * known + LOG_SHY * shy + LOG_HIDDEN * min(MOST_HIDDEN, more)
        lost = (LOG_CAME - LOG_HIDDEN) * self._count_swallowed(pieces)
        return now.misfit - before.misfit + taken_log + absences + lost

    def _count_swallowed(self, pieces: Stack) -> int:
        """How many of ``pieces`` were put on a heap that was all in sight and do not show there; 0 for a heap
        remembered by spots, where they may stand at the spot of a taken one. A unit that looks like a stack
        is one pyramid close behind another, since nothing is stacked there: the hidden one shows."""
        before = self.before
        if before is None or before.hidden or before.spots or not before.held or not self.units:
            return 0
        came = (Counter(pieces) - Counter(before.held)).total()
        doubled = sum(unit.p_levels[0] < 0.5 for unit in self.units)
        return max(0, min(came, self.look(pieces).hidden, MOST_HIDDEN) - doubled)

    def left_places(self, pieces: Stack) -> Counter[Piece]:
        """Those of ``pieces`` that no longer show where they stood, wherever they are now."""
        if self.before is None or not self.before.spots:
            return self.gone(pieces)
        return self._named(self._vanished)

    def gone(self, pieces: Stack) -> Counter[Piece]:
        """Those of ``pieces`` that stood in full view and do not show now, except shy ones."""
        before = self.before
        if before is None:
            return Counter()
        if not before.spots:
            return Counter(before.shown) & Counter(pieces) - Counter(self.look(pieces).shown)
        missing, _ = self._missing(pieces)
        return self._named([spot for spot in missing if not spot.vague])

    def _named(self, spots: Sequence[Spot]) -> Counter[Piece]:
        """What stood at these spots, given the known contents; nothing in a heap believed to be empty."""
        kinds = tuple(dict.fromkeys(self.before.held)) if self.before else ()
        if not kinds:
            return Counter()
        tops = [spot.unit.levels[0] for spot in spots]
        return Counter(kinds[int(row.argmax())] for row in piece_scores(tops, kinds, self.reader.palette))

    def absent(self) -> tuple[Piece, ...]:
        """The kinds that once stood somewhere in the heap and do not show now."""
        spots = [*self._vanished, *self._lost]
        return tuple(dict.fromkeys(self.reader.best(spot.unit) for spot in spots))

    def _missing(self, pieces: Stack) -> tuple[list[Spot], float]:
        """The spots that are empty although nothing was taken there, and how badly the taken pyramids fit the
        others (log)."""
        taken = tuple((Counter(self.before.held) - Counter(pieces)).elements()) if self.before else ()
        if taken not in self._left:
            self._left[taken] = self._without(taken)
        return self._left[taken]

    def _without(self, taken: Stack) -> tuple[list[Spot], float]:
        replaced = self._all_replaced(Counter(taken))
        vanished = [*self._vanished, *(self._spot_of[at] for at in replaced)]
        if not taken or not vanished:
            return self._not_moved(vanished), 0.0
        tops = [spot.unit.levels[0] for spot in vanished]
        best = np.array([[level.kinds().max()] for level in tops])
        floor = np.array([[LOG_ELSE_IN_TREE if spot.tree else LOG_ELSE] for spot in vanished])
        logs = np.maximum(floor, piece_scores(tops, taken, self.reader.palette) - best)
        # clear ones are matched first
        sure = np.array([[0.0 if spot.vague else 1.0] for spot in vanished])
        rows, columns = matched(logs - LOG_UNSEEN * sure)
        left = [spot for row, spot in enumerate(vanished) if row not in set(rows)]
        return self._not_moved(left, replaced), float(logs[rows, columns].sum())

    def _not_moved(self, spots: Sequence[Spot], replaced: Set[int] = frozenset()) -> list[Spot]:
        """Those that do not show elsewhere in the heap either: people put pyramids back where they like."""
        fresh, left = sorted(self._fresh(replaced)), list[Spot]()
        for spot in spots:
            level = spot.unit.levels[0]
            own = piece_scores([level], fresh, self.reader.palette)[0] - level.kinds().max()
            if fresh and own.max() > LOG_OTHER:
                fresh.pop(int(own.argmax()))
            else:
                left.append(spot)
        return left

    def _fresh(self, replaced: Set[int] = frozenset()) -> list[Piece]:
        """The kinds that parts at new places look like, or at the spots of others that they ``replaced``."""
        return [
            self.reader.best(part.unit)
            for at, part in enumerate(self._parts)
            if part.sure and (at not in self._spot_of or at in replaced)
        ]

    def moved_mm(self, piece: Piece) -> float:
        """The greatest distance that a pyramid of this kind has moved from its place; infinite if one is gone
        from its place, 0 if none is known."""
        if self._named(self._vanished)[piece]:
            return math.inf
        kept = [(spot, self._parts[at].unit) for at, spot in self._spot_of.items()]
        shifts = np.array([(unit.x_mm - spot.place[0], unit.y_mm - spot.place[1]) for spot, unit in kept])
        own = [n for n, (spot, _) in enumerate(kept) if self.reader.best(spot.unit) == piece]
        if not own:
            return 0.0
        return float(np.hypot(*(shifts[own] - np.median(shifts, axis=0)).T).max())

    def came(self) -> set[Piece]:
        """The kinds that pyramids at new places look like; all visible kinds if there were none before."""
        before = self.before
        return set(self._fresh()) if before is not None and (before.spots or not before.held) else set()

    def settled(self, pieces: Stack) -> HeapLook:
        """The look after the heap's contents have been accepted."""
        missing, _ = self._missing(pieces)
        still = [replace(spot, shows=False, shy=True) for spot in missing]
        shown = [
            _remembered(self._spot_of[at], part) if at in self._spot_of else Spot(part.unit, tree=part.tree)
            for at, part in enumerate(self._parts)
            if part.sure
        ]
        look = replace(self.look(pieces), held=pieces)
        unseen = [*still, *self._lost][: look.hidden]
        return replace(look, spots=(*shown, *unseen))


def _parts(unit: Unit) -> Iterator[Part]:
    """The pyramids of a unit, from the top; lower ones may not exist. Where several seem visible, it may
    be one behind another, of which only a part shows."""
    several = len(unit.levels) > 1
    tree, doubled = several and unit.p_levels[0] < 0.1, several and unit.p_levels[0] < 0.5
    for level, seen in enumerate(unit.levels):
        none = math.log(max(FLOOR, sum(unit.p_levels[:level]))) if level else stray_log(unit)
        alone = replace(unit, levels=(_of_any_size(seen) if doubled else seen,))
        yield Part(alone, max(LOG_STRAY, none), level == 0, tree)


def _of_any_size(level: LevelEvidence) -> LevelEvidence:
    return LevelEvidence(level.colour, np.maximum(level.size, level.size.max() + LOG_SIZE_IN_TREE))


def _pairs(spots: Sequence[Spot], parts: Sequence[Part], reader: Reader) -> list[tuple[int, int]]:
    """The matching spots and parts (index pairs): the nearest, and in trees those that look most alike."""
    places = [spot.place for spot in spots]
    if not spots or not parts:
        return []
    if not any(part.tree for part in parts) and len(set(places)) == len(places):
        return list(nearest_pairs(places, [part.place for part in parts], STAYS_MM))
    apart = np.array([[math.dist(place, part.place) for part in parts] for place in places])
    levels = [part.unit.levels[0] for part in parts]
    best = np.array([level.kinds().max() for level in levels])
    alike = piece_scores(levels, [reader.best(spot.unit) for spot in spots], reader.palette).T - best
    near = apart < STAYS_MM
    tree = np.array([[spot.tree or part.tree for part in parts] for spot in spots])
    near &= np.array([part.sure for part in parts]) & ~(tree & (alike < LOG_OTHER))
    scores = np.where(near, np.maximum(LOG_OTHER, alike) - apart / STAYS_MM - LOG_OTHER + 1, 0.0)
    rows, columns = matched(scores)
    return [(int(row), int(column)) for row, column in zip(rows, columns, strict=True) if near[row, column]]


def _either(spot: Spot, part: Part) -> Unit:
    """The unit at a spot: most likely what stood there, except in trees, where the remaining ones sink."""
    if spot.tree or part.tree:
        return part.unit
    now, (old,), (new,) = part.unit, spot.unit.levels, part.unit.levels
    colour = np.maximum(old.colour, new.colour + LOG_OTHER)
    level = LevelEvidence(colour, np.maximum(old.size, new.size + LOG_OTHER))
    return replace(now, levels=(level,))


def _remembered(spot: Spot, part: Part) -> Spot:
    """The spot with one more still table in its mean."""
    old = spot.looks / (spot.looks + 1)
    (before,), (after,) = spot.unit.levels, part.unit.levels
    colour = old * before.colour + (1 - old) * after.colour
    level = LevelEvidence(colour, old * before.size + (1 - old) * after.size)
    looks = min(MOST_LOOKS, spot.looks + 1)
    return Spot(replace(part.unit, levels=(level,)), looks, True, spot.shy, part.tree)


def _match(reader: Reader, parts: Sequence[Part], pieces: Stack) -> HeapLook:
    """How the visible pyramids look as these pieces, each at best 0."""
    levels = [part.unit.levels[0] for part in parts]
    counts = Counter(piece for piece in pieces if piece.colour in reader.palette)
    kinds = tuple(counts)
    best = np.array([[level.kinds().max()] for level in levels])
    table = piece_scores(levels, kinds, reader.palette) - best
    most = np.array([min(counts[kind], len(levels)) for kind in kinds], int)
    copies = np.repeat(np.arange(len(kinds)), most)
    strays = np.repeat(np.array([[part.stray] for part in parts]), len(levels), 1)
    wide = np.hstack([table[:, copies], strays])
    rows, columns = matched(wide)
    pairs = zip(rows, columns, strict=True)
    found = [(row, kinds[copies[column]]) for row, column in pairs if column < len(copies)]
    shown = tuple(sorted(kind for row, kind in found if parts[row].top))
    return HeapLook(len(pieces) - len(found), float(wide[rows, columns].sum()), shown)
