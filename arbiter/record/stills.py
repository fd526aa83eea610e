"""Buffers the pictures that an event or a dispute may need: of the table at rest, and of the last seconds.

Frames are kept uncompressed and only encoded as JPEG when needed. Kept are the last ``EACH`` frames of each
of the last ``RESTS`` rests (times when nothing moved and no hand was in view), and one frame every ``STEP_S``
of the last ``SPAN_S`` seconds; about 80 MB at 1280×720.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from arbiter.events.types import (
    MoveAmended,
    MoveSeen,
    Question,
    SessionEvent,
    SetupSeen,
    StackMismatch,
    TakeBack,
)
from vision.observation import Box
from vision.source.frames import Frame

RESTS, EACH, REST_STEP_S = 5, 3, 0.3
SPAN_S, STEP_S = 6.0, 0.5
QUALITY = 85
CROP_PX = 220
"""Least length of a crop's longer side."""


def jpeg(image_bgr: NDArray[np.uint8], quality: int = QUALITY) -> bytes:
    """A picture (H, W, 3) BGR as JPEG."""
    ok, data = cv2.imencode(".jpg", image_bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not ok:
        raise ValueError(f"a picture of shape {image_bgr.shape} can't be made into JPEG")
    return data.tobytes()


def narrowed(image_bgr: NDArray[np.uint8], most: int) -> NDArray[np.uint8]:
    """A picture (H, W, 3), scaled down to at most ``most`` px wide."""
    height, width = image_bgr.shape[:2]
    if width <= most:
        return image_bgr
    size = most, round(height * most / width)
    return np.asarray(cv2.resize(image_bgr, size, interpolation=cv2.INTER_AREA), np.uint8)


def crop(image_bgr: NDArray[np.uint8], box: Box) -> NDArray[np.uint8]:
    """The part of a picture (H, W, 3) around a box, with half its size as a margin, enlarged if it is
    small."""
    height, width = image_bgr.shape[:2]
    x0, y0, x1, y1 = box
    aside = 0.5 * max(x1 - x0, y1 - y0, 24.0)
    left, right = (round(min(max(x, 0.0), width)) for x in (x0 - aside, x1 + aside))
    top, bottom = (round(min(max(y, 0.0), height)) for y in (y0 - aside, y1 + aside))
    part = image_bgr[top:bottom, left:right]
    scale = CROP_PX / max(1, *part.shape[:2])
    if not part.size or scale <= 1:
        return part
    size = (max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale)))
    return np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_CUBIC), np.uint8)


@dataclass(frozen=True, slots=True)
class Still:
    """A picture for the record, and the index of its frame.

    ``rest``: nothing moved and no hand was in view between this frame and the one that the event is based on,
    so that it shows the same table.
    """

    jpeg: bytes
    frame: int
    rest: bool = False

    def facts(self) -> dict[str, int | bool]:
        """What the record says about the picture."""
        return {"frame": self.frame, "rest": self.rest}


@dataclass
class _Rest:
    """A time without movement or hands: its first and last frame index, and some of its frames."""

    first: int
    last: int
    kept: deque[Frame] = field(default_factory=lambda: deque(maxlen=EACH))


class Stills:
    """The frames kept so far; ``add`` every frame, in order."""

    def __init__(self) -> None:
        self._rests: deque[_Rest] = deque(maxlen=RESTS)
        self._past: deque[Frame] = deque()
        self._newest: Frame | None = None
        self._resting = False

    def add(self, frame: Frame, rest: bool) -> None:
        """Take a frame; with ``rest``, nothing moves and no hand is in view."""
        self._newest = frame
        if rest:
            self._add_rest(frame)
        self._resting = rest
        if not self._past or frame.time_s - self._past[-1].time_s >= STEP_S:
            self._past.append(frame)
        while frame.time_s - self._past[0].time_s > SPAN_S:
            self._past.popleft()

    def _add_rest(self, frame: Frame) -> None:
        if not self._resting:
            self._rests.append(_Rest(frame.index, frame.index))
        rest = self._rests[-1]
        rest.last = frame.index
        if not rest.kept or frame.time_s - rest.kept[-1].time_s >= REST_STEP_S:
            rest.kept.append(frame)

    def of(self, event: SessionEvent) -> dict[str, Still]:
        """The stills for an event: ``before`` and ``after`` for a play, ``now`` for others that need one."""
        if isinstance(event, MoveSeen | MoveAmended | TakeBack):
            before, after = event.frames
            chosen = {"before": (self._at(before), before), "after": (self._at(after, self._newest), after)}
        elif isinstance(event, SetupSeen | Question | StackMismatch) and self._newest is not None:
            chosen = {"now": (self._newest, self._newest.index)}
        else:
            chosen = {}
        return {
            name: Still(jpeg(frame.image_bgr), frame.index, self._rested(frame.index, index))
            for name, (frame, index) in chosen.items()
            if frame is not None
        }

    def _rested(self, first: int, last: int) -> bool:
        """Whether one rest spans these frames."""
        return any(rest.first <= first <= last <= rest.last for rest in self._rests)

    def past(self) -> dict[str, Frame]:
        """The frames of the last seconds, oldest first, by age such as ``-2.5s``, the newest ``now``."""
        newest = self._newest
        if newest is None:
            return {}
        older = [frame for frame in self._past if frame.index != newest.index]
        return {**{f"-{newest.time_s - frame.time_s:.1f}s": frame for frame in older}, "now": newest}

    def crops(self, boxes: Sequence[Box]) -> list[bytes]:
        """Crops of the newest frame around each box (px), except boxes outside the picture."""
        if self._newest is None:
            return []
        cut = (crop(self._newest.image_bgr, box) for box in boxes)
        return [jpeg(part) for part in cut if part.size]

    def _at(self, index: int, default: Frame | None = None) -> Frame | None:
        """The frame with this index, or else the nearest older one, or else the oldest."""
        if index < 0:
            return default
        kept = list(self._kept())
        older = [frame for frame in kept if frame.index <= index]
        if older:
            return max(older, key=lambda frame: frame.index)
        return min(kept, key=lambda frame: frame.index, default=default)

    def _kept(self) -> Iterator[Frame]:
        for rest in self._rests:
            yield from rest.kept
        if self._newest is not None:
            yield self._newest
