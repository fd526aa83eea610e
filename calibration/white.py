"""Measures white from the markers' paper, for the room's light and the camera.

The paper around each marker's black square, and its white cells, are the only things of known colour in view.
All computations are in linear light (sRGB decoded): a lamp multiplies there, so one gain per channel
compensates it. Balanced paper becomes a neutral grey of 8-bit value 200, with room above for highlights.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import CalibrationError, Floats, frozen_array
from calibration.markers import CELLS, MARKER_MM, SQUARE, Picture, Sightings, marker_bits, to_linear
from engine.message import Messages

say = Messages("calibration")

PAPER_VALUE = 200
_WEIGHTS = np.array([0.0722, 0.7152, 0.2126])
_PX_PER_MM = 1.0
_SIDE_PX = round(1.4 * MARKER_MM * _PX_PER_MM)
"""The patch extends 8 mm beyond the black square, up to 2 mm from the paper's edge."""
_GUARD_MM = 2.0


@dataclass(frozen=True, eq=False)
class WhiteReference:
    """White as seen by the camera.

    ``gain_bgr`` (3,): factors of linear light that make paper neutral, of value ``PAPER_VALUE``. ``off``:
    standard deviation of the error of its colour (natural logarithm of the ratio of two channels); 0 with
    markers' paper.
    """

    gain_bgr: Floats
    off: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "gain_bgr", frozen_array("gain_bgr", self.gain_bgr, (3,)))

    @cached_property
    def table(self) -> NDArray[np.uint8]:
        """The balanced encoded value for each encoded value and channel: (1, 256, 3)."""
        light = to_linear(np.arange(256, dtype=np.uint8)[None])[0].ravel()[:, None] * self.gain_bgr
        return encode(light)[None]

    def apply(self, frame: Picture) -> Picture:
        """The picture (H, W, 3) BGR uint8 with paper at a neutral ``PAPER_VALUE``, clipped at 255."""
        return np.asarray(cv2.LUT(frame, self.table), np.uint8)


def encode(linear: Floats) -> NDArray[np.uint8]:
    """8-bit sRGB values of linear light, clipped to 0 to 1, same shape."""
    light = np.clip(linear, 0.0, 1.0)
    curve = 1.055 * np.maximum(light, 1e-9) ** (1 / 2.4) - 0.055
    return np.round(255 * np.where(light <= 0.0031308, 12.92 * light, curve)).astype(np.uint8)


def white_reference(frame_bgr: Picture, markers: Sightings) -> WhiteReference:
    """White from the paper of the markers seen at ``markers`` (ids to corners (4, 2) px) in the picture.

    ``frame_bgr`` is (H, W, 3) uint8. Parts of the paper much darker than the rest of their marker (hidden
    ones) are skipped. Raises CalibrationError if no marker's paper is in the picture.
    """
    if frame_bgr.ndim != 3 or frame_bgr.dtype != np.uint8:
        raise CalibrationError(
            say("array_shape", raw="frame", raw2="(H, W, 3) uint8", raw3=str(frame_bgr.shape))
        )
    samples = [_paper(frame_bgr, name, np.asarray(corners, float)) for name, corners in markers.items()]
    samples = [sample for sample in samples if len(sample)]
    if not samples:
        raise CalibrationError(say("white_none"))
    whites = np.array([np.median(to_linear(sample), axis=0) for sample in samples], dtype=np.float64)
    white = np.maximum(np.median(whites, axis=0), 1e-4)
    target = float(to_linear(np.array([[PAPER_VALUE]], np.uint8)).item())
    return WhiteReference(gain_bgr=target / white)


def _paper(frame: Picture, marker: int, corners: Floats) -> NDArray[np.uint8]:
    """Paper pixels (N, 3) of one marker; none if its margin is not completely in the picture."""
    centred = SQUARE * (1, -1) * _PX_PER_MM + _SIDE_PX / 2 - 0.5
    warp = cv2.getPerspectiveTransform(centred.astype(np.float32), corners.astype(np.float32))
    rim = np.array([[[0, 0], [_SIDE_PX - 1, 0], [_SIDE_PX - 1] * 2, [0, _SIDE_PX - 1]]], np.float64)
    ends = cv2.perspectiveTransform(rim, warp)[0]
    if (ends < 0).any() or (ends > (frame.shape[1] - 1, frame.shape[0] - 1)).any():
        return np.empty((0, 3), np.uint8)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patch = cv2.warpPerspective(frame, warp, (_SIDE_PX, _SIDE_PX), flags=flags)
    pixels = np.asarray(patch, np.uint8)[_paper_mask(marker)]
    light = to_linear(pixels) @ _WEIGHTS.astype(np.float32)
    return pixels[light > 0.6 * np.percentile(light, 75)]


@lru_cache(maxsize=64)
def _paper_mask(marker: int) -> NDArray[np.bool_]:
    """The paper in a patch (S, S), ``_GUARD_MM`` away from all ink."""
    mm = (np.arange(_SIDE_PX) + 0.5) / _PX_PER_MM - _SIDE_PX / _PX_PER_MM / 2 + MARKER_MM / 2
    cells = np.floor(mm / (MARKER_MM / CELLS)).astype(int) + 2
    padded = np.pad(marker_bits(marker), 2, constant_values=True).astype(np.uint8)
    white = padded[np.ix_(cells, cells)]
    reach = 2 * round(_GUARD_MM * _PX_PER_MM) + 1
    mask = cv2.erode(white, np.ones((reach, reach), np.uint8), borderValue=1) > 0
    mask.setflags(write=False)
    return mask
