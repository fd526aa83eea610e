"""Cards and paper are found in drawn pictures, and nothing else is mistaken for them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.corners import SIZES_MM
from tests.support.cameras import look_at
from vision.pose.rectangles import find_rectangles, kind_of

VIEW = look_at((40, -470, 420), (0, 0, 0), 62, 960, 720, 2)
WOOD, WHITE, INK = (70, 105, 140), (225, 230, 232), (60, 40, 150)


def table(seed: int) -> np.ndarray:
    noise = np.random.default_rng(seed).normal(0, 5, (720, 960, 3))
    return np.clip(np.array(WOOD) + noise, 0, 255).astype(np.uint8)


def lay(
    picture: np.ndarray, size: tuple[float, float], at: tuple[float, float], turn: float, colour: tuple
) -> np.ndarray:
    """Draw a rectangle of ``size`` mm on the table; returns its corners (4, 2) px."""
    c, s = np.cos(turn), np.sin(turn)
    flat = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * np.array(size) / 2 @ np.array([[c, s], [-s, c]])
    corners = VIEW.project(np.column_stack([flat + at, np.zeros(4)]))
    cv2.fillConvexPoly(picture, np.round(corners * 16).astype(np.int32), colour, cv2.LINE_AA, 4)
    return corners


@pytest.mark.parametrize("kind", SIZES_MM)
def test_a_sheet_is_found_to_the_pixel_and_named(kind: str) -> None:
    picture, width = table(1), SIZES_MM[kind][0]
    corners = lay(picture, SIZES_MM[kind], (10, 5), 0.4, WHITE)
    lay(picture, (width * 0.7, width * 0.8), (10, 5), 0.4, INK)
    (found,) = find_rectangles(picture)
    ends = [np.abs(np.roll(found.corners, k, 0) - corners).max() for k in range(4)]
    assert min(ends) < 1.5
    eye = float(VIEW.position[2])
    assert kind_of(found, VIEW.K, VIEW.rotation, eye) == kind
    assert kind_of(found, VIEW.K, VIEW.rotation, eye * 1.15) is None


def test_several_cards_are_found_and_one_cut_off_is_not() -> None:
    picture = table(2)
    for at, turn in (((-90, 0), 0.2), ((40, 60), 1.1), ((60, -80), 2.0)):
        lay(picture, (63, 88), at, turn, WHITE)
    lay(picture, (63, 88), (-330, -40), 0.3, WHITE)
    assert len(find_rectangles(picture)) == 3


@pytest.mark.parametrize("colour", [INK, (40, 190, 60), (20, 160, 230)], ids=["red", "green", "yellow"])
def test_coloured_sheets_are_left_out(colour: tuple) -> None:
    picture = table(3)
    lay(picture, (63, 88), (0, 0), 0.5, colour)
    assert find_rectangles(picture) == ()


def test_round_and_three_sided_things_are_left_out() -> None:
    picture = table(4)
    cv2.circle(picture, (300, 300), 60, WHITE, -1, cv2.LINE_AA)
    cv2.fillConvexPoly(picture, np.array([[500, 300], [640, 320], [560, 450]]), WHITE, cv2.LINE_AA)
    assert find_rectangles(picture) == ()
