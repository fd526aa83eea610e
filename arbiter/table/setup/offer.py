"""How a set-up always comes to an end: it is shown as read, corrected by hand, and accepted as shown.

`Offer` is what all games share: it keeps what is shown and what people said, and decides which tables are
looked at and when people are told how to settle doubts. Each game reads its set-up in its own way.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
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
"""Seconds of still table before people are told about doubts and how to settle them."""
RESTLESS_S = 2.0
"""Seconds of stillness before a flickering table is shown and asked about."""
CALM_S = 6.0
"""Seconds that people have for their next statement before the game begins by itself."""
MOST_NOTICES = 3
"""The most notices about doubts, whatever flickers: the page shows them anyway."""
PITCH_MM = 35.0
"""The spacing of a rank whose own is unknown."""
TREMBLES_MM = 4.0
TOPIC = "offer"
HOW = say("offer_how")
ACCEPT = say("offer_accept")
NOT_SEEN = say("no_set_up_yet")

Meant = Callable[[Thing, str], tuple[Any, int]]
"""Interprets what people say a thing is: its pin, and the number of pyramids that show; ``ValueError``."""


@dataclass
class Offer:
    """A set-up as shown, and what people said about it."""

    by_hand: ByHand = field(default_factory=ByHand)
    shown: Shown | None = None
    said_s: float | None = None
    """When people last said something."""
    _explained: bool = False
    _reported: frozenset[tuple[str, ...]] = frozenset()

    def looks(self, window: Window) -> bool:
        """Whether a still table is good enough to be shown, even if something flickers."""
        return window.sure or window.span_s >= RESTLESS_S

    def begins(self, window: Window) -> bool:
        """Whether the game may begin by itself on a table without problems."""
        hasty = self.said_s is not None and window.last_s - self.said_s < CALM_S
        return window.sure and not hasty

    def units(self, window: Window, palette: tuple[Colour, ...]) -> list[Unit]:
        """The units of a table, including what people said about them."""
        return self.by_hand.applied([track.unit(palette) for track in window.present()], palette)

    def faint(self, window: Window, palette: tuple[Colour, ...]) -> list[Unit]:
        """The units of a table that are too faint to count, the most certain first."""
        return [sum_unit([each], palette) for each in window.faint]

    def as_seen(self, window: Window | None, palette: tuple[Colour, ...]) -> dict[Place, Unit]:
        """The units of a table by place, as seen, without what people said about them."""
        units = [] if window is None else [track.unit(palette) for track in window.present()]
        return {(unit.x_mm, unit.y_mm): unit for unit in units}

    def said(self) -> tuple[dict[str, Any], ...]:
        """What people said, for the record."""
        return tuple(each.json() for each in self.by_hand.lies)

    def show(self, shown: Shown, window: Window) -> None:
        """Shows a set-up; what flickers is uncertain, what people named is certain."""
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
        """A thing with what people said about it."""
        near = [each for each in self.by_hand.lies if math.dist(each.place, thing.place) < SAME_MM]
        if not near:
            return thing
        value = near[-1].value
        if not isinstance(value, Piece):
            return replace(thing, said=True)
        return replace(thing, said=True, pieces=(value,), what=format_piece(value), words=just(value))

    # ----- what people are told

    def how(self) -> Message | None:
        """The addition to a reported problem: how to fix it (once), and that the set-up may be accepted."""
        if self.shown is None or not self.shown.things:
            return None
        parts = [] if self._explained else [HOW]
        if not self.shown.refusal:
            parts.append(ACCEPT)
        self._explained = True
        return sentences(parts) if parts else None

    def tell(self, window: Window, asked: bool) -> list[SessionEvent]:
        """A notice about doubts, once for the same ones; ``asked``: a question about one of them is open."""
        shown = self.shown
        if shown is None or shown.refusal or window.span_s < OFFER_S:
            return []
        unsure = tuple(thing.name for thing in shown.unsure)
        if unsure in self._reported or len(self._reported) == MOST_NOTICES or (asked and len(unsure) < 2):
            return []
        self._reported, self._explained = self._reported | {unsure}, True
        places = [thing.where for thing in shown.unsure if thing.where is not None]
        doubt = [say("unsure_of", text=places[0], n=len(unsure) - 1)] if places else []
        return [Notice(time_s=window.last_s, text=sentences([HOW, ACCEPT, *doubt]), topic=TOPIC)]

    # ----- what people say

    def say(self, what: str, at: str | Place, box_px: Box | None, meant: Meant, time_s: float) -> SetByHand:
        """Takes what people say about a thing, by its name or place (mm); ``ValueError`` in one line."""
        if self.shown is None:
            raise ValueError(NOT_SEEN)
        thing = self.shown.named(at) if isinstance(at, str) else self._at(at, box_px)
        value, levels = meant(thing, what.strip())
        said = Lies(thing.place, what.strip(), value, levels, thing.box_px)
        self.by_hand, self.said_s = self.by_hand.saying(said), time_s
        return SetByHand(time_s=time_s, name=thing.name, what=said.what, place=thing.place)

    def _at(self, place: Place, box_px: Box | None) -> Thing:
        """The thing at a place, or a new one there."""
        things = self.shown.things if self.shown is not None else ()
        nearest = min(things, key=lambda thing: math.dist(thing.place, place), default=None)
        if nearest is not None and math.dist(nearest.place, place) < SAME_MM:
            return nearest
        box = box_px or (0.0, 0.0, 0.0, 0.0)
        return Thing("", place, box, (), "", None, None, sure=False)


def some_of(faint: Sequence[Unit], most: int) -> Iterator[tuple[Unit, ...]]:
    """One of the units, the first ones first; then two of them, and so on up to ``most``."""
    return itertools.chain.from_iterable(itertools.combinations(faint, many + 1) for many in range(most))


def free_places(places: Sequence[Place], count: int) -> tuple[Place, ...]:
    """Places (mm) for more pieces in a rank: in its gaps from the left, then beyond its right end."""
    if not places:
        return ()
    rank = sorted(places)
    steps = sorted(b[0] - a[0] for a, b in itertools.pairwise(rank))
    pitch = steps[(len(steps) - 1) // 2] if steps else PITCH_MM
    pitch = pitch if pitch > 1 else PITCH_MM
    depth = sorted(y for _, y in rank)[len(rank) // 2]
    gaps = [
        (a[0] + pitch * (k + 1), depth)
        for a, b in itertools.pairwise(rank)
        for k in range(round((b[0] - a[0]) / pitch) - 1)
    ]
    beyond = [(rank[-1][0] + pitch * (k + 1), depth) for k in range(count)]
    return tuple([*gaps, *beyond][:count])


def _same(one: Shown, other: Shown) -> bool:
    """Whether two set-ups look the same to people, who do not notice small movements."""
    if len(one.things) != len(other.things) or replace(one, things=()) != replace(other, things=()):
        return False
    pairs = zip(one.things, other.things, strict=True)
    return all(
        math.dist(a.place, b.place) < TREMBLES_MM and replace(a, place=b.place, box_px=b.box_px) == b
        for a, b in pairs
    )
