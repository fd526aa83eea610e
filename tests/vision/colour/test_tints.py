"""Colours of what lies flat on the table."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.white import WhiteReference
from tests.support.cameras import look_at
from vision.colour.tints import WIDTH_PX, PictureTints

CAMERA = look_at((0, -500, 500), (0, 0, 0), 60, 1280, 720)
WHITE = WhiteReference(np.ones(3))
STONE_MM = 7.0


@pytest.mark.parametrize("place", [(0.0, 0.0), (-120.0, 60.0), (90.0, -80.0)])
def test_a_stone_has_its_colour_and_the_cloth_beside_it_has_another(place: tuple[float, float]) -> None:
    picture = np.full((720, 1280, 3), (60, 60, 60), np.uint8)
    turns = np.linspace(0, 2 * np.pi, 40)
    rim = np.column_stack(
        [place[0] + STONE_MM * np.cos(turns), place[1] + STONE_MM * np.sin(turns), 0 * turns]
    )
    cv2.fillPoly(picture, [np.rint(CAMERA.project(rim)).astype(np.int32)], (150, 170, 60))
    tints = PictureTints.of(picture, CAMERA, WHITE)
    assert tints.image_bgr.shape[1] == WIDTH_PX
    stone, cloth = tints.lab(*place), tints.lab(place[0] + 3 * STONE_MM, place[1])
    assert stone is not None and cloth is not None
    assert stone[1] < -20 and abs(cloth[1]) < 1 and abs(cloth[2]) < 1
    assert tints.lab(5000.0, 0.0) is None
