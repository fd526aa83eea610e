"""Pictures that others made: measured before they are decoded, and decoded without a word on the terminal.

Pillow reads them, not OpenCV, whose libraries write their own complaints (libpng, libjpeg) past ours.
"""

from __future__ import annotations

import io
import warnings
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from engine.message import Messages

say = Messages("vision")

MOST_PIXELS = 40_000_000
"""A phone's best pictures have no more."""
MOST_BYTES = 60_000_000
LEAST_SIDE = 16
"""Of a picture, px, once it is small enough: what is narrower shows no table."""
LARGEST_SIDE = 3200
"""Pictures are made no larger, px: what lies on a table shows in fewer, and memory is bounded."""
MOST_SCANS, SCAN = 200, b"\xff\xda"
"""A JPEG is gone through once for each of its scans; cameras make ten at most."""
MOST_SLOW = 4_000_000
"""Bytes of a picture that Pillow unpacks in Python, a sign at a time."""
KINDS = ("JPEG", "PNG", "WEBP", "BMP", "PPM", "MPO")
Picture = NDArray[np.uint8]


class PictureError(ValueError):
    """A picture is too large, broken or of an unknown kind; the message is a few words that say which."""


def size_of(data: bytes) -> tuple[int, int]:
    """Width and height of an encoded picture in px, as its file says. Raises `PictureError`."""
    with _opened(data) as picture:
        return picture.size


def decode(data: bytes, largest: int = LARGEST_SIDE) -> Picture:
    """An encoded picture as (H, W, 3) uint8 BGR, upright as its EXIF says, made smaller where a side is
    longer than ``largest`` px. Raises `PictureError`.
    """
    try:
        with _opened(data) as picture:
            scale = min(1.0, largest / max(picture.size))
            size = max(1, round(picture.width * scale)), max(1, round(picture.height * scale))
            if min(size) < LEAST_SIDE:
                raise PictureError(say("pic_narrow", raw=f"{picture.width}x{picture.height}"))
            if scale < 1:
                picture.draft("RGB", size)  # JPEG can be decoded at half the size
            upright = ImageOps.exif_transpose(picture if scale == 1 else _smaller(picture, size))
            if upright.mode.startswith("I"):  # 16 bits of grey
                grey = np.asarray(upright).clip(0, 65535) >> 8
                return np.asarray(cv2.cvtColor(grey.astype(np.uint8), cv2.COLOR_GRAY2BGR), np.uint8)
            rgb = np.asarray(upright.convert("RGB"))
    except PictureError:
        raise
    except Exception as error:  # Pillow raises many kinds
        raise PictureError(say("pic_cut")) from error
    return np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), np.uint8)


def read(path: Path, largest: int = LARGEST_SIDE) -> Picture:
    """The picture in a file, as `decode` gives it. Raises `PictureError`, and ``OSError``."""
    if not path.is_file():
        raise PictureError(say("pic_gone"))
    if path.stat().st_size > MOST_BYTES:
        raise PictureError(say("pic_bytes", most=MOST_BYTES // 1_000_000))
    return decode(path.read_bytes(), largest)


def _smaller(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    """The picture in that size; its facts stay with it, for they say which way is up."""
    made = picture.resize(size, Image.Resampling.BOX, reducing_gap=2.0)
    made.info = picture.info
    return made


def _opened(data: bytes) -> Image.Image:
    """The picture, of which nothing but its head has been read."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            picture = Image.open(io.BytesIO(data), formats=KINDS)
    except Image.DecompressionBombError as error:
        raise PictureError(say("pic_far")) from error
    except Exception as error:  # Pillow raises many kinds
        raise PictureError(say("pic_kind")) from error
    slow = {tile[0] for tile in picture.tile} & set(Image.DECODERS) and len(data) > MOST_SLOW
    if slow or (picture.format in ("JPEG", "MPO") and data.count(SCAN) > MOST_SCANS):
        raise PictureError(say("pic_slow"))
    width, height = picture.size
    if width * height > MOST_PIXELS:
        most = MOST_PIXELS // 1_000_000
        raise PictureError(say("pic_pixels", raw=f"{width}x{height}", most=most))
    return picture
