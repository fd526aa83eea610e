"""Colours of what lies flat on the table."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from arbiter.table.sites import ALTERED
from calibration.white import WhiteReference
from tests.support.cameras import look_at
from vision.colour.tints import WIDTH_PX, PictureTints, change

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


def printed(light: float, seed: int, piece: bool = False) -> np.ndarray:
    """A printed card's patch in a noisy picture, perhaps with a small pyramid on it."""
    rng = np.random.default_rng(1)
    picture = np.asarray(cv2.resize(rng.uniform(60, 220, (36, 64, 3)), (1280, 720)), np.float64)
    if piece:
        foot = np.array([(-7.0, -7.0, 0), (7.0, -7.0, 0), (7.0, 7.0, 0), (-7.0, 7.0, 0)])
        cv2.fillPoly(picture, [np.rint(CAMERA.project(foot)).astype(np.int32)], (150, 60, 50))
    noisy = light * picture + np.random.default_rng(seed).normal(0, 8, picture.shape)
    tints = PictureTints.of(np.clip(noisy, 0, 255).astype(np.uint8), CAMERA, WHITE)
    patch = tints.patch(0.0, 0.0)
    assert patch is not None and tints.patch(5000.0, 0.0) is None
    return patch


@pytest.mark.parametrize("light", [0.75, 1.0, 1.1])
def test_a_small_pyramid_changes_a_card_and_light_and_noise_do_not(light: float) -> None:
    before = printed(1.0, 2)
    assert change(before, printed(light, 3, piece=True)) > ALTERED
    assert change(before, printed(light, 3)) < ALTERED / 2
