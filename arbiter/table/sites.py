"""A window of still table by the sites of a game, and which of them look different from before."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from arbiter.events.ledger import Ledger
from arbiter.table.appearance import is_altered, look
from arbiter.table.layout import Spot, Zone
from arbiter.table.model import Seen, TableModel
from arbiter.table.scoring import Reader
from arbiter.table.window import Window
from vision.colour.tints import change
from vision.detect.boxes import joined
from vision.observation import Box, Tints
from vision.track.matching import nearest_pairs
from vision.track.summing import SIZES, LevelEvidence, Unit, surely

STAYS_MM = 12.0
"""A unit this close to an earlier place is at the same place."""
LIES = 0.4
"""A heading is meaningful below this probability of standing upright."""
BELOW = 4.0
"""Log units by which a lower level must look more like another piece than like its former one."""
TURNED_DEG = 45.0
RESHAPED = 0.06
"""Share of a unit's height by which its outline lies elsewhere than before if something was put on it: so on
films did 7 of 181 units that looked as before, and 46 of 49 that looked different."""
CLEAR_MM = 45.0
"""A site with a fixed place is in full view if everything this close to it is."""
SAME, ALTERED, MUCH_MORE = 0.04, 0.1, 6.0
"""Most change of a picture (`vision.colour.tints.change`) that nothing put on or taken off makes, the least
that something does, and how many times that of the site that changes least. On 20 films of three renderers
through ten cameras, nothing made up to 0.06 (0.3, but no more than 3 times the least, where the camera hunts
for focus), what came to a bare card 0.13 or more, and what went from a dim table 0.16 or more."""
MISFIT = -2.0
"""A site with a lower fit does not look as it should."""


@dataclass(frozen=True)
class Looks:
    """How each site looked when its content was accepted: its units as spots."""

    spots: Mapping[str, tuple[Spot, ...]] = field(default_factory=dict)
    doubted: frozenset[str] = frozenset()
    """Sites that never looked as their content should, and so count as changed."""
    vouched: frozenset[str] = frozenset()
    """Sites that still look as they did when people said what they hold."""
    pictured: Mapping[str, Tints] = field(default_factory=dict)
    """The pictures in which sites with a fixed place were last in full view."""
    tints: Mapping[str, Tints] = field(default_factory=dict)
    """The pictures in which the spots were seen."""

    @classmethod
    def of(cls, seen: Seen, reader: Reader, before: Looks | None = None) -> Looks:
        """The looks of a table; hidden sites look as they did ``before``."""
        spots = {site: tuple(_spot(unit, reader) for unit in units) for site, units in seen.units.items()}
        before = before or cls()
        unseen = seen.hidden | seen.stale
        spots |= {site: before.spots.get(site, ()) for site in seen.hidden}
        pictured = {site: tints for site, tints in seen.pictured.items() if site not in unseen}
        shown = {*spots, *before.tints} - unseen
        tints = {site: seen.tints for site in shown if seen.tints is not None}
        return cls(
            spots,
            vouched=before.vouched,
            pictured={**before.pictured, **pictured},
            tints={**before.tints, **tints},
        )

    @classmethod
    def first(cls, seen: Seen, model: TableModel, state: Any) -> Looks:
        """The looks of a table when a game is resumed: what does not fit the state counts as changed."""
        contents = model.contents(state)
        bad = {site for site, held in contents.items() if model.fit(site, held, seen.at(site)) < MISFIT}
        return replace(cls.of(seen, model.reader), doubted=frozenset(bad))

    def differs(self, site: str, units: tuple[Unit, ...], reader: Reader, tints: Tints | None = None) -> bool:
        """Whether a site looks different now, in a picture with these ``tints``."""
        if site in self.doubted or self.fresh(site, units, reader, tints):
            return True
        stayed = {spot.bbox_px for spot, _ in self._stayed(site, units)}
        gone = (spot.bbox_px for spot in self.spots.get(site, ()) if spot.bbox_px not in stayed)
        return any(not self._same_picture(site, box, tints) for box in gone)

    def reshaped(self, site: str, units: tuple[Unit, ...], tints: Tints | None = None) -> bool:
        """Whether a unit that stands where one did has another outline: one pyramid on another of its
        colour is hard to tell from one."""
        boxes = [(spot.bbox_px, units[at].bbox_px) for spot, at in self._stayed(site, units)]
        moved = (joined((was, now)) for was, now in boxes if _outline_moved(was, now) > RESHAPED)
        return any(not self._same_picture(site, box, tints) for box in moved)

    def fresh(
        self, site: str, units: tuple[Unit, ...], reader: Reader, tints: Tints | None = None
    ) -> frozenset[int]:
        """The indexes of the units that are new at the site or look different now. One may be read otherwise
        although nothing in the picture changed."""
        pairs = self._stayed(site, units)
        same = {at for spot, at in pairs if not _altered(spot, units[at], reader)}
        boxes = {at: unit.bbox_px for at, unit in enumerate(units) if at not in same}
        boxes |= {at: joined((spot.bbox_px, boxes[at])) for spot, at in pairs if at not in same}
        return frozenset(at for at, box in boxes.items() if not self._same_picture(site, box, tints))

    def _same_picture(self, site: str, box_px: Box, tints: Tints | None) -> bool:
        """Whether a box shows the same as when the site's content was accepted."""
        before = self.tints.get(site)
        if before is None or tints is None:
            return False
        was, now = before.crop(box_px), tints.crop(box_px)
        return was is not None and now is not None and change(was, now) < SAME

    def _stayed(self, site: str, units: tuple[Unit, ...]) -> list[tuple[Spot, int]]:
        """The spots of a site where a unit still stands, each with the unit's index."""
        spots = self.spots.get(site, ())
        pairs = nearest_pairs(_places(spots), _places(units), STAYS_MM)
        return [(spots[was], at) for was, at in pairs]

    def covered(self, window: Window) -> frozenset[str]:
        """The sites that a resting hand covers, at least partly."""
        return frozenset(
            site for site, spots in self.spots.items() if any(window.hides(spot.bbox_px) for spot in spots)
        )


def place_at(model: TableModel, x_mm: float, y_mm: float) -> str:
    """The name of a place on the game's drawing; empty if it is not at a site."""
    blank = LevelEvidence(np.zeros(len(model.reader.palette)), np.zeros(len(SIZES)))
    unit = Unit(x_mm, y_mm, 0.5, None, (blank,), surely(1), (0.0, 0.0, 0.0, 0.0), 0)
    return next((model.place(site, ()) for site in model.sort([unit])), "")


def see(
    window: Window, model: TableModel, looks: Looks, before: Mapping[str, tuple[Unit, ...]] | None = None
) -> Seen:
    """The window by sites. Sites hidden in a glimpse are shown as they were ``before``, except those of which
    only the number of units matters."""
    units = [track.unit(model.reader.palette) for track in window.present()]
    sorted_, stale = dict(model.sort(units)), frozenset[str]()
    hidden = looks.covered(window)
    if window.glimpse and before is not None and model.glimpses:
        stale = model.hidden(window.hidden, sorted_)
        fresh = {site: there for site, there in sorted_.items() if site not in stale}
        sorted_ = {**fresh, **{site: before[site] for site in stale if site in before}}
        hidden |= {site for site in stale if not model.fickle(site)}
        stale -= hidden
    sites = {*sorted_, *looks.spots, *looks.doubted} - hidden
    pictured, tints = _pictured(window, model), window.tints
    altered, bare = _altered_pictures(looks, pictured, model)
    there = {site: sorted_.get(site, ()) for site in sites}
    changed = {
        site for site, units in there.items() if looks.differs(site, units, model.reader, tints)
    } - bare
    vouched = looks.vouched - changed
    reshaped = frozenset(site for site, units in there.items() if looks.reshaped(site, units, tints))
    return Seen(
        sorted_,
        frozenset(changed),
        hidden,
        vouched=vouched,
        stale=stale,
        blind=window.hidden,
        touches=window.touches,
        were={site: tuple(spot.bbox_px for spot in spots) for site, spots in looks.spots.items()},
        reshaped=reshaped,
        budget=window.budget,
        tints=window.tints,
        pictured=pictured,
        altered=altered,
    )


def _pictured(window: Window, model: TableModel) -> dict[str, Tints]:
    """The picture of each site with a fixed place that is in full view, if there is one."""
    if window.tints is None or window.covers:
        return {}
    blind, tints = window.hidden, window.tints
    return {
        s: tints for s, at in model.fixed_places.items() if all(math.dist(at, b) > CLEAR_MM for b in blind)
    }


def _altered_pictures(
    looks: Looks, pictured: Mapping[str, Tints], model: TableModel
) -> tuple[frozenset[str], frozenset[str]]:
    """The sites whose picture differs from when their content was accepted, by much more than that of the
    site that differs least (a camera that hunts for focus changes them all), and those that were bare and
    whose picture is the same."""
    patches = {
        site: (looks.pictured[site].patch(*model.fixed_places[site]), now.patch(*model.fixed_places[site]))
        for site, now in pictured.items()
        if site in looks.pictured
    }
    changes = {
        s: change(was, now) for s, (was, now) in patches.items() if was is not None and now is not None
    }
    least = max(ALTERED, MUCH_MORE * min(changes.values(), default=0.0))
    bare = {site for site in changes if not looks.spots.get(site) and site not in looks.doubted}
    altered = (site for site, much in changes.items() if much > least)
    return frozenset(altered), frozenset(site for site in bare if changes[site] < SAME)


def alike(one: Seen, other: Seen, reader: Reader) -> bool:
    """Whether two tables differ from the accepted looks in the same way."""
    if one.changed != other.changed:
        return False
    before = Looks.of(one, reader)
    return not any(before.differs(site, other.at(site), reader) for site in other.changed)


def boxes(seen: Seen, looks: Looks) -> tuple[Box, ...]:
    """The picture boxes of everything that changed: of what shows there now, otherwise of what did before."""
    found = []
    for site in sorted(seen.changed):
        now = [unit.bbox_px for unit in seen.at(site)]
        found += now or [spot.bbox_px for spot in looks.spots.get(site, ())]
    return tuple(found)


def _spot(unit: Unit, reader: Reader) -> Spot:
    spot = Spot(0, Zone.OTHER, None, unit.x_mm, unit.y_mm, reader.pieces(unit), unit.bbox_px)
    return look(spot, unit)


def _altered(spot: Spot, unit: Unit, reader: Reader) -> bool:
    return is_altered(spot, unit, reader) or _turned(spot, unit) or _other_below(spot, unit, reader)


def _other_below(spot: Spot, unit: Unit, reader: Reader) -> bool:
    """Whether a pyramid under the top one clearly looks different; false if the number of levels changed."""
    if len(spot.pieces) != len(unit.levels):
        return False
    below = list(enumerate(zip(spot.pieces, unit.levels, strict=True)))[1:]
    return any(float(now.kinds().max()) - reader.level(unit, k, was) > BELOW for k, (was, now) in below)


def _outline_moved(was: Box, now: Box) -> float:
    """How far a box's left, top or right side has moved, as a share of its height; shadows reach below it."""
    sides = zip(was[:3], now[:3], strict=True)
    return max(abs(one - other) for one, other in sides) / max(was[3] - was[1], 1.0)


def _turned(spot: Spot, unit: Unit) -> bool:
    """Whether a lying piece points in another direction."""
    if spot.heading_deg is None or unit.heading_deg is None:
        return False
    if max(spot.p_upright or 0.0, unit.p_upright) > LIES:
        return False
    return abs((unit.heading_deg - spot.heading_deg + 180.0) % 360.0 - 180.0) > TURNED_DEG


def _places(things: tuple[Spot, ...] | tuple[Unit, ...]) -> list[tuple[float, float]]:
    return [(thing.x_mm, thing.y_mm) for thing in things]


def without_sites(seen: Seen, sites: frozenset[str]) -> Seen:
    """What is seen, with some sites counted as hidden: they stay as they were known before."""
    return replace(seen, hidden=seen.hidden | sites, changed=seen.changed - sites, stale=seen.stale - sites)


def nothing_new(sites: Iterable[str], then: Seen, now: Seen, reader: Reader) -> frozenset[str]:
    """Those ``sites`` in full view ``now`` that look as they did ``then``, or were not in view."""
    looks, unseen = Looks.of(then, reader), then.hidden | then.stale
    shown = [site for site in sites if site not in now.hidden | now.stale]
    return frozenset(s for s in shown if s in unseen or not looks.differs(s, now.at(s), reader, now.tints))


def accepted_looks(
    seen: Seen, model: TableModel, state: Any, before: Looks | None, settled: frozenset[str]
) -> Looks:
    """How the table looks from now on. A changed site that does not fit the ``state`` counts as changed once
    more, as more may have been done; not so the sites that people have ``settled``."""
    contents = model.contents(state)
    misfits = {
        site
        for site in seen.changed - settled - seen.hidden
        if site in contents
        and not seen.overlooked(site, None)
        and min(each(site, contents[site], seen.at(site)) for each in (model.fit, model.unlike)) < MISFIT
    }
    known = before.doubted if before is not None else frozenset()
    looks = Looks.of(seen, model.reader, before)
    vouched = (looks.vouched - seen.changed) | settled
    return replace(looks, doubted=frozenset(misfits) - known, vouched=vouched)


def with_unseen(looks: Looks, model: TableModel, before: Ledger, after: Ledger, seen: Seen) -> Looks:
    """The looks after accepting ``after`` on a scene that hid some of it: sites that changed out of sight and
    had not been seen so count as doubted until they are seen."""
    was, now = (model.contents(each.state_if_stood) for each in (before, after))
    unseen = frozenset(site for site in seen.hidden | seen.stale if was.get(site) != now.get(site))
    known = (s for s in unseen & seen.stale if model.fit(s, now[s], seen.at(s)) >= MISFIT)
    pictured = {site: tints for site, tints in looks.pictured.items() if site not in unseen}
    tints = {site: tints for site, tints in looks.tints.items() if site not in unseen}
    doubted = looks.doubted | (unseen - frozenset(known))
    return replace(looks, doubted=doubted, pictured=pictured, tints=tints)
