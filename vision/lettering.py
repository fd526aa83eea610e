"""Text on pictures, in a real font: the film's bar, the overlay's labels."""

from __future__ import annotations

import io
import math
from functools import lru_cache
from pathlib import Path

import numpy as np
import reportlab
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

FONTS = Path(reportlab.__file__).with_name("fonts")
"""Bitstream Vera, which comes with the library that makes the mat."""
Colour3 = tuple[int, int, int]


@lru_cache(maxsize=16)
def font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    """The font of all text on pictures; ``size`` in px, from ascender to descender."""
    return ImageFont.truetype(io.BytesIO((FONTS / ("VeraBd.ttf" if bold else "Vera.ttf")).read_bytes()), size)


def width_of(words: str, size: int) -> float:
    """The width of a text in px."""
    return font(size).getlength(words)


def write(picture: NDArray[np.uint8], words: str, base: tuple[int, int], size: int, ink: Colour3) -> None:
    """Write a text onto a picture (H, W, 3), starting at ``base`` px (left, baseline) and clipped to the
    picture; ``ink`` has the picture's channel order.
    """
    cover, above = _cover(words, size)
    left, top = base[0], base[1] - above
    x0, y0 = max(left, 0), max(top, 0)
    part = picture[y0 : max(top + cover.shape[0], 0), x0 : max(left + cover.shape[1], 0)]
    share = cover[y0 - top :, x0 - left :][: part.shape[0], : part.shape[1], None]
    part[:] = np.round(part + share * (np.array(ink) - part.astype(np.float32)))


@lru_cache(maxsize=512)
def _cover(words: str, size: int) -> tuple[NDArray[np.float32], int]:
    """The coverage of each pixel by the text, 0 to 1, and the row of the baseline."""
    above, below = font(size).getmetrics()
    image = Image.new("L", (max(1, math.ceil(width_of(words, size)) + 1), above + below))
    ImageDraw.Draw(image).text((0, above), words, 255, font(size), "ls")
    return np.asarray(image, np.float32) / np.float32(255), above
