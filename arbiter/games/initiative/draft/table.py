"""A draft for Initiative on a real table (I14): three rows across the middle, and what each player took.

Markers are numbered from near's left. The camera does not see them, so their places are agreed: across the
middle of the table, the second in the centre, ``APART_MM`` between neighbours. From then on a marker is
believed to lie between its agreed place and its pyramids. Within ``ROW_MM`` of the midline a pyramid belongs
to the nearest marker; farther off it was taken by the player on that side. The initiative stack stands to one
side.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np

from arbiter.events.ledger import Ledger, judge
from arbiter.games.initiative.draft.markers import (
    CLOSE_MM,
    PAPER_MM,
    MarkerRow,
    Place,
    is_paper,
    marker_site,
)
from arbiter.table.model import Misreading, MoveSequence, Seen, TableModel
from arbiter.table.scoring import Reader
from engine.definition import AnyGame
from engine.game import MoveError, Seat
from engine.initiative.draft import Draft
from engine.initiative.draft_model import MARKERS, Draw, Move, Take
from engine.initiative.drafting import DRAFT, Stack
from engine.message import Message, Messages
from engine.pieces import Colour, Piece, Size
from vision.labelling.matching import matched
from vision.track.summing import Unit

say = Messages("arbiter.games.initiative")

LOG_LACKING, LOG_SPARE = -8.0, -7.0
"""A pyramid that should show in a row of the draft and does not, and one too many. No drafts were counted."""
ROW_MM = 90.0
PALE = frozenset({Colour.WHITE, Colour.CLEAR, Colour.YELLOW})
"""A unit exactly at a marker's agreed place that looks small and pale is the marker itself: a slip of paper
that is sometimes taken for a pyramid."""
STACK_MM = 40.0
"""A unit this close to the initiative stack belongs to it."""
TALL = 2.5
"""Levels from which a unit is the stack, wherever it stands."""
PILED = 1.6
"""Levels from which a unit is more than one pyramid."""
LOG_PILED = -5.0
GOOD = 4.0
"""Log units in favour of a row with as many pyramids as expected."""
CLEAR, EVEN = 3.0, 4.0
"""In a row, each log unit by which a pyramid looks more like another kind counts ``CLEAR`` times, beyond an
allowance of ``EVEN``: a kind must not win only because the bag holds nothing better."""
FORGIVEN = 2.0
"""Log units by which a taken pyramid may look more like another kind at no price."""
LIKELY = 6.0
"""Kinds that a drawn pyramid resembles less than its best kind by this many log units are not considered."""
AWAY_MM = 65.0
"""A drawn pyramid is asked about if it is farther than this from the rest of its row, or within ``CLOSE_MM``
of the border between two markers."""
LOG_UNCLEAR = -9.0
P_NOTHING, P_DRAW, P_TAKE, P_ILLEGAL, P_TWO, P_HELD = 0.2, 0.5, 0.25, 0.05, 0.1, 0.02
P_HASTY = 0.1
"""Two actions at once, of which one is illegal."""
CALM_S = 1.6
"""Seconds of still table before a further change is believed, such as a pyramid taken back: a pyramid just
uncovered by a hand may not show at once."""
HASTY_S = 2.0
"""Seconds of still table before part of a row counts as taken: the other part may follow."""
P_SIZE_MISREAD = 0.002
SUSPECT = -2.5
"""A pyramid whose look fits its believed kind worse than this may have been misread."""


@dataclass(frozen=True)
class DraftModel(TableModel):
    """A `TableModel`: ``grid`` gives the markers' places, ``stack_xy`` that of the stack, ``papers`` those of
    markers that look like pyramids (mm)."""

    reader: Reader
    stack_xy: Place
    grid: MarkerRow = field(default_factory=MarkerRow)
    papers: tuple[Place, ...] = ()
    shift: tuple[float, ...] = (0.0, 0.0, 0.0)
    """The distance of each row from its marker (mm, along x)."""

    @property
    def places(self) -> tuple[float, ...]:
        """The x of each row (mm)."""
        return tuple(place + by for place, by in zip(self.grid.places, self.shift, strict=True))

    @property
    def game(self) -> AnyGame:
        return DRAFT

    # ----- where things are

    def sort(self, units: Sequence[Unit]) -> Mapping[str, tuple[Unit, ...]]:
        found: dict[str, list[Unit]] = {}
        for unit in units:
            beside = math.dist((unit.x_mm, unit.y_mm), self.stack_xy) < STACK_MM
            paper = is_paper(self.papers, unit.x_mm, unit.y_mm)
            if not (beside or paper) and unit.expected_levels < TALL:
                found.setdefault(self._site(unit), []).append(unit)
        return {site: tuple(there) for site, there in found.items()}

    def _site(self, unit: Unit) -> str:
        if abs(unit.y_mm) > ROW_MM:
            return str(Seat.NEAR if unit.y_mm < 0 else Seat.FAR)
        return marker_site(self._nearest(unit))

    def _nearest(self, unit: Unit) -> int:
        return min(MARKERS, key=lambda marker: abs(self.places[marker - 1] - unit.x_mm))

    def contents(self, state: Draft) -> Mapping[str, Any]:
        rows = {marker_site(marker): tuple(sorted(state.rows[marker - 1])) for marker in MARKERS}
        return {**rows, **{str(seat): state.hand(seat) for seat in Seat}}

    def settle(self, state: Draft, seen: Seen) -> DraftModel:
        shift, papers = list(self.shift), list(self.papers)
        for marker in MARKERS:
            row, units = state.rows[marker - 1], seen.at(marker_site(marker))
            if len(units) > len(row):
                slips = [(unit.x_mm, unit.y_mm) for unit in units if self._is_slip(marker, unit)]
                units = self._standing(marker, units)
                papers += slips if len(units) == len(row) else ()
            if units and len(units) == len(row):
                agreed = self.grid.places[marker - 1]
                found = [agreed, *(unit.x_mm for unit in units)]  # a row may begin to one side of its marker
                shift[marker - 1] = sum(found) / len(found) - agreed
        return replace(self, shift=tuple(shift), papers=tuple(papers))

    def _is_slip(self, marker: int, unit: Unit) -> bool:
        """Whether a unit may be the marker itself."""
        looks = self.reader.best(unit)
        near = math.dist((self.grid.places[marker - 1], 0.0), (unit.x_mm, unit.y_mm)) < PAPER_MM
        return near and looks.size is Size.SMALL and looks.colour in PALE

    def _standing(self, marker: int, units: Sequence[Unit]) -> tuple[Unit, ...]:
        """The units, except any that may be the marker itself."""
        return tuple(unit for unit in units if not self._is_slip(marker, unit))

    def _counts(self, marker: int, seen: Seen) -> frozenset[int]:
        """The possible numbers of pyramids at a marker: with and without what may be the marker itself."""
        units = seen.at(marker_site(marker))
        return frozenset({len(units), len(self._standing(marker, units))})

    # ----- how things look

    def fit(self, site: str, content: Any, units: tuple[Unit, ...]) -> float:
        marker = next((each for each in MARKERS if marker_site(each) == site), None)
        standing = units if marker is None else self._standing(marker, units)
        whole = self._row_fit(site, content, units)
        if len(standing) == len(units):
            return whole
        return max(whole, self._row_fit(site, content, standing))

    def _row_fit(self, site: str, content: Any, units: tuple[Unit, ...]) -> float:
        pairs, table = self._pairs(content, units)
        scores = [float(table[i, j]) for i, j in pairs]
        spare = (len(content) - len(pairs)) * LOG_LACKING + (len(units) - len(pairs)) * LOG_SPARE
        if site in set(Seat):
            return sum(min(0.0, each + FORGIVEN) for each in scores) + spare
        whole = GOOD if len(content) == len(units) else 0.0
        return sum(min(each, CLEAR * each + EVEN) for each in scores) + spare + whole

    def _pairs(
        self, content: Sequence[Piece], units: Sequence[Unit]
    ) -> tuple[list[tuple[int, int]], np.ndarray]:
        """Matching units and pieces (index pairs), and the log ratios (n, m) that it rests on."""
        table = np.array([[self._looks(unit, piece) for unit in units] for piece in content])
        table = table.reshape(len(content), len(units))
        rows, columns = matched(table)
        return [(int(i), int(j)) for i, j in zip(rows, columns, strict=True)], table

    def _looks(self, unit: Unit, piece: Piece) -> float:
        """How much less a unit looks like a piece than like its best kind, in log units; at most 0."""
        best = self.reader.level(unit, 0, self.reader.best(unit))
        piled = LOG_PILED if unit.expected_levels > PILED else 0.0
        return self.reader.level(unit, 0, piece) - best + piled

    def _new(self, content: Sequence[Piece], units: Sequence[Unit]) -> list[Unit]:
        """The units of a row that match none of its pieces."""
        known = {j for _, j in self._pairs(content, units)[0]}
        return [unit for j, unit in enumerate(units) if j not in known]

    # ----- what may have happened

    def sequences(self, state: Draft, seen: Seen) -> Iterable[MoveSequence]:
        yield MoveSequence((), math.log(P_NOTHING), CALM_S)
        yield from self._held(state, seen)
        yield from self._missed(state, seen)
        moves = list(self._moves(state, seen))
        for first, weight in moves:
            calm = CALM_S if seen.changed - _sites(first) else 0.0
            yield MoveSequence((first,), weight, HASTY_S if _partly(first, state) else calm)
        for first, weight in moves:
            try:
                after = state.force(first).state
            except MoveError:
                continue
            if self._explained(after, seen):
                continue
            for second, more in self._moves(after, seen):
                clean = _legal(state, first) and _legal(after, second)
                share = P_TWO if clean else P_TWO * P_HASTY
                calm = CALM_S if seen.changed - _sites(first) - _sites(second) else 0.0
                yield MoveSequence((first, second), math.log(share) + weight + more, calm)

    def _explained(self, state: Draft, seen: Seen) -> bool:
        """Whether every changed site shows as many pyramids as a state has there."""
        contents = self.contents(state)
        counts = {marker_site(marker): self._counts(marker, seen) for marker in MARKERS}
        return all(
            len(contents[site]) in counts.get(site, {len(seen.at(site))})
            for site in seen.changed & contents.keys()
        )

    def _moves(self, state: Draft, seen: Seen) -> Iterator[tuple[Move, float]]:
        if state.setup is not None:
            return
        for marker in MARKERS:
            site, row = marker_site(marker), state.rows[marker - 1]
            if site not in seen.changed:
                continue
            counts = self._counts(marker, seen)
            if max(counts) > len(row):
                yield from self._draws(state, marker, self._new(row, seen.at(site)), seen)
            if min(counts) < len(row):
                yield from self._takes(state, marker, seen)

    def _draws(
        self, state: Draft, marker: int, new: Sequence[Unit], seen: Seen
    ) -> Iterator[tuple[Move, float]]:
        """The new pyramids at a marker."""
        for unit in new:
            clear = 0.0 if self._clear(unit, marker, seen) else LOG_UNCLEAR
            for draw, weight in self._drawn(state, marker, unit):
                yield draw, weight + clear

    def _drawn(self, state: Draft, marker: int, unit: Unit) -> Iterator[tuple[Draw, float]]:
        """What a new pyramid may be. Whoever is to move drew it: the camera does not know the hand."""
        seats = [state.mover] if state.mover else list(Seat)
        for piece in state.bag:
            if self._looks(unit, piece) < -LIKELY:
                continue
            of_size = sum(count for other, count in state.bag.items() if other.size is piece.size)
            chance = state.bag[piece] / of_size / len(state.sizes_left) / len(seats)
            for seat in seats:
                draw = Draw(seat, piece, marker)
                yield draw, math.log((P_DRAW if _legal(state, draw) else P_ILLEGAL) * chance)

    def _clear(self, unit: Unit, marker: int, seen: Seen) -> bool:
        """Whether a new pyramid clearly lies at this marker and at no other."""
        away = {each: self._away(unit, each, seen) for each in MARKERS}
        alone = len(seen.at(marker_site(marker))) == 1
        second = min(distance for each, distance in away.items() if each != marker)
        return second - away[marker] > 2 * CLOSE_MM and (alone or away[marker] < AWAY_MM)

    def _away(self, unit: Unit, marker: int, seen: Seen) -> float:
        """The distance (mm, along x) of a unit from a marker's agreed or believed place or from the nearest
        of its other pyramids."""
        row = [other.x_mm for other in seen.at(marker_site(marker)) if other is not unit]
        return min(abs(x - unit.x_mm) for x in (self.grid.places[marker - 1], self.places[marker - 1], *row))

    def _takes(self, state: Draft, marker: int, seen: Seen) -> Iterator[tuple[Move, float]]:
        row = tuple(sorted(state.rows[marker - 1]))
        for seat in Seat:
            if str(seat) not in seen.changed | seen.hidden:
                continue
            kept = (each for n in range(1, len(row) + 1) for each in combinations(row, n))
            for keep in dict.fromkeys(kept):
                whole = keep == row and not 0 < state.room(seat) < len(row)
                move = Take(seat, marker, () if whole else keep)
                yield move, math.log(P_TAKE if _legal(state, move) else P_ILLEGAL)

    def _missed(self, state: Draft, seen: Seen) -> Iterator[MoveSequence]:
        """A pyramid was drawn and its row taken at once: a side has one more than the row had."""
        for marker, seat in ((marker, seat) for marker in MARKERS for seat in Seat):
            row, held = state.rows[marker - 1], state.hand(seat)
            there = seen.at(str(seat))
            if 0 not in self._counts(marker, seen) or len(there) != len(held) + len(row) + 1:
                continue
            for unit in self._new((*held, *row), there):
                for draw, weight in self._drawn(state, marker, unit):
                    yield MoveSequence((draw, Take(seat, marker)), math.log(P_TWO * P_TAKE) + weight, CALM_S)

    def _held(self, state: Draft, seen: Seen) -> Iterator[MoveSequence]:
        """A row has left its marker but does not lie on anybody's side yet."""
        for marker in MARKERS:
            site, row = marker_site(marker), state.rows[marker - 1]
            last = state.history[-1] if state.history else None
            undone = isinstance(last, Draw) and last.marker == marker and len(row) == 1
            if site in seen.changed and row and 0 in self._counts(marker, seen) and not undone:
                words = say("dr_gone", n=marker)
                meanwhile = {**self.contents(state), site: ()}
                yield MoveSequence((), math.log(P_HELD), unfinished=(meanwhile, words))

    def misreadings(self, ledger: Ledger, seen: Seen) -> Iterator[Misreading]:
        """The stack was misread in size: a pyramid was drawn of which the bag should have none."""
        state, was = ledger.state_if_stood, ledger.setup
        looks = [
            self.reader.best(unit)
            for marker in MARKERS
            for unit in self._new(state.rows[marker - 1], seen.at(marker_site(marker)))
        ]
        if all(state.bag[piece] for piece in looks):
            return
        for size in set(Size) - {was.size}:
            text = say("dr_size", size=size, size2=was.size)
            yield Misreading(Stack(was.colours, size), math.log(P_SIZE_MISREAD), text)

    recalls = True

    def others(self, ledger: Ledger, number: int, seen: Seen) -> Iterator[Draw]:
        """What the pyramid of a draw may have been instead, judged by its present look."""
        was = ledger.plies[number - 1].play
        if not isinstance(was, Draw):
            return
        looks = {
            after for before, after in self._suspects(ledger.state_if_stood, seen) if before == was.piece
        }
        yield from (Draw(was.seat, piece, was.marker) for piece in sorted(looks))

    def _suspects(self, state: Draft, seen: Seen) -> Iterator[tuple[Piece, Piece]]:
        """Pyramids whose look contradicts what they are believed to be, as pairs of belief and look."""
        for site, content in self.contents(state).items():
            units = seen.at(site)
            pairs, table = self._pairs(content, units)
            for i, j in pairs:
                if table[i, j] < SUSPECT:
                    yield content[i], self.reader.best(units[j])

    # ----- words

    def describe(self, site: str, content: Any, units: tuple[Unit, ...]) -> Message:
        side = site in set(Seat)
        where: dict[str, Any] = {"who": Seat(site)} if side else {"n": int(site.rpartition(" ")[2])}
        if len(units) != len(content):
            return say("dr_count_side" if side else "dr_count", most=len(units), more=len(content), **where)
        pairs, table = self._pairs(content, units)
        if not pairs:
            return say("dr_none_side" if side else "dr_none", **where)
        i, j = min(pairs, key=lambda pair: table[pair])
        looks = self.reader.best(units[j])
        return say("dr_instead_side" if side else "dr_instead", piece=looks, piece2=content[i], **where)

    def to_json(self) -> dict[str, Any]:
        return {
            "markers": self.grid.to_json(),
            "stack": [round(value, 1) for value in self.stack_xy],
            "shift": [round(by, 1) for by in self.shift],
            "papers": [[round(x, 1), round(y, 1)] for x, y in self.papers],
        }


def _legal(state: Draft, move: Move) -> bool:
    verdict = judge(state, move)
    return verdict is not None and verdict.legal


def _sites(move: Move) -> frozenset[str]:
    """The sites that a move changes."""
    site = marker_site(move.marker)
    return frozenset({site, str(move.seat)} if isinstance(move, Take) else {site})


def _partly(move: Move, state: Draft) -> bool:
    """Whether a take leaves pyramids at its marker that might be taken as well."""
    if not isinstance(move, Take):
        return False
    return 0 < len(move.keep) < min(len(state.rows[move.marker - 1]), state.room(move.seat))
