"""Decodes foreign pictures: their size is checked first, and nothing is written to the terminal.

They are read with Pillow, because the libraries of OpenCV (libpng, libjpeg) print their own complaints.
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
"""No less than a phone's best pictures."""
MOST_BYTES = 60_000_000
LEAST_SIDE = 16
"""Least side of a picture after scaling, px: anything narrower shows no table."""
LARGEST_SIDE = 3200
"""Larger pictures are scaled down to this side, px: it suffices for a table and bounds the memory."""
MOST_SCANS, SCAN = 200, b"\xff\xda"
"""A JPEG is decoded once for each of its scans; cameras make ten at most."""
MOST_SLOW = 4_000_000
"""Largest size in bytes of a picture that Pillow decodes in Python, byte by byte."""
KINDS = ("JPEG", "PNG", "WEBP", "BMP", "PPM", "MPO")
Picture = NDArray[np.uint8]


class PictureError(ValueError):
    """A picture is too large, broken or of an unknown kind; the message is a short reason."""


def size_of(data: bytes) -> tuple[int, int]:
    """Width and height in px of an encoded picture, according to its header. Raises `PictureError`."""
    with _opened(data) as picture:
        return picture.size


def decode(data: bytes, largest: int = LARGEST_SIDE) -> Picture:
    """An encoded picture as (H, W, 3) uint8 BGR, upright according to its EXIF data, scaled down if a side is
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
    """The decoded picture in a file (see `decode`). Raises `PictureError` and ``OSError``."""
    if not path.is_file():
        raise PictureError(say("pic_gone"))
    if path.stat().st_size > MOST_BYTES:
        raise PictureError(say("pic_bytes", most=MOST_BYTES // 1_000_000))
    return decode(path.read_bytes(), largest)


def _smaller(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    """The picture in that size, with its metadata, which contain the orientation."""
    made = picture.resize(size, Image.Resampling.BOX, reducing_gap=2.0)
    made.info = picture.info
    return made


def _opened(data: bytes) -> Image.Image:
    """The picture, of which only the header has been read."""
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
