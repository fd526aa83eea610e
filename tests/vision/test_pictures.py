"""Untrusted pictures: slow ones are refused before any decoding."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable

import numpy as np
import pytest
from PIL import Image

from vision import pictures
from vision.pictures import PictureError, decode

PLAIN = np.random.default_rng(1).integers(0, 255, (64, 64, 3), np.uint8)


def progressive() -> bytes:
    made = io.BytesIO()
    Image.fromarray(PLAIN).save(made, "JPEG", progressive=True)
    return made.getvalue()


def with_scans(more: int) -> bytes:
    """A JPEG whose last scan is repeated, which does not change the picture."""
    data = progressive()
    last = data[data.rindex(b"\xff\xda") : -2]
    return data[:-2] + last * more + data[-2:]


def packed_by_runs(count: int) -> bytes:
    """A BMP of 64 x 64 whose rows are runs of one byte each, followed by a number of useless bytes."""
    rows = (b"\x01\x07" * 64 + b"\0\0") * 64 + b"\0\1" + bytes(count)
    head = struct.pack("<IiiHHIIiiII", 40, 64, 64, 1, 8, 1, len(rows), 2835, 2835, 256, 0) + bytes(1024)
    start = 14 + len(head)
    return b"BM" + struct.pack("<IHHI", start + len(rows), 0, 0, start) + head + rows


def test_a_picture_of_many_scans_is_refused() -> None:
    """It would take ten seconds per 300 kB, and half an hour for a file of the largest allowed size."""
    assert decode(progressive()).shape == (64, 64, 3)
    assert decode(with_scans(20)).shape == (64, 64, 3)
    with pytest.raises(PictureError, match="takes far too long to unpack"):
        decode(with_scans(pictures.MOST_SCANS))


@pytest.mark.parametrize(
    "make",
    [
        lambda count: b"P6\n64 64\n254\n" + bytes(64 * 64 * 3 + count),
        lambda count: b"P3\n64 64\n255\n" + b"9 " * (64 * 64 * 3 + count // 2),
        packed_by_runs,
    ],
    ids=["other white", "written out", "runs"],
)
def test_what_is_unpacked_a_sign_at_a_time_is_small(make: Callable[[int], bytes]) -> None:
    """A picture of 30 MB used to take ten seconds."""
    assert decode(make(0)).shape == (64, 64, 3)
    with pytest.raises(PictureError, match="takes far too long to unpack"):
        decode(make(pictures.MOST_SLOW))
