"""Joins the observations of several cameras, so that everything after vision works as with one camera.

One camera leads: its frames set the pace, and boxes are in its picture. The others contribute while they show
the same table, that is while both have been at rest for longer than the uncertainty of their clocks. If
something moves only in the leading camera's picture (a hand in front of it), another camera that sees the
whole table at rest replaces it.

A camera that shows nothing now (late, covered, gone) is remembered: its last units still count wherever no
camera that shows the table now has seen a change since.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera, Floats
from vision.observation import SQUARE_MM, Box, Glimpse, TableObservation, UnitObservation
from vision.several.joined import GATE_MM, HIDDEN, View, distance_mm, joined
from vision.stillness.glimpse import REACH_MM, TALL_MM, cells_of, hidden_squares
from vision.track.matching import nearest_pairs

LATE_S = 0.6
"""Largest age of the newest picture of a camera that replaces the leading one."""
WAIT_S = 1.5
"""Time for which a table at rest waits for another camera that alone knows some of the units."""
MARGIN_MM = 60.0
"""Margin around the pieces in the table's area, which includes the space between the markers."""
AGREEING, SURE = 0.5, 0.7
"""Least share of another camera's sure units that the leading one must see where it can, otherwise that
camera's pose is wrong; and least confidence of a sure unit."""
LEAST_UNITS = 4

Squares = frozenset[tuple[int, int]]
Units = tuple[UnitObservation, ...]


@dataclass(frozen=True)
class LastLook:
    """One camera's last observation: its time (s, on the leading clock), the ``camera``, since when it has
    been at rest (``None``: it is not), and the uncertainty of its clock (``slack_s``)."""

    observation: TableObservation
    camera: Camera
    time_s: float
    since_s: float | None
    slack_s: float

    @property
    def view(self) -> View:
        """The view for ``joined``."""
        return View(self.camera, self.observation.units, self.observation.hands)

    def rests_with(self, other: LastLook) -> bool:
        """Whether both show the same table at rest."""
        if self.since_s is None or other.since_s is None:
            return False
        common = min(self.time_s, other.time_s) - max(self.since_s, other.since_s)
        return common > max(self.slack_s, other.slack_s)


@dataclass(frozen=True)
class _Joint:
    """The last joint result: the key of its views, the ``units``, and the ``hands`` that hide something."""

    key: tuple[object, ...]
    views: tuple[View, ...]
    units: Units
    hands: tuple[Box, ...]


class Together:
    """Joins the cameras' observations, once per frame of the leading one."""

    def __init__(self, area: Sequence[Floats] = ()) -> None:
        """``area``: corners (mm) of things around the table, such as its markers."""
        self._area = [np.asarray(each, float)[:, :2] for each in area]
        self._looked: dict[int, LastLook] = {}
        self._begin()

    def _begin(self) -> None:
        self._units: Units = ()
        self._joint: _Joint | None = None
        self._known_s = -math.inf
        # the last views of each camera that contributed, with the units that are still valid
        self._then: dict[int, View] = {}
        self._agreed: dict[int, tuple[tuple[View, View], bool]] = {}
        self.counted: tuple[int, ...] = ()
        """The cameras in the last observation; its time is that of the first."""

    def see(
        self, number: int, observation: TableObservation, camera: Camera, time_s: float, slack_s: float
    ) -> None:
        """One camera's newest observation."""
        before = self._looked.get(number)
        rests = observation.still and observation.registered
        since = None if before is None else before.since_s
        since = (time_s if since is None else since) if rests else None
        self._looked[number] = LastLook(observation, camera, time_s, since, slack_s)

    def forget(self, number: int) -> None:
        """Drop a camera that shows nothing any more; its last view is remembered."""
        self._looked.pop(number, None)

    def reframe(self) -> None:
        """Reset everything, because the table's frame has changed."""
        self._looked.clear()
        self._begin()

    def pass_on(self) -> None:
        """Reset the observations, because another camera leads from now on."""
        self._looked.clear()
        self._joint, self._known_s = None, -math.inf

    def resting(self, number: int) -> View | None:
        """A camera's view, if the table is at rest in it."""
        found = self._looked.get(number)
        return None if found is None or found.since_s is None else found.view

    def observation(self, lead: int) -> TableObservation:
        """The joint observation for the leading camera's last frame."""
        here, self.counted = self._looked[lead], self._speaking(lead)
        if not self.counted:
            return self._in_motion(here)
        joint = self._joined(here, lead)
        if self._waits(lead, joint):
            return replace(here.observation, units=self._units, still=False, hands=())
        self._units = joint.units
        self._known_s = max(self._known_s, self._looked[self.counted[0]].time_s)
        tints = here.observation.tints if lead in self.counted else None  # a hand may be in its picture
        joined = replace(here.observation, units=joint.units, hands=joint.hands, still=True, registered=True)
        return replace(joined, glimpse=None, tints=tints)

    # ----- contributing cameras

    def _speaking(self, lead: int) -> tuple[int, ...]:
        """The cameras that show the table at rest now: the leading one and those at rest with it, or one that
        sees all of it while the leading one is obstructed."""
        here = self._looked[lead]
        others = [number for number in self._looked if number != lead]
        if here.since_s is not None:
            return (lead, *(n for n in others if here.rests_with(self._looked[n]) and self.agree(lead, n)))
        able = [number for number in others if self._speaks_for(here, number)]
        if not able:
            return ()
        first = max(able, key=lambda number: self._looked[number].time_s)
        more = (n for n in able if n != first and self._looked[first].rests_with(self._looked[n]))
        return (first, *more)

    def _speaks_for(self, here: LastLook, number: int) -> bool:
        """Whether another camera that has contributed before shows the whole table at rest at about this time
        without hands."""
        other = self._looked[number]
        if number not in self._then or other.since_s is None or other.observation.hands:
            return False
        rested = other.time_s - other.since_s > other.slack_s
        late = here.time_s - other.time_s > LATE_S or other.time_s <= self._known_s
        hull = self._hull()
        return rested and not late and hull is not None and _in_picture(hull, other.camera)

    def agree(self, lead: int, other: int) -> bool:
        """Whether the leading camera sees most of another one's units where it can."""
        here, there = self.resting(lead), self.resting(other)
        if here is None or there is None:
            return False
        kept = self._agreed.get(other)
        if kept is None or not (_same_view(kept[0][0], here) and _same_view(kept[0][1], there)):
            kept = self._agreed[other] = (here, there), _agree(here, there)
        return kept[1]

    def _waits(self, lead: int, joint: _Joint) -> bool:
        """Whether to wait for a camera that alone knows some of the units, unless its clock is so uncertain
        that it would not contribute in time."""
        here = self._looked[lead]
        late = {n for n, each in self._looked.items() if each.slack_s < WAIT_S} - set(self.counted)
        if here.since_s is None or not late or here.time_s - here.since_s > WAIT_S:
            return False
        seen = [unit for view in joint.views if not view.past for unit in view.units]
        return any(_at(seen, unit) is None for n in late & set(self._then) for unit in self._then[n].units)

    # ----- their joint result

    def _joined(self, here: LastLook, lead: int) -> _Joint:
        """The joint result of the contributing cameras and the remembered views of the others."""
        now = {number: self._looked[number].view for number in self.counted}
        key: tuple[object, ...] = (
            here.camera, *now, *((view.camera, view.units, view.hands) for view in now.values())
        )  # fmt: skip
        if self._joint is not None and _same_key(self._joint.key, key):
            return self._joint
        self._remember(now)
        past = {number: replace(view, past=True) for number, view in self._then.items() if number not in now}
        views = {**past, **now}
        first = views.pop(lead, View(here.camera, (), past=True))
        order = (first, *views.values())
        units = joined(order)
        hands = self._hiding(now[lead], [view for n, view in now.items() if n != lead]) if lead in now else ()
        self._joint = _Joint(key, order, units, hands)
        return self._joint

    def _remember(self, now: dict[int, View]) -> None:
        """Store the views, and drop units from the others' views that are no longer valid."""
        pairs = [
            (self._then[number].units, view.units) for number, view in now.items() if number in self._then
        ]
        first = [view for number, view in now.items() if number not in self._then]
        for number, view in self._then.items():
            if number not in now:
                kept = (unit for unit in view.units if all(_lasts(unit, *pair) for pair in pairs))
                held = tuple(unit for unit in kept if not any(_bare(unit, other) for other in first))
                self._then[number] = replace(view, units=held, hands=())
        for number, view in now.items():
            self._then[number] = view

    def _in_motion(self, here: LastLook) -> TableObservation:
        """The observation while no camera shows the table at rest; units known only from others are hidden in
        its glimpse."""
        seen = replace(here.observation, units=self._units or here.observation.units)
        if seen.glimpse is None:
            return seen
        unknown = [unit for unit in self._units if _at(here.observation.units, unit) is None]
        hidden = seen.glimpse.hidden | {square for unit in unknown for square in _around(unit)}
        return replace(seen, glimpse=Glimpse(seen.glimpse.units, hidden))

    def _hiding(self, here: View, others: Sequence[View]) -> tuple[Box, ...]:
        """The hands in a view that hide a part of the table that no other view shows."""
        hull = self._hull()
        if not here.hands or not others or hull is None:
            return here.hands
        shown = frozenset[tuple[int, int]]().union(*(_shown(view) for view in others))
        return tuple(hand for hand in here.hands if _hidden_by(hand, here.camera, hull) - shown)

    def _hull(self) -> Floats | None:
        """The relevant area of the table: around its pieces and markers, corners (N, 1, 2) mm."""
        around = np.array([(x, y) for x in (-1, 1) for y in (-1, 1)]) * MARGIN_MM
        points = self._area + [around + (unit.x_mm, unit.y_mm) for unit in self._units]
        return np.asarray(cv2.convexHull(np.concatenate(points).astype(np.float32))) if points else None


def _same_view(one: View, other: View) -> bool:
    return one.units is other.units and one.camera is other.camera and one.hands == other.hands


def _same_key(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    """Whether keys have identical cameras and units, and equal hands."""
    return len(one) == len(other) and all(
        (a[0] is b[0] and a[1] is b[1] and a[2] == b[2])
        if isinstance(a, tuple) and isinstance(b, tuple)
        else a is b or (isinstance(a, int) and a == b)
        for a, b in zip(one, other, strict=True)
    )


def _agree(here: View, there: View) -> bool:
    """Whether the first view has most of the other's sure units, where it can."""
    sure = [unit for unit in there.units if unit.confidence >= SURE and here.shows(unit) >= HIDDEN]
    if len(sure) < LEAST_UNITS:
        return True
    own, others = ([(unit.x_mm, unit.y_mm) for unit in units] for units in (here.units, sure))
    return len(list(nearest_pairs(own, others, GATE_MM))) >= AGREEING * len(sure)


def _at(units: Sequence[UnitObservation], unit: UnitObservation) -> UnitObservation | None:
    """The one of ``units`` in the place of ``unit``."""
    near = min(units, key=lambda each: distance_mm(each, unit), default=None)
    return near if near is not None and distance_mm(near, unit) <= GATE_MM else None


def _lasts(unit: UnitObservation, then: Units, now: Units) -> bool:
    """Whether a camera saw the same then and now in a unit's place, perhaps nothing both times."""
    before, after = _at(then, unit), _at(now, unit)
    if before is None or after is None:
        return before is after
    looks = [[(level.colour, level.size) for level in each.levels] for each in (before, after)]
    return before.posture is after.posture and looks[0] == looks[1]


def _bare(unit: UnitObservation, view: View) -> bool:
    """Whether a view shows a unit's place to be empty now."""
    return _at(view.units, unit) is None and view.misses(unit) >= HIDDEN


def _shown(view: View) -> Squares:
    """The visible squares of the table in a view."""
    count = int(REACH_MM // SQUARE_MM)
    numbers = np.stack(np.meshgrid(*[np.arange(-count, count)] * 2), -1).reshape(-1, 2)
    seen = numbers[_seen(((numbers + 0.5) * SQUARE_MM).astype(np.float64), view.camera)]
    hidden = hidden_squares(view.camera, cells_of(view.hands, view.camera.size))
    return frozenset((int(i), int(j)) for i, j in seen) - hidden


def _hidden_by(hand: Box, camera: Camera, hull: Floats) -> Squares:
    """The squares of the table's area behind a hand's box."""
    squares = hidden_squares(camera, cells_of((hand,), camera.size))
    return frozenset(each for each in squares if cv2.pointPolygonTest(hull, _middle(each), False) >= 0)


def _in_picture(hull: Floats, camera: Camera) -> bool:
    return bool(_seen(hull.reshape(-1, 2).astype(np.float64), camera).all())


def _seen(places: Floats, camera: Camera) -> NDArray[np.bool_]:
    """Which places (N, 2) mm are in a camera's picture, together with the space above them: (N,)."""
    low, high = (camera.project(np.column_stack([places, np.full(len(places), z)])) for z in (0.0, TALL_MM))
    with np.errstate(invalid="ignore"):
        inside = [(each >= 0).all(1) & (each < camera.size).all(1) for each in (low, high)]
    return np.asarray(inside[0] & inside[1])


def _around(unit: UnitObservation) -> Squares:
    """The squares under and next to a unit."""
    i, j = int(unit.x_mm // SQUARE_MM), int(unit.y_mm // SQUARE_MM)
    return frozenset((i + a, j + b) for a in (-1, 0, 1) for b in (-1, 0, 1))


def _middle(square: tuple[int, int]) -> tuple[float, float]:
    return (square[0] + 0.5) * SQUARE_MM, (square[1] + 0.5) * SQUARE_MM
