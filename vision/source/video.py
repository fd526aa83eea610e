"""Films and video streams, with PyAV: pictures are measured before they are decoded, and keep their size.

OpenCV would decode pictures of any size and scale them to the size of the first.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from engine.message import Messages
from vision.pictures import MOST_PIXELS
from vision.source.frames import SourceError, without_secrets

if TYPE_CHECKING:
    import av

say = Messages("vision")

MOST_DECODED = 64_000_000
"""Pictures with more pixels, of up to eight bytes each, are not decoded."""
WAIT_S = 6.0
"""Time limit for the start of a stream and for its next picture."""
FILE = {"protocol_whitelist": "file"}
STREAM = {"protocol_whitelist": "http,tcp,udp,rtp,rtsp,rtmp,rtmpt", "rtsp_transport": "tcp"}
"""Allowed protocols, also for redirections and playlists: no files and nothing encrypted, which only Python's
own client handles (`vision.source.web`)."""


class Video:
    """The pictures of a film or a stream, with the interface of ``cv2.VideoCapture``.

    Broken and too large ones are skipped. Raises `SourceError` with one line if there is no video or its
    first picture is too large. A stream's `read` gives up after ``patience_s``.
    """

    def __init__(self, address: str, options: Mapping[str, str], patience_s: float | None = None) -> None:
        import av  # late, because local cameras start without it

        self._broken, self._patience_s = (av.FFmpegError, OSError, ValueError), patience_s or math.inf
        bound = {"max_pixels": str(MOST_DECODED)}
        name = without_secrets(address)
        nothing = say("cam_no_video" if patience_s is None else "cam_stream", raw=name)
        try:
            self._container = av.open(address, options={**options, **bound}, timeout=patience_s)
        except self._broken as error:
            raise SourceError(nothing) from error
        known = [each for each in self._container.streams.video if each.codec_context is not None]
        if not known:
            self.release()
            raise SourceError(nothing)
        self._video = known[0]
        if not self._video.codec_context.width:
            self.release()
            raise SourceError(say("cam_unmeasured", raw=name, most=MOST_PIXELS // 1_000_000))
        self._video.codec_context.options = bound
        if patience_s is None:
            self._video.thread_type = "AUTO"  # faster, and some pictures late
        self._packets = self._container.demux(self._video)
        self._waiting: deque[av.VideoFrame] = deque()
        self._last_s = 0.0
        self._first = self._picture()
        shape = (self._video.height, self._video.width) if self._first is None else self._first.shape
        self._size = shape[1], shape[0]

    def read(self) -> tuple[bool, Any]:
        """The next picture; nothing at the end, or if a stream sends none."""
        image = self._picture() if self._first is None else self._first
        self._first = None
        return image is not None, image

    def _picture(self) -> Any:
        end = time.monotonic() + self._patience_s
        while time.monotonic() <= end:
            with suppress(*self._broken):
                if self._waiting:
                    return self._upright(self._waiting.popleft())
            try:
                packet = next(self._packets, None)
            except self._broken:
                return None
            if packet is None:
                return None
            with suppress(*self._broken):
                self._waiting.extend(packet.decode())
        return None

    def _upright(self, picture: av.VideoFrame) -> Any:
        """A picture in the orientation in which the camera was held."""
        stamp = picture.dts if picture.pts is None else picture.pts
        if stamp is not None and picture.time_base is not None:
            began = self._video.start_time or 0
            self._last_s = float((stamp - began) * picture.time_base)
        return np.ascontiguousarray(np.rot90(picture.to_ndarray(format="bgr24"), picture.rotation // 90 % 4))

    def get(self, prop: int) -> float:
        """Size of the first picture, frame rate, number of pictures if known, time of the last one."""
        found = {cv2.CAP_PROP_FRAME_WIDTH: self._size[0], cv2.CAP_PROP_FRAME_HEIGHT: self._size[1]}
        if prop == cv2.CAP_PROP_POS_MSEC:
            return 1000 * self._last_s
        fps = float(self._video.guessed_rate or self._video.average_rate or 0)
        if prop == cv2.CAP_PROP_FPS:
            return fps
        if prop == cv2.CAP_PROP_FRAME_COUNT:
            return float(self._video.frames or math.floor(self._lasts_s * fps + 0.5))
        return float(found.get(prop, 0))

    @property
    def _lasts_s(self) -> float:
        whole, video = self._container.duration, self._video
        if whole:
            return whole / 1e6
        return float(video.duration * video.time_base) if video.duration and video.time_base else 0.0

    def seek(self, time_s: float) -> None:
        """Continue at that time or the last key frame before it; has no effect where that is impossible."""
        base = self._video.time_base
        if base is None:
            return
        with suppress(*self._broken):
            self._container.seek(round(time_s / base) + (self._video.start_time or 0), stream=self._video)
            self._packets = self._container.demux(self._video)
            self._waiting.clear()
            self._first = None

    def release(self) -> None:
        """Close it."""
        with suppress(*self._broken):
            self._container.close()
