"""Two looks at one picture: detections of both, of only one, and mapping back from the mirrored one."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.detect.finder import Found, Kind
from vision.detect.second_look import agreed, find_twice

SPOTS = ((40, 60, 70, 120), (200, 30, 240, 90), (300, 150, 330, 190))


def found(box: tuple[float, float, float, float], score: float, kind: Kind = Kind.UPRIGHT) -> Found:
    x0, y0, x1, y1 = box
    return Found(kind, box, ((x0 + x1) / 2, y1 - 4.0), ((x0 + x1) / 2, float(y0)), score)


class Rectangles:
    """Finds white rectangles, all with the score given to it."""

    def __init__(self, score: float = 0.8) -> None:
        self.score, self.widths = score, list[int]()

    def find(self, image_bgr: np.ndarray, width: int, least: float) -> tuple[Found, ...]:
        self.widths.append(width)
        count, _, stats, _ = cv2.connectedComponentsWithStats((image_bgr[..., 0] > 127).astype(np.uint8))
        boxes = [tuple(float(v) for v in (x, y, x + w, y + h)) for x, y, w, h, _ in stats[1:count]]
        return tuple(found(box, self.score) for box in boxes)


def picture() -> np.ndarray:
    image = np.zeros((240, 400, 3), np.uint8)
    for x0, y0, x1, y1 in SPOTS:
        image[y0:y1, x0:x1] = 255
    return image


@pytest.mark.parametrize("width", [400, 250])
def test_the_mirrored_look_comes_back_to_the_same_places(width: int) -> None:
    finder = Rectangles()
    seen = find_twice(finder, picture(), width, 0.1)
    assert finder.widths == [width, round(1.3 * width)]
    assert len(seen) == len(SPOTS)
    for one, box in zip(sorted(seen, key=lambda each: each.box), SPOTS, strict=True):
        assert one.box == pytest.approx(box, abs=1.0) and one.score == pytest.approx(0.8)
        assert one.base_px == pytest.approx(((box[0] + box[2]) / 2, box[3] - 4), abs=1.5)


def test_what_only_one_look_finds_counts_half() -> None:
    a, b, c = (found(box, 0.8) for box in SPOTS)
    assert [one.score for one in agreed([a, b], [b, c])] == [0.8, 0.4, 0.4]
    assert agreed([], []) == [] and agreed([a], [])[0] == replace(a, score=0.4)


def test_a_unit_of_both_lies_between_and_nearer_to_the_surer_look() -> None:
    one, other = found((100, 100, 140, 160), 0.9), found((104, 100, 144, 160), 0.3)
    (joined,) = agreed([one], [other])
    assert joined.box == pytest.approx((101, 100, 141, 160)) and joined.score == pytest.approx(0.6)


def test_hands_are_those_of_the_first_look() -> None:
    class Hand(Rectangles):
        def find(self, image_bgr: np.ndarray, width: int, least: float) -> tuple[Found, ...]:
            seen = super().find(image_bgr, width, least)
            return tuple(replace(one, kind=Kind.HAND) for one in seen) if len(self.widths) == 1 else ()

    seen = find_twice(Hand(), picture(), 400, 0.1)
    assert len(seen) == len(SPOTS) and all(one.kind is Kind.HAND and one.score == 0.8 for one in seen)


boxes = st.tuples(st.integers(0, 300), st.integers(0, 200), st.integers(12, 60), st.integers(12, 60)).map(
    lambda b: (float(b[0]), float(b[1]), float(b[0] + b[2]), float(b[1] + b[3]))
)
looks = st.lists(st.builds(found, boxes, st.floats(0.05, 1.0)), max_size=8)


@given(looks, looks)
def test_nothing_is_made_up_and_the_best_come_first(once: list[Found], again: list[Found]) -> None:
    joined = agreed(once, again)
    assert len(joined) <= len(once) + len(again)
    assert [one.score for one in joined] == sorted((one.score for one in joined), reverse=True)
    assert sum(one.score for one in joined) <= sum(one.score for one in (*once, *again)) / 2 + 1e-9
