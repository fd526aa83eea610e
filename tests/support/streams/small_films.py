"""Small films that change at a known time."""

from __future__ import annotations

from pathlib import Path

import av
import numpy as np

FPS = 10


def filmed(path: Path, turn_s: float, end_s: float) -> Path:
    """A film that is dark until a given time and bright afterwards."""
    with av.open(str(path), "w") as made:
        stream = made.add_stream("libx264", rate=FPS)
        stream.width, stream.height, stream.pix_fmt = 320, 180, "yuv420p"
        for number in range(round(end_s * FPS)):
            shade = 30 if number / FPS < turn_s else 220
            picture = np.full((180, 320, 3), shade, np.uint8)
            made.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        made.mux(stream.encode(None))
    return path
