"""The seconds around a disputed moment: pictures, with the detections in each.

The pictures come from ``arbiter.record.stills``; the detections are kept as boxes and words, so that a page
can draw them over the picture or not. Kept are the last ``SPAN_S`` seconds and ``AFTER_S`` after a dispute;
for earlier moves, smaller pictures of the last ``LONG_S`` (about 40 MB), without detections. Anything older
is taken from the film, if there is one.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from arbiter.camera.sighting import confidence
from arbiter.record.footage import Film
from arbiter.record.stills import SPAN_S, STEP_S, Stills, jpeg, narrowed
from arbiter.words.progress import OnPart, nobody
from engine.message import Messages, just, pile
from engine.pieces import Piece
from vision.observation import TableObservation, UnitObservation
from vision.source.frames import Frame, SourceError

HAND = Messages("arbiter")("hand")
AFTER_S = 3.0
LONG_S, SMALL_PX, SMALL_QUALITY = 300.0, 960, 75
EARLIER_S, LATER_S = 4.5, 1.5
"""Seconds shown before an earlier move was reported, and after."""
Seen = list[dict[str, Any]]


def seen_in(observation: TableObservation) -> Seen:
    """The detections in a frame: ``box`` (px) and ``words`` of each unit and hand, and a unit's probability
    ``sure``.
    """
    units = [_unit(unit) for unit in observation.units]
    return units + [{"box": _box(hand), "words": HAND, "sure": None} for hand in observation.hands]


def _unit(unit: UnitObservation) -> dict[str, Any]:
    pieces = [Piece(level.size, level.colour) for level in unit.levels]
    words = pile(pieces) if pieces else just("")
    sure = min((confidence(unit, level) for level in unit.levels), default=unit.confidence)
    return {"box": _box(unit.bbox_px), "words": words, "sure": round(float(sure), 3)}


def _box(box: tuple[float, ...]) -> list[float]:
    return [round(float(value), 1) for value in box]


@dataclass
class _After:
    """The pictures collected after a dispute, until ``AFTER_S`` is over."""

    dispute: int
    since_s: float
    pictures: dict[str, bytes] = field(default_factory=dict)
    seen: dict[str, Seen] = field(default_factory=dict)


@dataclass(frozen=True)
class Clip:
    """Pictures by name, oldest first; ``facts`` holds the detections in each (``seen``) and the disputed
    entry.

    ``past``: it shows an earlier move, so that nothing that happens now belongs to it.
    """

    pictures: Mapping[str, bytes]
    facts: Mapping[str, Any]
    past: bool = False


class Clips:
    """Collects the clips: recent observations, small pictures, and the clip that is not complete yet."""

    def __init__(self) -> None:
        self._seen: deque[tuple[int, float, TableObservation]] = deque()
        self._small: deque[tuple[float, bytes]] = deque()
        self._after: _After | None = None

    def add(self, frame: Frame, observation: TableObservation) -> Clip | None:
        """Take a frame; returns the second part of a clip when ``AFTER_S`` after its dispute is over."""
        self._seen.append((frame.index, frame.time_s, observation))
        while frame.time_s - self._seen[0][1] > SPAN_S + STEP_S:
            self._seen.popleft()
        self._keep_small(frame)
        after = self._after
        if after is None:
            return None
        age = frame.time_s - after.since_s
        if age >= STEP_S * (len(after.pictures) + 1):
            name = f"+{age:.1f}s"
            after.pictures[name] = jpeg(frame.image_bgr)
            after.seen[name] = seen_in(observation)
        return self.end() if age >= AFTER_S else None

    def _keep_small(self, frame: Frame) -> None:
        if not self._small or frame.time_s - self._small[-1][0] >= STEP_S:
            self._small.append((frame.time_s, _small(frame)))
        while frame.time_s - self._small[0][0] > LONG_S:
            self._small.popleft()

    def around(self, move_s: float | None, now_s: float, stills: Stills) -> Clip:
        """The clip of a move reported at ``move_s``: the last seconds if the move is in them or is ``None``,
        else the small pictures around it, if they are still kept.
        """
        if move_s is None or now_s - move_s <= SPAN_S:
            return self.before(stills)
        near = {at: picture for at, picture in self._small if -EARLIER_S <= at - move_s <= LATER_S}
        return Clip(_by_age(near, move_s), {}, past=True)

    def before(self, stills: Stills) -> Clip:
        """The clip of the last seconds up to now."""
        known = {index: observation for index, _, observation in self._seen}
        past = {name: frame for name, frame in stills.past().items() if frame.index in known}
        facts = {"seen": {name: seen_in(known[frame.index]) for name, frame in past.items()}}
        size = next(([f.image_bgr.shape[1], f.image_bgr.shape[0]] for f in past.values()), [0, 0])
        return Clip({name: jpeg(frame.image_bgr) for name, frame in past.items()}, {**facts, "size": size})

    def follow(self, dispute: int, time_s: float) -> None:
        """Also collect the pictures after a dispute."""
        self._after = _After(dispute, time_s)

    def end(self) -> Clip | None:
        """Complete and return the pictures after the last dispute, if there are any."""
        after, self._after = self._after, None
        if after is None or not after.pictures:
            return None
        return Clip(after.pictures, {"dispute": after.dispute, "seen": after.seen})


def filmed(films: Iterable[Film], move_s: float, on_part: OnPart = nobody) -> Mapping[str, bytes]:
    """The pictures around a move reported at ``move_s``, by age, from the first film that has them; empty if
    none has.
    """
    for film in films:
        with suppress(SourceError), film.opened(move_s - EARLIER_S) as source:
            if found := _by_age(dict(_in_steps(source, move_s + LATER_S, on_part)), move_s):
                return found
    return {}


def _in_steps(source: Iterable[Frame], until_s: float, on_part: OnPart) -> Iterator[tuple[float, bytes]]:
    due_s, whole_s = -math.inf, EARLIER_S + LATER_S
    for frame in source:
        if frame.time_s > until_s:
            return
        on_part(whole_s - (until_s - frame.time_s), whole_s)
        if frame.time_s >= due_s:
            yield frame.time_s, _small(frame)
            due_s = frame.time_s + STEP_S


def _small(frame: Frame) -> bytes:
    return jpeg(narrowed(frame.image_bgr, SMALL_PX), SMALL_QUALITY)


def _by_age(pictures: Mapping[float, bytes], move_s: float) -> dict[str, bytes]:
    return {f"{at - move_s:+.1f}s": picture for at, picture in pictures.items()}
