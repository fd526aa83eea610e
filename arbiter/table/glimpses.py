"""What shows of a game while hands are over the table; it is held like what a short rest showed.

Each place is assumed to be as last seen, so a glimpse is a whole table of which some places may be slightly
out of date. A glimpse alone never leads to an announcement, a question or giving up. But where hands overlap
and the table never rests between two turns, glimpses tell one turn from the next (``held``).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from arbiter.events.types import SessionEvent
from arbiter.table.budget import AT_A_TIME, Budget, LongSearch
from arbiter.table.held import Believed, Continued, continued, with_continued, with_held
from arbiter.table.held_readings import Held, hold, settled_before
from arbiter.table.model import Seen
from arbiter.table.readings import Reading, Readings, borne_out, turns
from arbiter.table.sites import MISFIT
from arbiter.table.thresholds import ACCEPT_GRAVE
from arbiter.table.window import Window
from engine.game import mover
from vision.track.summing import Unit

BESIDE_MM = 60.0
"""Beyond this distance from what a hand hides, a pyramid is seen as well as at rest."""
LIKELY = 0.1
"""Least probability of a reading of a glimpse to be considered."""
STOOD_S = 0.4
"""Seconds of still table after which nobody holds a pyramid of the last move any more."""


@dataclass(frozen=True)
class Weighing:
    """What is ``seen``, weighed with what is ``held`` of an earlier look in as many frames as that takes."""

    held: Held
    believed: Believed
    window: Window
    seen: Seen
    direct: Readings
    """The readings of what is seen alone."""
    after: tuple[Continued, ...] = ()
    """How the first ones held may continue (`held.continued`)."""
    search: LongSearch[Continued] | None = None
    """The search for how the next one may."""
    found: Readings | None = None
    """The readings with all continuations, once they are known."""

    def step(self, left: int = AT_A_TIME) -> Weighing:
        """Goes on until ``left`` steps more are made."""
        held, believed, window, seen = self.held, self.believed, self.window, self.seen
        if self.found is not None or left <= 0:
            return self
        if believed.model.in_order:
            return replace(self, found=with_held(held, believed, window, seen, self.direct))
        after, search = self.after, self.search
        while len(after) < len(held.readings) and left > 0:
            if search is None:
                search = continued(held.readings[len(after)], held, believed, window, seen)
            left -= search.step(left)
            if search.result is not None:
                after, search = (*after, search.result), None
        if len(after) < len(held.readings):
            return replace(self, after=after, search=search)
        return replace(self, after=after, found=with_continued(held, believed, seen, self.direct, after))


@dataclass(kw_only=True)
class Glimpses:
    """The part of a `TablePlay` that looks at the table between two rests."""

    _views: Mapping[str, tuple[Unit, ...]] = field(default_factory=dict)
    """What was last seen at each site."""
    _shown: Mapping[str, tuple[Unit, ...]] = field(default_factory=dict)
    """What the sites that look different showed at the last rest at which they were in sight."""
    _bare: frozenset[str] = frozenset()
    """Sites that the last glimpse showed empty and that were not before."""
    _glimpsed: tuple[Window, Seen] | None = None
    """The last glimpse, until it is understood."""
    _weighing: Weighing | None = None
    """The readings weighed last, without and with those that continue from what is held."""
    _again_s: float = math.nan
    """When the rest began that is to be read once more."""

    def between(self: Any, window: Window | None, now_s: float, reads: bool = True) -> list[SessionEvent]:
        """Takes in a glimpse of the table, or continues with the last one; to be called for every frame with
        movement. A glimpse is read from the next frame on, one step per frame that ``reads``. While a
        question is open, that is done for each of its readings."""
        if self.over or self.looks is None:
            return []
        if self.asked is not None:
            following = self._following if window is None else self._followed(self.asked)
            if following is not None:
                following.glimpse(window, now_s)
            return []
        pending: tuple[Window, Seen] | None = self._glimpsed
        if window is not None:
            window, seen = self._confirmed(window)
            self._views, self._glimpsed = seen.units, pending or (window, seen)
        if reads and self._goes_on(self._window):
            self.now, self.frame, self._left = self._window.last_s, self._window.last_frame, AT_A_TIME
            return list(self._look(self._window))  # what was at rest is read to the end before this hand
        if pending is None or not reads:
            return []
        again, self._left = replace(pending[0], budget=Budget()), AT_A_TIME
        self.now, self.frame, self._glimpsed = now_s, again.last_frame, None
        seen = self._believed.table(again, pending[1].units)
        return list(self._understand(again, replace(seen, went=pending[1].went)))

    def _confirmed(self: Any, window: Window) -> tuple[Window, Seen]:
        """A glimpse and what it shows. If something beside a hand is missing, a second glimpse must confirm
        it: a pyramid is easily overlooked there, unless the place looks as it did when it was bare."""
        seen = self._believed.table(window, self._views)
        if self.model.in_order:
            return window, seen  # the readings weigh what it overlooks
        bare = {
            site: units
            for site, units in self._views.items()
            if units and not seen.at(site) and site not in seen.hidden | seen.stale
        }
        gone = frozenset(
            site
            for site, units in bare.items()
            if any(_beside(unit, window.hidden) and not _as_read(unit, window) for unit in units)
        )
        first, self._bare = gone - self._bare, gone
        if first:
            places = tuple((unit.x_mm, unit.y_mm) for site in sorted(first) for unit in self._views[site])
            window = replace(window, hidden=(*window.hidden, *places))
            seen = self._believed.table(window, self._views)
        went = {site: units for site, units in bare.items() if site not in first}
        return window, replace(seen, went=went)

    def _understand(self: Any, window: Window, seen: Seen) -> list[SessionEvent]:
        """One step: accepts an earlier look's reading from which this one continues, or holds this one's."""
        held: Held | None = self._held
        if not seen.changed or (held is not None and self._alike(held.scene, seen)):
            return []  # it shows nothing new
        direct = self._kept_readings(seen, window)
        readings = None if direct is None else self._with_earlier(direct, seen, window)
        if readings is None:
            self._glimpsed = window, seen
            return []
        before = settled_before(readings, ACCEPT_GRAVE)
        sound = before is not None and before.until_s <= self.now and readings.best.worst >= MISFIT
        if (
            sound
            and not readings.best.grave  # what looks illegal under a hand is no sign that a move is over
            and held is not None
            and borne_out(before, direct)
            and self._past(before, seen, readings.best)
        ):
            self._glimpsed = window, seen  # later moves are read in the next frame
            return list(self._accept_earlier(before))
        if _harmless(readings):
            self._hold(readings, seen, window)
        return []

    def _unsettled(self: Any, window: Window) -> list[SessionEvent]:
        """Takes in a table at rest on which something flickers: it may change again before that ends."""
        if self.asked is not None or self.looks is None or not self.model.in_order:
            return []
        glimpse = window.but_unsure
        return list(self._understand(glimpse, self._believed.table(glimpse, self._views)))

    def _with_earlier(self: Any, readings: Readings, seen: Seen, window: Window) -> Readings | None:
        """The readings, including those that continue from an earlier rest; ``None`` if that is left to the
        next look because this one has cost enough."""
        last: Weighing | None = self._weighing
        held, in_order = self._held, self.model.in_order
        held = None if held is None else held.before(window)
        if held is None:
            return readings
        if not in_order and self._alike(held.scene, seen):
            return readings
        if last is None or last.direct is not readings:
            last = Weighing(held, self._believed, window, seen, readings)
        self._weighing = last = last.step(self._left)
        return last.found

    def _goes_on(self: Any, window: Window) -> bool:
        """Whether the table at rest in this window is still being read, or weighed with what is held, or to
        be read once more."""
        last: Weighing | None = self._weighing
        weighs = last is not None and last.window.first_s == window.first_s and last.found is None
        return bool(weighs or self._searching(window) or self._again_s == window.first_s)

    def _accept_earlier(self: Any, before: Reading) -> list[SessionEvent]:
        """Books the reading of an earlier look; hands count for later moves since then."""
        assert self._held is not None
        own = any(each is before for each in self._held.readings)
        held: Held = self._held if own or self._held.earlier is None else self._held.earlier
        events = list(self._accept(before, held.scene, None))
        if self.frame == self._window.last_frame:  # what was done after it is not understood yet
            self._again_s = self._window.first_s
        if not before.nothing:
            self._moved_s = min(self._moved_s, held.first_s)
        return events

    def _hold(self: Any, readings: Readings, seen: Seen, window: Window) -> None:
        if not self.model.in_order:
            done = window.glimpse != self.model.growing  # what grows under a hand is read from before it
            open_ = done and settled_before(readings, ACCEPT_GRAVE) is None
            joined = _joined(readings) if open_ else readings
            self._held = hold(self._held, joined, seen, window, self._alike)
            return
        before, held_readings = self._held, _as_held(readings, self._held, window)
        self._held = held = hold(before, held_readings, seen, window, self._alike)
        if before is not None and held is not None and held is not before:
            self._held = replace(held, scene=_known(held, before))

    def _past(self: Any, before: Reading, seen: Seen, best: Reading) -> bool:
        """Whether a reading's places are visible now: its move may have grown meanwhile, and still grows if
        nothing follows it and a hand is over one of its player's places. One that lay there without any hand,
        and that a move of somebody else has followed, grows no more. Places that must stay as they are for a
        while must not be hidden at the end of it."""
        if self.model.in_order and self.model.wait_s(before.made):
            was, now = (self.model.contents(each.state_if_stood) for each in (self.ledger, before.ledger))
            return not any(was.get(site) != now.get(site) for site in seen.hidden | seen.stale)
        seats = {seat for move in before.made if (seat := mover(move)) is not None}
        grows = self.model.goes_on(before.ledger) and len(best.made) <= len(before.made)
        if turns(best.made) > turns(before.made) and self._held is not None and self._held.span_s >= STOOD_S:
            return True
        sites = seen.stale | seen.hidden if grows else seen.stale
        return not any(site.startswith(seat) for site in sites for seat in seats)


def _as_read(unit: Unit, window: Window) -> bool:
    """Whether a unit's place looks as it did when the table was last read."""
    return window.moment is not None and window.moment.same(unit.x_mm, unit.y_mm)


def _beside(unit: Unit, hidden: Sequence[tuple[float, float]]) -> bool:
    """Whether a hand may hide part of a unit or of its surroundings."""
    return any(math.dist((unit.x_mm, unit.y_mm), place) < BESIDE_MM for place in hidden)


def _known(held: Held, before: Held) -> Seen:
    """The held scene; if an earlier look had the same readings, only places hidden in both are hidden, and
    what that one showed of a site and this one does not is there too."""
    scene: Seen = held.scene
    then: Seen = before.scene
    if {each.key for each in held.readings} != {each.key for each in before.readings}:
        return scene
    more = {site: units for site, units in then.units.items() if len(units) > len(scene.at(site))}
    blind = scene.blind if then.blind else ()
    return replace(scene, units={**scene.units, **more}, hidden=scene.hidden & then.hidden, blind=blind)


def _harmless(readings: Readings) -> bool:
    """Whether all likely readings explain the whole glimpse by legal moves; a hand may still hide part of
    what is being done."""
    likely = [each for each in readings.ranked if each.probability >= LIKELY]
    return all(((each.plain or each.set_back) and each.worst >= MISFIT) or each.unfinished for each in likely)


def _joined(readings: Readings) -> Readings:
    """The readings, with those that continue an unannounced one by moves joined with it: who of two players
    began may be open, but not what they did after that."""
    joined = (
        each if each.before is None or each.back else replace(each, before=None, looks=each.before.looks + 1)
        for each in readings.ranked
    )
    return replace(readings, ranked=tuple(joined))


def _as_held(readings: Readings, held: Held | None, window: Window) -> Readings:
    """The readings as they are held: each with the time until which it is not believed, and continuations of
    an unaccepted reading as a whole."""
    known = {} if held is None else {each.key: each.until_s for each in held.readings}
    ranked = list[Reading]()
    for each in readings.ranked:
        if each.before is None:
            until_s = max(each.until_s, known.get(each.key, window.first_s + each.wait_s))
            ranked.append(replace(each, until_s=until_s, fresh=each.fresh or len(each.moves)))
        else:
            ranked.append(replace(each, before=None) if each.back == each.before.back else each)
    return replace(readings, ranked=tuple(ranked))
