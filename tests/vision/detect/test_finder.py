"""Decoding and suppression of the finder's output, and its input canvas."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.cameras import look_at
from vision.detect.finder import CHANNELS, Kind, canvas, decode, overlaps, search_width, suppress


def output(*rows: tuple[float, ...]) -> np.ndarray:
    """Raw output (1, CHANNELS, N) of rows: centre x, y, width, height, three scores, base x, y, apex x, y."""
    return np.array(rows, np.float32).T[None]


UPRIGHT = (100, 80, 20, 40, 0.9, 0.1, 0.0, 100, 95, 100, 60)


def test_a_detection_is_scaled_back_to_the_picture() -> None:
    (found,) = decode(output(UPRIGHT), 2.0)
    assert found.kind is Kind.UPRIGHT and found.score == pytest.approx(0.9)
    assert found.box == pytest.approx((180, 120, 220, 200))
    assert found.base_px == pytest.approx((200.5, 190.5))
    assert found.apex_px == pytest.approx((200.5, 120.5))


@pytest.mark.parametrize(
    ("other", "kept"),
    [
        ((101, 80, 20, 40, 0.8, 0.1, 0.0, 101, 95, 100, 60), 1),  # a duplicate
        ((100, 80, 20, 40, 0.1, 0.8, 0.0, 100, 95, 100, 60), 1),  # the same unit as lying
        ((100, 68, 20, 40, 0.8, 0.1, 0.0, 100, 81, 100, 48), 2),  # another unit close behind it
        ((160, 80, 20, 40, 0.8, 0.1, 0.0, 160, 95, 160, 60), 2),  # beside it
        ((100, 80, 20, 40, 0.0, 0.1, 0.8, 0, 0, 0, 0), 2),  # a hand there
        ((160, 80, 20, 40, 0.1, 0.1, 0.1, 160, 95, 160, 60), 1),  # very low scores
    ],
)
def test_repeats_go_and_neighbours_stay(other: tuple[float, ...], kept: int) -> None:
    found = decode(output(UPRIGHT, other), 1.0)
    assert len(found) == kept
    assert found[0].score == pytest.approx(0.9)


def test_best_first() -> None:
    weak = (200, 80, 20, 40, 0.4, 0.1, 0.0, 200, 95, 200, 60)
    assert [round(f.score, 1) for f in decode(output(weak, UPRIGHT), 1.0)] == [0.9, 0.4]


def test_nothing_found() -> None:
    assert decode(np.zeros((1, CHANNELS, 0), np.float32), 1.0) == ()
    assert suppress(np.zeros((0, 4)), np.zeros((0, 2)), np.zeros(0, bool)) == []


@pytest.mark.parametrize("shape", [(1, 9, 5), (2, CHANNELS, 5), (CHANNELS, 5)])
def test_another_shape_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="expected"):
        decode(np.zeros(shape, np.float32), 1.0)


def test_overlaps_of_boxes() -> None:
    boxes = np.array([[0, 0, 10, 10], [5, 0, 15, 10], [20, 20, 30, 30]], float)
    assert overlaps(boxes)[0] == pytest.approx([1, 1 / 3, 0])


@pytest.mark.parametrize(
    ("height", "width", "shape", "factor"),
    [
        (720, 1280, (448, 768), 1280 / 768),
        (1080, 1920, (448, 768), 2.5),
        (195, 640, (224, 640), 1.0),
        (480, 640, (480, 640), 1.0),
    ],
)
def test_the_canvas_fits_the_network(height: int, width: int, shape: tuple[int, int], factor: float) -> None:
    ready = canvas(np.zeros((height, width, 3), np.uint8))
    assert ready.blob.shape == (1, 3, *shape) and ready.factor == pytest.approx(factor)


@pytest.mark.parametrize(("away", "least", "most"), [(450, 768, 768), (1000, 1400, 1600), (4000, 1600, 1600)])
def test_a_table_seen_from_far_off_is_searched_wider(away: float, least: int, most: int) -> None:
    camera = look_at((0, -away / 2, away), (0, 0, 0), 62, 1920, 1080)
    assert least <= search_width(camera) <= most
