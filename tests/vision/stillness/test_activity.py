"""Change detection on synthetic sequences: noise, drift, shadows, hands, pieces."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.stillness.activity import Activity, Hysteresis, Watch, cell_box
from vision.stillness.lighting import GRID

WIDTH, HEIGHT, FPS = 1280, 720, 30
Sequence = Callable[[int, np.ndarray], np.ndarray]


@pytest.fixture(scope="module")
def table() -> np.ndarray:
    rng = np.random.default_rng(5)
    wood = cv2.resize(rng.normal(0, 14, (90, 160, 3)).astype(np.float32), (WIDTH, HEIGHT))
    wood += np.array((90, 120, 150), np.float32)
    for _ in range(20):
        x, y = rng.integers(100, 1100), rng.integers(100, 600)
        cv2.fillConvexPoly(
            wood, np.array([[x, y], [x + 36, y], [x + 18, y - 50]]), rng.integers(0, 255, 3).tolist()
        )
    return wood


def noisy(image: np.ndarray, index: int, sigma: float) -> np.ndarray:
    grain = np.zeros(image.shape, np.int16)
    cv2.setRNGSeed(index + 1)
    cv2.randn(grain, 0, sigma)
    return cv2.add(image, grain, dtype=cv2.CV_8U)


def run(table: np.ndarray, sequence: Sequence, frames: int, sigma: float = 4.0) -> list[Activity]:
    """The activities; the reference is taken when the table is first still."""
    watch, seen, taken = Watch(), [], False
    for i in range(frames):
        watch, activity = watch.step(noisy(sequence(i, table), i, sigma), i / FPS)
        if activity.still and not taken:
            watch, taken = watch.accepted(), True
        seen.append(activity)
    return seen


def nothing(i: int, table: np.ndarray) -> np.ndarray:
    return table


def dimming(i: int, table: np.ndarray) -> np.ndarray:
    return table * (1 - 0.004 * i)


def cloud(i: int, table: np.ndarray) -> np.ndarray:
    """A soft shadow, a third of the picture wide, passing at 400 px a second."""
    x = np.arange(WIDTH)
    shade = 1 - 0.35 * np.exp(-(((x - 400 * (i / FPS)) / 220) ** 2))
    return table * shade[None, :, None].astype(np.float32)


def lamp(i: int, table: np.ndarray) -> np.ndarray:
    return table * (1.0 if i < 20 else 1.25)


def hand(i: int, table: np.ndarray) -> np.ndarray:
    if not 20 <= i < 40:
        return table
    image = table.copy()
    cv2.ellipse(image, (200 + 30 * (i - 20), 300), (90, 60), 20, 0, 360, (120, 150, 210), -1)
    return image


def small_piece(i: int, table: np.ndarray) -> np.ndarray:
    if i < 20:
        return table
    image = table.copy()
    cv2.fillConvexPoly(image, np.array([[640, 400], [664, 400], [652, 368]]), (40, 30, 190))
    return image


def as_bright(i: int, table: np.ndarray) -> np.ndarray:
    """A small red piece is put on a blue one that is exactly as bright."""
    image = table.copy()
    cv2.fillConvexPoly(image, np.array([[630, 410], [674, 410], [652, 350]]), (90, 45, 30))
    if i >= 20:
        cv2.fillConvexPoly(image, np.array([[640, 400], [664, 400], [652, 368]]), (20, 20, 106))
    return image


def balancing(i: int, table: np.ndarray) -> np.ndarray:
    """White balance drifts from red to blue."""
    return table * np.array((1 + 0.004 * i, 1, 1 - 0.004 * i), np.float32)


@pytest.mark.parametrize(
    ("sequence", "sigma"),
    [(nothing, 4.0), (dimming, 4.0), (cloud, 0.0), (cloud, 4.0), (cloud, 9.0), (balancing, 4.0)],
)
def test_light_alone_changes_nothing(table: np.ndarray, sequence: Sequence, sigma: float) -> None:
    seen = run(table, sequence, 60, sigma)
    assert all(a.still for a in seen[34:])  # switching a lamp on may count as brief unrest
    assert max(a.changed_cells for a in seen[34:]) <= 1


@pytest.mark.parametrize("sigma", [0.0, 9.0])
def test_a_lamp_switched_on_is_read_anew_once_at_most(table: np.ndarray, sigma: float) -> None:
    """Black and clipped spots do not scale with the light; the rest of the table does."""
    watch, readings = Watch(), []
    for i in range(90):
        watch, activity = watch.step(noisy(lamp(i, table), i, sigma), i / FPS)
        if activity.still and activity.changed_cells:
            readings.append((i, activity.changed_cells))
            watch = watch.accepted()
    assert len(readings) <= 2 and readings[0][0] < 20
    assert all(count < 12 for _, count in readings[1:])


def test_still_after_the_stated_time_and_no_sooner(table: np.ndarray) -> None:
    seen = run(table, nothing, 15)
    first = next(i for i, a in enumerate(seen) if a.still)
    assert first == round(Hysteresis().settle_s * FPS + 0.49)


def test_a_hand_moves_and_leaves_no_change(table: np.ndarray) -> None:
    seen = run(table, hand, 60)
    assert not any(a.still for a in seen[21:41])
    assert seen[55].still and seen[55].changed_cells <= 1


@pytest.mark.parametrize(
    ("sequence", "sigma"),
    [(small_piece, 0.0), (small_piece, 4.0), (small_piece, 8.0), (as_bright, 4.0), (as_bright, 8.0)],
)
def test_a_small_piece_shows_as_a_change_where_it_stands(
    table: np.ndarray, sequence: Sequence, sigma: float
) -> None:
    seen = run(table, sequence, 45, sigma)
    rows, columns = np.nonzero(seen[-1].changed)
    assert seen[-1].still and 1 <= len(rows) <= 8
    boxes = [cell_box(r, c, WIDTH, HEIGHT) for r, c in zip(rows, columns, strict=True)]
    assert any(b[0] - 40 <= 652 <= b[2] + 40 and b[1] - 40 <= 385 <= b[3] + 40 for b in boxes)


def test_before_a_reference_everything_counts_as_changed(table: np.ndarray) -> None:
    _, activity = Watch().step(table.astype(np.uint8), 0.0)
    assert activity.changed.shape == GRID and activity.changed.all() and not activity.still


@pytest.mark.parametrize(
    "values",
    [{"start_cells": 1}, {"settle_frames": 0}, {"stalled_s": 0.0}, {"drift_s": -1.0}, {"memory_s": 0.0}],
)
def test_senseless_hysteresis_is_refused(values: dict) -> None:
    with pytest.raises(ValueError):
        Hysteresis(**values)
