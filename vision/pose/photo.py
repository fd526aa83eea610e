"""Information about the lens in a photograph's file (EXIF)."""

from __future__ import annotations

import math
from pathlib import Path

from PIL import Image

from vision.pictures import KINDS
from vision.pose.freeview import FocalPrior

FULL_FRAME_DIAGONAL_MM = 43.27  # of 24 x 36 mm
FOCAL_TAG, DETAILS = 0xA405, 0x8769  # FocalLengthIn35mmFilm, and the EXIF part that holds it
SIGMA = 0.04  # the tag is rounded to a whole number of mm
SHAPES = (1.0, 5 / 4, 4 / 3, 3 / 2, 16 / 10, 16 / 9, 2.0, 19.5 / 9)
"""Longer side over shorter side of uncropped pictures."""


def is_cropped(width: int, height: int) -> bool:
    """Whether no camera takes pictures of this shape, so that it must have been cropped."""
    shape = max(width, height) / min(width, height)
    return all(abs(shape / usual - 1) > 0.025 for usual in SHAPES)


def focal_prior(path: Path | str, width: int, height: int) -> FocalPrior | None:
    """The focal length from a picture's file (35 mm equivalent), in px of ``width`` x ``height``.

    ``None`` if the file does not contain it or the picture was cropped.
    """
    try:
        with Image.open(path, formats=KINDS) as picture:
            value = picture.getexif().get_ifd(DETAILS).get(FOCAL_TAG)
    except Exception:  # of a broken file
        return None
    if not isinstance(value, int | float) or not 8 <= value <= 300 or is_cropped(width, height):
        return None
    return FocalPrior(float(value) * math.hypot(width, height) / FULL_FRAME_DIAGONAL_MM, SIGMA)
