"""A set-up always comes to an end: it is shown as it is read, put right by hand, and played as shown.

What every game has of it: `Offer` keeps what is shown and what people said, decides which tables are looked
at and when people are told how to settle what is in doubt. How a set-up is read is each game's own affair.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from arbiter.events.types import Notice, SessionEvent, SetByHand
from arbiter.table.setup.by_hand import SAME_MM, ByHand, Lies, Place, Shown, Thing
from arbiter.table.window import Presence, Window
from engine.message import Message, Messages, just, sentences
from engine.notation import format_piece
from engine.pieces import Colour, Piece
from vision.observation import Box
from vision.track.summing import Unit, sum_unit

say = Messages("arbiter")

OFFER_S = 4.0
"""After so much still table people are told what is in doubt and how to settle it."""
RESTLESS_S = 2.0
"""A table on which something comes and goes is shown, and asked about, after so much stillness."""
CALM_S = 6.0
"""After a word of theirs people have so long for the next one, before the game begins by itself."""
MOST_TOLD = 3
"""What is in doubt is told so often, whatever comes and goes: the page shows it anyway."""
TREMBLES_MM = 4.0
TOPIC = "offer"
HOW = say("offer_how")
ACCEPT = say("offer_accept")
NOT_SEEN = say("no_set_up_yet")

Meant = Callable[[Thing, str], tuple[Any, int]]
"""What is pinned for a thing by what people say it is, and how many pyramids show there; ``ValueError``."""


@dataclass
class Offer:
    """What is shown of a set-up, and what people said of it by hand."""

    by_hand: ByHand = field(default_factory=ByHand)
    shown: Shown | None = None
    said_s: float | None = None
    """When people last said something."""
    _how_told: bool = False
    _told: frozenset[tuple[str, ...]] = frozenset()

    def looks(self, window: Window) -> bool:
        """Whether a still table is good enough to be shown, though something may come and go on it."""
        return window.sure or window.span_s >= RESTLESS_S

    def begins(self, window: Window) -> bool:
        """Whether the game may begin by itself on a table that reads well."""
        hasty = self.said_s is not None and window.last_s - self.said_s < CALM_S
        return window.sure and not hasty

    def units(self, window: Window, palette: tuple[Colour, ...]) -> list[Unit]:
        """The units of a table, with what people said of them."""
        return self.by_hand.applied([track.unit(palette) for track in window.present()], palette)

    def with_faint(self, window: Window, palette: tuple[Colour, ...], most: int = 1) -> list[list[Unit]]:
        """The units of a table with one more that is hardly seen, for each such, the surest first; then with
        two more, and so on to ``most``.
        """
        units, faint = self.units(window, palette), [sum_unit([each], palette) for each in window.faint]
        more = (itertools.combinations(faint, count) for count in range(1, most + 1))
        return [[*units, *some] for some in itertools.chain.from_iterable(more)]

    def as_seen(self, window: Window | None, palette: tuple[Colour, ...]) -> dict[Place, Unit]:
        """The units of a table by their places, as they were seen, whatever people said of them."""
        units = [] if window is None else [track.unit(palette) for track in window.present()]
        return {(unit.x_mm, unit.y_mm): unit for unit in units}

    def said(self) -> tuple[dict[str, Any], ...]:
        """What people said, for the record."""
        return tuple(each.json() for each in self.by_hand.lies)

    def show(self, shown: Shown, window: Window) -> None:
        """Shows a set-up; what comes and goes is not sure, and what people named is."""
        restless = [t for t in window.tracks if t.presence(window.frames) is Presence.UNSURE]
        things = []
        for thing in shown.things:
            flickers = any(math.dist((t.x_mm, t.y_mm), thing.place) < SAME_MM for t in restless)
            thing = self._as_said(thing)
            things.append(replace(thing, sure=thing.said or (thing.sure and not flickers)))
        now = replace(shown, things=tuple(things))
        if self.shown is None or not _same(self.shown, now):
            self.shown = now

    def _as_said(self, thing: Thing) -> Thing:
        """A thing with what people said of it."""
        near = [each for each in self.by_hand.lies if math.dist(each.place, thing.place) < SAME_MM]
        if not near:
            return thing
        value = near[-1].value
        if not isinstance(value, Piece):
            return replace(thing, said=True)
        return replace(thing, said=True, pieces=(value,), what=format_piece(value), words=just(value))

    # ----- what people are told

    def how(self) -> Message | None:
        """What to add to a problem that is told: once how it is put right, and that it may be played so."""
        if self.shown is None or not self.shown.things:
            return None
        parts = [] if self._how_told else [HOW]
        if not self.shown.refusal:
            parts.append(ACCEPT)
        self._how_told = True
        return sentences(parts) if parts else None

    def tell(self, window: Window, asked: bool) -> list[SessionEvent]:
        """A notice of what is in doubt, once for the same; ``asked``: a question about one of it is open."""
        shown = self.shown
        if shown is None or shown.refusal or window.span_s < OFFER_S:
            return []
        unsure = tuple(thing.name for thing in shown.unsure)
        if unsure in self._told or len(self._told) == MOST_TOLD or (asked and len(unsure) < 2):
            return []
        self._told, self._how_told = self._told | {unsure}, True
        places = [thing.where for thing in shown.unsure if thing.where is not None]
        doubt = [say("unsure_of", text=places[0], n=len(unsure) - 1)] if places else []
        return [Notice(time_s=window.last_s, text=sentences([HOW, ACCEPT, *doubt]), topic=TOPIC)]

    # ----- what people say

    def say(self, what: str, at: str | Place, box_px: Box | None, meant: Meant, time_s: float) -> SetByHand:
        """Takes what people say of a thing, by its name or at its place (mm); ``ValueError`` in one line."""
        if self.shown is None:
            raise ValueError(NOT_SEEN)
        thing = self.shown.named(at) if isinstance(at, str) else self._at(at, box_px)
        value, levels = meant(thing, what.strip())
        said = Lies(thing.place, what.strip(), value, levels, thing.box_px)
        self.by_hand, self.said_s = self.by_hand.saying(said), time_s
        return SetByHand(time_s=time_s, name=thing.name, what=said.what, place=thing.place)

    def _at(self, place: Place, box_px: Box | None) -> Thing:
        """The thing at a place, else a new one there."""
        things = self.shown.things if self.shown is not None else ()
        nearest = min(things, key=lambda thing: math.dist(thing.place, place), default=None)
        if nearest is not None and math.dist(nearest.place, place) < SAME_MM:
            return nearest
        box = box_px or (0.0, 0.0, 0.0, 0.0)
        return Thing("", place, box, (), "", None, None, sure=False)


def free_places(places: Sequence[Place], count: int, pitch_mm: float = 35.0) -> tuple[Place, ...]:
    """Where in a rank (mm) so many more may stand: in its gaps from the left, then on at its right end."""
    if not places:
        return ()
    rank = sorted(places)
    steps = sorted(b[0] - a[0] for a, b in itertools.pairwise(rank))
    pitch = steps[(len(steps) - 1) // 2] if steps else pitch_mm
    pitch = pitch if pitch > 1 else pitch_mm
    depth = sorted(y for _, y in rank)[len(rank) // 2]
    gaps = [
        (a[0] + pitch * (k + 1), depth)
        for a, b in itertools.pairwise(rank)
        for k in range(round((b[0] - a[0]) / pitch) - 1)
    ]
    beyond = [(rank[-1][0] + pitch * (k + 1), depth) for k in range(count)]
    return tuple([*gaps, *beyond][:count])


def _same(one: Shown, other: Shown) -> bool:
    """Whether two look the same to people: what trembles a little does."""
    if len(one.things) != len(other.things) or replace(one, things=()) != replace(other, things=()):
        return False
    pairs = zip(one.things, other.things, strict=True)
    return all(
        math.dist(a.place, b.place) < TREMBLES_MM and replace(a, place=b.place, box_px=b.box_px) == b
        for a, b in pairs
    )
