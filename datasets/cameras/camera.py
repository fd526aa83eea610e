"""A camera model as a value: lens, stages, tone, processor, frame timing, and encoder."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.store import Calibration
from datasets.cameras.processing import Filter, Tone, to_linear
from datasets.cameras.shots import Shot, Stage

SLOW_FPS = 20.0


@dataclass(frozen=True)
class Timing:
    """Frame rate and exposure time: each frame is the mean light over the fraction ``open`` of its period.

    ``fps`` 0 means the film's own rate. A fraction ``lost`` of the frames repeats the previous one, in runs
    of about ``run`` frames. Frames between two pictures of the film are interpolated. In films slower
    than ``SLOW_FPS`` moving things would then appear twice, so the nearest picture is used.
    """

    fps: float = 0.0
    open: float = 0.0
    lost: float = 0.0
    run: float = 1.0

    def of(self, pictures: Iterable[np.ndarray], fps: float, rng: np.random.Generator) -> Iterator[Shot]:
        """The light of each frame, from pictures (uint8 sRGB BGR) at ``fps``."""
        step = fps / (self.fps or fps)
        source, now, held, next_ = iter(pictures), -1, None, 0.0
        kept: list[tuple[int, np.ndarray]] = []
        number, stuck, last = 0, False, None
        while True:
            first, end = next_, next_ + max(self.open * step, 0.0)
            if fps < SLOW_FPS:
                first = end = float(round(next_))
            wanted = int(np.ceil(end)) if end % 1 else int(end)
            while now < wanted:
                held = next(source, None)
                if held is None:
                    return
                now += 1
                kept = [*(each for each in kept if each[0] >= int(first)), (now, held)]
            stuck = rng.random() < (1 - 1 / self.run if stuck else self.lost / self.run)
            if not (stuck and last is not None):
                last = _mean(kept, first, end)
            yield Shot(last, number / (self.fps or fps))
            number += 1
            next_ += step


def _mean(kept: list[tuple[int, np.ndarray]], first: float, end: float) -> np.ndarray:
    """The mean light of the film between two times, interpolated between pictures."""
    seen = dict(kept)
    places = np.linspace(first, end, max(1, round(end - first) + 1))
    total: np.ndarray | None = None
    known: dict[int, np.ndarray] = {}
    for place in places:
        low, share = int(place), float(place % 1)
        for number, weight in ((low, 1 - share), (low + 1, share)):
            if weight > 1e-6:
                if number not in known:
                    known[number] = to_linear(seen[number])
                part = known[number] * np.float32(weight / len(places))
                total = part if total is None else total + part
    assert total is not None
    return total


@dataclass(frozen=True)
class Lens:
    """Radial distortion (OpenCV's k1 and k2); the picture is enlarged just enough to stay filled."""

    k1: float = 0.0
    k2: float = 0.0

    @property
    def distortion(self) -> np.ndarray:
        """OpenCV's five coefficients."""
        return np.array([self.k1, self.k2, 0.0, 0.0, 0.0])

    def matrix(self, k: np.ndarray, width: int, height: int) -> np.ndarray:
        """The camera matrix (3,3) of the distorted picture, from that of the undistorted one."""
        edge = [(x, y) for x in np.linspace(0, width - 1, 9) for y in (0, height - 1)]
        edge += [(x, y) for y in np.linspace(0, height - 1, 9) for x in (0, width - 1)]
        share = 1.0
        for _ in range(60):
            straight = self._straight(np.array(edge, float), _enlarged(k, share), k)
            if (straight >= 0).all() and (straight <= [width - 1, height - 1]).all():
                break
            share *= 1.01
        return _enlarged(k, share)

    def _straight(self, pixels: np.ndarray, bent: np.ndarray, k: np.ndarray) -> np.ndarray:
        criteria = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 40, 1e-7)
        ends = cv2.undistortPointsIter(pixels[:, None], bent, self.distortion, None, k, criteria)
        return ends.reshape(-1, 2)

    def places(self, k: np.ndarray, width: int, height: int) -> np.ndarray:
        """For each pixel of the distorted picture its place in the undistorted one, float32 (h,w,2)."""
        y, x = np.mgrid[0:height:8, 0:width:8]
        grid = np.stack([x, y], -1).reshape(-1, 2).astype(float)
        coarse = self._straight(grid, self.matrix(k, width, height), k).reshape(*x.shape, 2) - np.stack(
            [x, y], -1
        )
        moved = cv2.warpAffine(
            coarse.astype(np.float32),
            np.float32([[8, 0, 0], [0, 8, 0]]),
            (width, height),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
        return moved + np.stack([columns, rows], -1)


def _enlarged(k: np.ndarray, share: float) -> np.ndarray:
    larger = np.array(k, float)
    larger[0, 0] *= share
    larger[1, 1] *= share
    return larger


@dataclass(frozen=True)
class Codec:
    """A real encoder: ``h264`` with a constant quality (``crf``) or rate (``kbit``), or ``mjpeg``.

    ``quality`` is mjpeg's quantiser scale, 2 (best) to 31; ``key_s`` the interval of key frames.
    """

    name: str = "h264"
    crf: int = 22
    kbit: int = 0
    quality: int = 4
    key_s: float = 4.0
    preset: str = "veryfast"

    @property
    def suffix(self) -> str:
        """The file name's suffix."""
        return ".mp4" if self.name == "h264" else ".avi"

    def write(self, pictures: Iterable[np.ndarray], target: Path, fps: float) -> int:
        """Encode pictures (uint8 BGR, even sizes) into a file; returns their number."""
        import av

        count, rate = 0, Fraction(fps).limit_denominator(1001)
        with av.open(str(target), "w") as container:
            stream = container.add_stream("libx264" if self.name == "h264" else "mjpeg", rate=rate)
            for picture in pictures:
                if not count:
                    stream.height, stream.width = picture.shape[:2]
                    self._set_up(stream, fps)
                container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="bgr24")))
                count += 1
            container.mux(stream.encode())
        return count

    def _set_up(self, stream: Any, fps: float) -> None:
        if self.name == "mjpeg":
            stream.pix_fmt = "yuvj422p"
            stream.options = {"qmin": str(self.quality), "qmax": str(self.quality)}
            return
        stream.pix_fmt = "yuv420p"
        options = {"preset": self.preset, "g": str(max(1, round(self.key_s * fps))), "bf": "0"}
        if self.kbit:
            rate = f"{self.kbit}k"
            options |= {"b": rate, "maxrate": rate, "bufsize": f"{self.kbit}k"}
            stream.bit_rate = self.kbit * 1000
        else:
            options["crf"] = str(self.crf)
        stream.options = options


SRGB, AS_FILMED, STRAIGHT, GOOD = Tone(), Timing(), Lens(), Codec()


@dataclass(frozen=True)
class CameraModel:
    """A camera: light passes the lens, the stages, the tone curve, the filters and the encoder."""

    stages: tuple[Stage, ...] = ()
    tone: Tone = SRGB
    filters: tuple[Filter, ...] = ()
    timing: Timing = AS_FILMED
    lens: Lens = STRAIGHT
    codec: Codec = GOOD

    def fps(self, fps: float) -> float:
        """The camera's frames per second for a film at ``fps``."""
        return self.timing.fps or fps

    def film(
        self, pictures: Iterable[np.ndarray], fps: float, k: np.ndarray | None = None, seed: int = 0
    ) -> Iterator[np.ndarray]:
        """The camera's pictures before encoding, from clean ones (uint8 sRGB BGR (h,w,3)) at ``fps``.

        ``k`` is the camera matrix of the clean pictures; by default the principal point is the middle and the
        focal length is the picture's width.
        """
        streams = np.random.default_rng(seed).spawn(len(self.stages) + 1)
        shots: Iterator[Shot] = self.timing.of(self._bent(pictures, k), fps, streams[0])
        for stage, rng in zip(self.stages, streams[1:], strict=True):
            shots = stage.through(shots, rng)
        table = self.tone.table()
        for shot in shots:
            picture = self.tone.developed(shot.light, table)
            for each in self.filters:
                picture = each.on(picture)
            yield picture

    def _bent(self, pictures: Iterable[np.ndarray], k: np.ndarray | None) -> Iterator[np.ndarray]:
        if not self.lens.distortion.any():
            yield from pictures
            return
        places: np.ndarray | None = None
        for picture in pictures:
            if places is None:
                height, width = picture.shape[:2]
                places = self.lens.places(_matrix(k, width, height), width, height)
            yield cv2.remap(picture, places, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)

    def calibration(self, straight: Calibration) -> Calibration:
        """The calibration of the camera's pictures, from that of the clean ones."""
        if not self.lens.distortion.any():
            return straight
        camera = straight.camera
        k = self.lens.matrix(camera.K, camera.width, camera.height)
        return replace(straight, camera=replace(camera, K=k, distortion=self.lens.distortion))


def _matrix(k: np.ndarray | None, width: int, height: int) -> np.ndarray:
    if k is not None:
        return np.asarray(k, float)
    return np.array([[width, 0, (width - 1) / 2], [0, width, (height - 1) / 2], [0, 0, 1.0]])


def seed_of(film: str, camera: str) -> int:
    """The seed for a film through a camera, the same on every machine."""
    return zlib.crc32(f"{film} {camera}".encode())


Bank = Mapping[str, CameraModel]
