"""Sanctum's initiative tracker on a real table (S1 to S7): structures are pyramids, owned according to
colour.

A structure keeps its name as long as something stands at its place. A turn starts when people say so, or when
the turn marker, a pyramid of a colour of its own, is laid down or stood up.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, count, product
from statistics import fmean
from typing import Any

import numpy as np

from arbiter.events.ledger import Ledger
from arbiter.games.sanctum.words_of_table import owner_word
from arbiter.table.model import (
    FAINT,
    LOG_UNSEEN,
    MoveSequence,
    Seen,
    TableModel,
    stray_log,
)
from arbiter.table.scoring import POSTURE_WEIGHT, Reader
from arbiter.table.window import touched
from engine.definition import AnyGame
from engine.message import Message, Messages
from engine.pieces import Colour, Piece
from engine.sanctum.game import GAME
from engine.sanctum.model import Build, Capture, Destroy, Move, Owner, StartTurn, Structure, called
from engine.sanctum.state import State
from vision.labelling.matching import matched
from vision.observation import SQUARE_MM
from vision.track.matching import nearest_pairs
from vision.track.summing import FLOOR, Unit, softmax

say = Messages("arbiter.games.sanctum")

NEW, MARKER = "new structures", "turn marker"
OWNERS = {Colour.RED: Owner.RED, Colour.BLUE: Owner.BLUE}
"""The owners of coloured structures; those of other colours are neutral."""
PLACE_MM = 25.0
"""Something within this distance of a structure's place is the same structure."""
WORTH = 0.05
"""Less likely owners are ignored."""
PLAIN = 0.85
"""Least confidence of a new structure in a glimpse; what flickers can only be judged at rest."""
LOG_HARDLY = -5.5
"""Log probability that a real structure looks faint."""
FOREIGN_MM = 12.0
"""What is not a structure stays within this distance."""
AT_ONCE_S, SHORT_TURN_S, P_AT_ONCE = 12.0, 6.0, 0.02
"""A marker turned again so soon, with no change in between, was more probably put back than turned for a new
turn; the shorter the turn would have been, the less likely it is."""
P_LOST, CUT_OFF_MM = 0.01, 45.0
"""Relative probability that a marker out of sight stands or lies as it did when it was last in sight, if that
was so near to the edge of the picture that it may be cut off now."""
IN_TIME, ON_AVERAGE, AVERAGE_S = 0.97, 0.85, 0.2
"""Probability that the place that hands were over first was changed first; the same, if hands were over both
at once, for the place whose mean time is earlier by at least ``AVERAGE_S`` seconds."""
P_NOTHING, P_CHANGES = 0.2, 0.6
P_TURN, P_MORE, P_ON = 0.76, 0.24, 0.86
"""After a change comes a turn or another change, after a turn a change (44 of 58, 14 of 58 and 33 of 38 on
six films): for the order of a turn and changes between two readable tables."""
MOST_SPLIT = 3
"""The most changes for which every split into before and after the turn is tried."""
REACH_MM = SQUARE_MM / math.sqrt(2)
"""The distance from the centre of a square about which nothing is known to its corners."""
FETCH_S = 1.4
"""Seconds of still table before a structure counts as destroyed: its captor may be fetching a pyramid."""

Place = tuple[str, float, float]
"""A structure's name and place (mm)."""


@dataclass(frozen=True)
class SanctumModel(TableModel):
    """A `TableModel`; ``marker`` is the turn marker's colour, ``upright`` its posture in the first turn,
    ``foreign`` the places (mm) of things that are not the game's, as people said or play has shown, and
    ``last`` the marker's posture in the state in which it was last in sight and its place (mm) then."""

    glimpses = True
    in_order = True

    places: tuple[Place, ...]
    reader: Reader
    marker: Colour | None = None
    upright: bool = True
    foreign: tuple[tuple[float, float], ...] = ()
    last: tuple[bool, float, float] | None = None

    @property
    def game(self) -> AnyGame:
        return GAME

    # ----- where things are

    def sort(self, units: Sequence[Unit]) -> Mapping[str, tuple[Unit, ...]]:
        own = [
            unit
            for unit in units
            if all(math.dist((unit.x_mm, unit.y_mm), at) > FOREIGN_MM for at in self.foreign)
        ]
        marker, rest = split_marker(own, self.reader, self.marker)
        at = [(unit.x_mm, unit.y_mm) for unit in rest]
        pairs = dict(nearest_pairs([(x, y) for _, x, y in self.places], at, PLACE_MM))
        found: dict[str, tuple[Unit, ...]] = {self.places[i][0]: (rest[j],) for i, j in pairs.items()}
        new = tuple(unit for j, unit in enumerate(rest) if j not in pairs.values())
        found |= {NEW: new} if new else {}
        return found | ({MARKER: (marker,)} if marker is not None else {})

    def hidden(
        self, places: Iterable[tuple[float, float]], there: Mapping[str, tuple[Unit, ...]]
    ) -> frozenset[str]:
        """The sites about which a glimpse of what is ``there``, hiding these places (mm), says nothing: a new
        structure or the marker may be in any of them, and new structures must be certain."""
        unknown = tuple(places)
        found = {
            name
            for name, *at in self.places
            if name not in there and any(math.dist(at, place) <= REACH_MM for place in unknown)
        }
        if unknown:
            found |= {NEW, MARKER} - set(there)
        doubtful = any(unit.confidence < PLAIN for unit in there.get(NEW, ()))
        return frozenset({*found, NEW} if doubtful else found)

    def contents(self, state: State) -> Mapping[str, Any]:
        known = {name for name, _, _ in self.places}
        found: dict[str, Any] = {name: state.owner_of(name) for name in known}
        found[NEW] = tuple(sorted(each.owner for each in state.structures if each.name not in known))
        if self.marker is not None:
            found[MARKER] = self._stands(state)
        return found

    def _stands(self, state: State) -> bool:
        """Whether the marker is upright in a state."""
        return self.upright == (state.turn % 2 == 1)

    def settle(self, state: State, seen: Seen) -> SanctumModel:
        known = {each.name for each in state.structures}
        places = {each[0]: each for each in self.places if each[0] in known or not seen.at(each[0])}
        for name in list(places):
            for unit in seen.at(name):
                places[name] = (name, unit.x_mm, unit.y_mm)
        new = [each for each in state.structures if each.name not in places]
        units, taken = list(seen.at(NEW)), set[int]()
        if new and units:
            table = np.array([[self._owned(unit, each.owner) for unit in units] for each in new])
            for i, j in zip(*matched(table), strict=True):
                places[new[i].name] = (new[i].name, units[j].x_mm, units[j].y_mm)
                taken.add(int(j))
        left = [unit for j, unit in enumerate(units) if j not in taken and unit.confidence < FAINT]
        foreign = (*self.foreign, *((unit.x_mm, unit.y_mm) for unit in left))  # a print or a die
        last = self.last
        for unit in seen.at(MARKER):
            last = self._stands(state), unit.x_mm, unit.y_mm
        return replace(self, places=tuple(places.values()), foreign=foreign, last=last)

    # ----- how things look

    def fit(self, site: str, content: Any, units: tuple[Unit, ...]) -> float:
        if site == MARKER:
            return sum(_posture(unit, content) for unit in units)
        wanted = content if site == NEW else () if content is None else (content,)
        strays = np.array([stray_log(unit) for unit in units])
        if not wanted or not units:
            return len(wanted) * LOG_UNSEEN + float(strays.sum())
        table = np.array([[self._owned(unit, owner) for unit in units] for owner in wanted])
        table += [_built(unit) if site == NEW else 0.0 for unit in units]
        rows, columns = matched(table - strays)
        spare = (len(wanted) - len(rows)) * LOG_UNSEEN + float(np.delete(strays, columns).sum())
        return float(table[rows, columns].sum()) + spare

    def _owned(self, unit: Unit, owner: Owner) -> float:
        return math.log(max(1e-6, shares(unit, self.reader)[owner]) * len(Owner))

    def named(self, site: str, content: Any, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        colour = next((colour for colour, owner in OWNERS.items() if owner is content), None)
        return pieces if colour is None else (pieces[0]._replace(colour=colour), *pieces[1:])

    # ----- what may have happened

    def sequences(self, state: State, seen: Seen) -> Iterable[MoveSequence]:
        turned = self.marker is not None and MARKER in seen.changed
        stands = self._stands(state)
        stays, goes = self._lost(stands, seen), self._lost(not stands, seen)
        yield MoveSequence((), math.log(P_NOTHING) + stays)
        for structures, weight in self._readings(state, seen):
            changes = self._in_time(state.changes_to(structures), seen)
            wait_s = self.wait_s(changes)
            if changes:
                yield MoveSequence(changes, math.log(P_CHANGES) + weight + stays, wait_s=wait_s)
            if turned:
                turn: tuple[Move, ...] = (StartTurn(),)
                hasty = not changes and _just_started(state, seen)
                first, last = self._hands(turn, changes, seen), self._hands(changes, turn, seen)
                share = P_AT_ONCE * min(1.0, seen.since_s / SHORT_TURN_S) ** 2 if hasty else P_CHANGES
                log = math.log(share) + weight + goes
                yield MoveSequence((*changes, *turn), log + last + _order(changes, ()), wait_s=wait_s)
                if changes:
                    yield MoveSequence((*turn, *changes), log + first + _order((), changes), wait_s=wait_s)
                for before, after in _split(changes):
                    split = log + _order(before, after)
                    split += self._hands(before, turn, seen) + self._hands(turn, after, seen)
                    yield MoveSequence((*before, *turn, *after), split, wait_s=wait_s)

    def _lost(self, upright: bool, seen: Seen) -> float:
        """Log probability of not seeing the marker, whether it is ``upright`` or not, compared with the other
        posture: one that is turned at the edge of the picture may be cut off."""
        if self.last is None or MARKER not in seen.changed or seen.at(MARKER) or seen.tints is None:
            return 0.0
        stood, x_mm, y_mm = self.last
        around = ((CUT_OFF_MM * math.cos(turn), CUT_OFF_MM * math.sin(turn)) for turn in range(6))
        edge = any(seen.tints.lab(x_mm + dx, y_mm + dy) is None for dx, dy in around)
        return math.log(P_LOST) if edge and upright is stood else 0.0

    def _in_time(self, changes: Sequence[Move], seen: Seen) -> tuple[Move, ...]:
        """The changes in the order in which hands were over their places, as far as known: a hand that
        reaches past a place is over it only for a moment."""
        times = {move: self._touched(move, seen) for move in changes}
        if not all(times.values()):
            return tuple(changes)
        return tuple(sorted(changes, key=lambda move: fmean(times[move])))

    def _hands(self, first: Sequence[Move], then: Sequence[Move], seen: Seen) -> float:
        """Log evidence of the hands for some moves having been made before others: a piece is moved while its
        player's hand is over its place; if two hands overlap, about halfway through."""
        total = 0.0
        for one, other in product(first, then):
            before, after = self._touched(one, seen), self._touched(other, seen)
            one_s, other_s = sorted({*before} - {*after}), sorted({*after} - {*before})
            if not (one_s and other_s):
                continue  # an arm that was over both tells nothing
            later_s = fmean(other_s) - fmean(one_s)
            apart = before[-1] < after[0] or after[-1] < before[0]
            if apart or abs(later_s) >= AVERAGE_S:
                p = IN_TIME if apart else ON_AVERAGE
                total += math.log(p if later_s > 0 else 1 - p)
        return total

    def _touched(self, move: Move, seen: Seen) -> list[float]:
        """When hands were over the place of a move, since the last accepted state."""
        name = MARKER if isinstance(move, StartTurn) else getattr(move, "name", "")
        site = name if name == MARKER or name in {each for each, *_ in self.places} else NEW
        boxes = (*(unit.bbox_px for unit in seen.at(site)), *seen.were.get(site, ()))
        return sorted({time_s for box in boxes for time_s in touched(box, seen.touches)})

    def not_yet(self, move: Move, seen: Seen, before: Seen) -> bool:
        """Whether the table ``before`` shows that a move now ``seen`` had not been made then."""
        if isinstance(move, StartTurn):
            return MARKER not in before.hidden
        if not isinstance(move, Build) or move.name in {name for name, *_ in self.places}:
            return getattr(move, "name", "") not in before.hidden
        new = [unit for unit in seen.at(NEW) if move.owner in likely(unit, self.reader)]
        return any(
            all(math.dist((unit.x_mm, unit.y_mm), place) > REACH_MM for place in before.blind) for unit in new
        )

    def waits(self, move: Move) -> bool:
        """Whether nobody makes this move while another one is under way."""
        return isinstance(move, StartTurn)

    def begun(self, move: Move, before: Seen) -> bool:
        """Whether the table ``before`` shows that a move made later had at least begun."""
        return (MARKER if isinstance(move, StartTurn) else getattr(move, "name", "")) in before.changed

    def wait_s(self, moves: Iterable[Move]) -> float:
        """Seconds after which these moves are believed to be complete."""
        return FETCH_S if any(isinstance(each, Destroy) for each in moves) else 0.0

    def joined(self, state: State, moves: Sequence[Move]) -> tuple[Move, ...]:
        """The moves, with a structure that was removed and rebuilt joined into a capture: the captor's
        pyramid replaced it. If the owner is the same, it was only overlooked or lifted."""
        built = {move.name: move for move in moves if isinstance(move, Build)}
        gone = {move.name for move in moves if isinstance(move, Destroy)} & set(built)
        found = list[Move]()
        for move in moves:
            if isinstance(move, Destroy) and move.name in gone:
                owner = built[move.name].owner
                found += [] if state.owner_of(move.name) is owner else [Capture(owner, move.name)]
            elif not (isinstance(move, Build) and move.name in gone):
                found.append(move)
        return tuple(found)

    def undone(self, ledger: Ledger, seen: Seen) -> bool:
        """Whether the turn that has just started may have been started by mistake."""
        return MARKER in seen.changed and ledger.waiting is None and _just_started(ledger.state, seen)

    def _readings(self, state: State, seen: Seen) -> Iterator[tuple[list[Structure], float]]:
        """The possible structures on the table: the likeliest, then with one owner changed; without faint
        ones, then with them."""
        new = seen.at(NEW)
        plain = tuple(unit for unit in new if unit.confidence >= FAINT)
        for units in (plain, new) if len(plain) < len(new) else (new,):
            best = self._structures(state, seen, units)
            yield [Structure(name, owners[0]) for name, owners in best.items()], 0.0
            for name, owners in best.items():
                for other in owners[1:]:
                    changed = {**best, name: [other]}
                    yield [Structure(each, own[0]) for each, own in changed.items()], 0.0

    def _structures(self, state: State, seen: Seen, new: Sequence[Unit]) -> dict[str, list[Owner]]:
        """The possible owners of each structure, by name, the likeliest first, including ``new`` ones;
        unchanged sites as they were."""
        found: dict[str, list[Owner]] = {}
        for each in state.structures:
            if each.name not in seen.changed:
                found[each.name] = [each.owner]
        for name, _, _ in self.places:
            if name in seen.changed and seen.at(name):
                found[name] = likely(seen.at(name)[0], self.reader)
        if NEW in seen.changed:
            taken = {*found, *(name for name, _, _ in self.places), *(each.name for each in state.structures)}
            fresh = (name for name in (f"town{n}" for n in count(1)) if name not in taken)
            for unit, name in zip(new, fresh, strict=False):
                found[name] = likely(unit, self.reader)
        return found

    # ----- words

    def describe(self, site: str, content: Any, units: tuple[Unit, ...]) -> Message:
        if site == MARKER:
            return say("marker")
        sees = tuple(owner_word(likely(unit, self.reader)[0]) for unit in units) or (say("nothing"),)
        if site != NEW:
            return say(
                "instead",
                raw=called(site),
                list=sees,
                text=owner_word(content) if content else say("nothing"),
            )
        wants = tuple(map(owner_word, content)) or (say("nothing"),)
        return say("new", list=sees, list2=wants)

    def to_json(self) -> dict[str, Any]:
        return {
            "places": [[name, round(x, 1), round(y, 1)] for name, x, y in self.places],
            "marker": None if self.marker is None else self.marker.value,
            "upright": self.upright,
            "foreign": [[round(x, 1), round(y, 1)] for x, y in self.foreign],
        }


def _order(before: Sequence[Move], after: Sequence[Move]) -> float:
    """Log prior of a turn coming after some changes and before others."""
    more = max(0, len(before) - 1) + max(0, len(after) - 1)
    return (
        more * math.log(P_MORE) + (math.log(P_TURN) if before else 0.0) + (math.log(P_ON) if after else 0.0)
    )


def _split(changes: Sequence[Move]) -> Iterator[tuple[tuple[Move, ...], tuple[Move, ...]]]:
    """The ways in which a turn may have started between changes: those before it, and those after."""
    for first in range(1, len(changes) if len(changes) <= MOST_SPLIT else 1):
        for before in combinations(range(len(changes)), first):
            rest = [i for i in range(len(changes)) if i not in before]
            yield tuple(changes[i] for i in before), tuple(changes[i] for i in rest)


def split_marker(
    units: Sequence[Unit], reader: Reader, marker: Colour | None
) -> tuple[Unit | None, list[Unit]]:
    """The turn marker (the unit that looks most like its colour, if any does) and the other units."""
    if marker is None:
        return None, list(units)
    at = reader.palette.index(marker)
    looks = [unit for unit in units if int(unit.levels[0].colour.argmax()) == at]
    best = max(looks, key=lambda unit: float(unit.levels[0].colour[at]), default=None)
    return best, [unit for unit in units if unit is not best]


def shares(unit: Unit, reader: Reader) -> dict[Owner, float]:
    """The probability of each owner of a unit, by its colour."""
    found = dict.fromkeys(Owner, 0.0)
    for colour, share in zip(reader.palette, softmax(unit.levels[0].colour), strict=True):
        found[OWNERS.get(colour, Owner.NEUTRAL)] += float(share)
    return found


def likely(unit: Unit, reader: Reader) -> list[Owner]:
    """The owners that are likely enough, the likeliest first."""
    ranked = sorted(shares(unit, reader).items(), key=lambda item: -item[1])
    return [owner for i, (owner, share) in enumerate(ranked) if i == 0 or share >= WORTH]


def _built(unit: Unit) -> float:
    """The price of a new structure being faint."""
    return LOG_HARDLY if unit.confidence < FAINT else 0.0


def _posture(unit: Unit, upright: bool) -> float:
    share = unit.p_upright if upright else 1 - unit.p_upright
    return POSTURE_WEIGHT * math.log(2 * min(1 - FLOOR, max(FLOOR, share)))


def _just_started(state: State, seen: Seen) -> bool:
    """Whether a turn started a moment ago and nothing has happened since."""
    return seen.since_s < AT_ONCE_S and bool(state.history) and isinstance(state.history[-1], StartTurn)
