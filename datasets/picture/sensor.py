"""From light to a webcam's picture: focus, motion blur, vignetting, exposure, white balance, noise,
sharpening and compression. Blur and noise are applied in linear light, as in a camera.
"""

from __future__ import annotations

import io
from dataclasses import dataclass

import av
import cv2
import numpy as np

from datasets.picture.render import to_srgb

DIM = 0.2
"""Share of cameras whose exposure leaves a dim room dim."""


@dataclass(frozen=True)
class Sensor:
    """One camera's settings for one picture.

    ``gains`` linear RGB factors (exposure and white balance; 1 is the sensor's full scale); ``defocus_px``
    sigma of a Gaussian; ``motion_px`` and ``motion_deg`` length and direction of motion blur; ``falloff``
    fraction of light lost in the frame's corners; ``noise`` standard deviation at full scale, linear;
    ``saturation`` of colours; ``sharpen`` weight of an unsharp mask; ``codec`` "none", "jpeg" or "h264" with
    its ``quality`` (percent, or constant rate factor).
    """

    gains: tuple[float, float, float]
    defocus_px: float
    motion_px: float
    motion_deg: float
    falloff: float
    noise: float
    saturation: float
    sharpen: float
    codec: str
    quality: int

    def tone(self, linear: np.ndarray) -> np.ndarray:
        """sRGB 0..1 of linear RGB (...,3), with this camera's colours and brightness."""
        gained = linear * np.array(self.gains, np.float32)
        grey = gained @ np.array([0.2126, 0.7152, 0.0722], np.float32)
        return to_srgb(grey[..., None] + self.saturation * (gained - grey[..., None]))


def sensor(rng: np.random.Generator, white: np.ndarray) -> Sensor:
    """A random camera whose exposure and white balance err; ``white`` (3,) is the linear RGB of paper."""
    adapted = float(rng.choice([1.0, rng.uniform(0.2, 1)], p=[0.35, 0.65]))
    balance = (white.max() / np.maximum(white, 1e-4)) ** adapted * np.exp(rng.normal(0, 0.05, 3))
    level = float(np.exp(rng.normal(np.log(0.72), 0.25)))
    if rng.random() < DIM:
        level *= float(rng.uniform(0.3, 0.8))
    gains = balance * level / float((white * balance).max())
    codec = str(rng.choice(["none", "jpeg", "h264"], p=[0.25, 0.4, 0.35]))
    moving = rng.random() < 0.08
    return Sensor(
        gains=tuple(float(g) for g in gains),
        defocus_px=float(rng.choice([rng.uniform(0.25, 0.7), rng.uniform(0.7, 1.8)], p=[0.75, 0.25])),
        motion_px=float(rng.uniform(1.5, 6)) if moving else 0.0,
        motion_deg=float(rng.uniform(0, 180)),
        falloff=float(rng.uniform(0, 0.35)),
        noise=float(np.exp(rng.uniform(np.log(0.004), np.log(0.05)))),
        saturation=float(rng.uniform(0.8, 1.25)),
        sharpen=float(rng.uniform(0.2, 1.0)) if rng.random() < 0.35 else 0.0,
        codec=codec,
        quality=int(rng.integers(35, 96)) if codec == "jpeg" else int(rng.integers(18, 33)),
    )


def _smear(linear: np.ndarray, length_px: float, angle_deg: float) -> np.ndarray:
    size = int(np.ceil(length_px)) | 1
    kernel = np.zeros((size + 2, size + 2), np.float32)
    middle, half = (size + 1) / 2, length_px / 2
    step = half * np.array([np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))])
    a, b = (np.round((middle + s * step) * 16).astype(int) for s in (-1, 1))
    cv2.line(kernel, tuple(map(int, a)), tuple(map(int, b)), 1.0, 1, cv2.LINE_AA, 4)
    return cv2.filter2D(linear, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE)


def photographed(
    rng: np.random.Generator, one: Sensor, linear: np.ndarray, from_middle: np.ndarray
) -> np.ndarray:
    """The camera's picture, uint8 BGR (h,w,3), of linear RGB light (h,w,3)."""
    light = cv2.GaussianBlur(linear.astype(np.float32), (0, 0), one.defocus_px)
    if one.motion_px:
        light = _smear(light, one.motion_px, one.motion_deg)
    light *= (1 - one.falloff * from_middle**2)[..., None]
    grain = rng.normal(0, 1, light.shape).astype(np.float32)
    grain = 0.75 * grain + 1.4 * cv2.GaussianBlur(grain, (0, 0), 1.1)
    level = np.clip(light * np.array(one.gains, np.float32), 0, 1)
    noisy = level + one.noise * np.sqrt(0.02 + level) * grain
    shown = one.tone(np.maximum(noisy, 0) / np.array(one.gains, np.float32))
    if one.sharpen:
        shown += one.sharpen * (shown - cv2.GaussianBlur(shown, (0, 0), 1.0))
    picture = np.round(np.clip(shown[..., ::-1], 0, 1) * 255).astype(np.uint8)
    return compressed(picture, one.codec, one.quality)


def compressed(picture: np.ndarray, codec: str, quality: int) -> np.ndarray:
    """The picture, uint8 BGR (h,w,3), after a camera's or a film's compression with subsampled chroma."""
    if codec == "jpeg":
        coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        return cv2.imdecode(coded, cv2.IMREAD_COLOR)
    if codec == "h264":
        return _filmed(picture, quality)
    return picture


def _filmed(picture: np.ndarray, rate_factor: int) -> np.ndarray:
    memory = io.BytesIO()
    with av.open(memory, "w", format="matroska") as container:
        stream = container.add_stream("libx264", rate=25)
        stream.height, stream.width, stream.pix_fmt = picture.shape[0], picture.shape[1], "yuv420p"
        stream.options = {"crf": str(rate_factor), "preset": "veryfast", "threads": "1"}
        container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="bgr24")))
        container.mux(stream.encode())
    memory.seek(0)
    with av.open(memory) as container:
        return next(container.decode(video=0)).to_ndarray(format="bgr24")


def _grain(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    grain = rng.normal(0, 1, shape).astype(np.float32)
    blotch = cv2.GaussianBlur(rng.normal(0, 1, shape).astype(np.float32), (0, 0), 1.6) * 2.2
    return 0.7 * grain + 0.5 * blotch


def grained(picture: np.ndarray, grain: np.ndarray, strength: float) -> np.ndarray:
    """The picture with this grain added, more of it in bright parts."""
    scale = strength * (0.6 + 0.7 * np.sqrt(picture.astype(np.float32) / 255))
    return np.clip(picture + scale * grain, 0, 255).astype(np.uint8)


class FilmGrain:
    """Noise for many pictures of one shape: a few fields of grain, randomly shifted for every picture."""

    def __init__(self, rng: np.random.Generator, shape: tuple[int, ...], fields: int = 5) -> None:
        self._rng = rng
        self._fields = [_grain(rng, shape) for _ in range(fields)]

    def on(self, picture: np.ndarray, strength: float) -> np.ndarray:
        """The picture with new noise."""
        field = self._fields[int(self._rng.integers(len(self._fields)))]
        shift = tuple(int(v) for v in self._rng.integers(0, field.shape[:2]))
        return grained(picture, np.roll(field, shift, axis=(0, 1)), strength)
