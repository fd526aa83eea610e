"""Makes a game's film small enough to be sent: fewer pixels and frames, at the same times."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import av
import cv2
import numpy as np

from arbiter.record.footage import Film
from arbiter.words.progress import OnPart, nobody
from vision.source.frames import Frame
from vision.source.opening import open_source


class Level(NamedTuple):
    """A width (px) and a frame rate, for a bit rate (bits a second) of at least ``bits``."""

    width: int
    rate: int
    bits: float


LEVELS = (Level(854, 10, 300e3), Level(640, 8, 150e3), Level(480, 5, 60e3), Level(320, 3, 20e3))
MOST_BITS = 600e3
SHARE = 0.9
"""Share of the allowed bit rate that is asked of the encoder, which may exceed it a little."""


def small_film(film: Film, until_s: float, limit: int, on_part: OnPart = nobody) -> bytes | None:
    """A film from its beginning to a time of the record, as an MP4 of at most ``limit`` bytes; ``None`` if it
    can't be that small.

    Raises ``SourceError`` for an unreadable film.
    """
    seconds = until_s - film.offset_s
    bits = min(MOST_BITS, SHARE * 8 * limit / max(1.0, seconds))
    for level in LEVELS:
        if bits >= level.bits:
            made = _made(film.path, seconds, level, bits, on_part)
            if len(made) <= limit:
                return made
    return None


def _made(film: Path, seconds: float, level: Level, bits: float, on_part: OnPart) -> bytes:
    held = io.BytesIO()
    with open_source(str(film)) as source, av.open(held, "w", "mp4") as out:
        wide, high = source.size
        stream: Any = out.add_stream("libx264", rate=level.rate, options={"preset": "veryfast"})
        stream.width = min(level.width, wide) // 2 * 2
        stream.height = max(2, round(high * stream.width / wide / 2) * 2)
        stream.pix_fmt, stream.bit_rate, stream.gop_size = "yuv420p", int(bits), 4 * level.rate
        stream.options |= {"maxrate": str(int(bits)), "bufsize": str(int(2 * bits))}
        for number, frame in _in_step(source, level.rate):
            if frame.time_s > seconds:
                break
            small = cv2.resize(frame.image_bgr, (stream.width, stream.height), interpolation=cv2.INTER_AREA)
            picture = av.VideoFrame.from_ndarray(np.asarray(small, np.uint8), format="bgr24")
            picture.pts = number
            out.mux(stream.encode(picture.reformat(format="yuv420p")))
            on_part(min(frame.time_s, seconds), seconds)
        out.mux(stream.encode(None))
    return held.getvalue()


def _in_step(frames: Iterable[Frame], rate: int) -> Iterator[tuple[int, Frame]]:
    """The frames thinned out to ``rate`` a second, with their numbers."""
    due = 0
    for frame in frames:
        number = int(frame.time_s * rate)
        if number >= due:
            yield number, frame
            due = number + 1
