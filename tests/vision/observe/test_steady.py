"""A resting table is read from several frames together."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.markers import find_markers
from calibration.pose import solve
from engine.pieces import PALETTES
from vision.observe.pipeline import TableWatcher
from vision.observe.steady import FRAMES, steady
from vision.observe.units import Models
from vision.source.frames import Frame

FILM = Path(__file__).parents[3] / "arbiter" / "samples" / "initiative-basic.mp4"


@pytest.mark.parametrize(("given", "taken"), [(1, 1), (2, 2), (3, 2), (4, 4), (5, 4), (9, 4)])
def test_the_newest_frames_are_taken_together(given: int, taken: int) -> None:
    levels = [250 - 20 * i for i in range(given)]
    mean = steady([np.full((4, 6, 3), level, np.uint8) for level in levels])
    assert np.allclose(mean, np.mean(levels[-taken:]), atol=1) and mean.dtype == np.uint8 and taken <= FRAMES


def test_pieces_that_the_grain_hides_in_each_frame_are_seen() -> None:
    """The sample's opening in dim evening light: read frame by frame, 3 of its 21 units are missed."""
    plain = cv2.VideoCapture(str(FILM)).read()[1]
    calibration, grain = solve(find_markers(plain), 1280, 720).calibration, np.random.default_rng(5)
    watcher = TableWatcher(calibration, Models.load(), PALETTES["rainbow"])
    for i in range(12):
        dim = 40 + plain * 0.25 + grain.normal(0, 20, plain.shape)
        seen = watcher.process(Frame(np.clip(dim, 0, 255).astype(np.uint8), i / 12, i))
    assert seen.still and len(seen.units) == 21
