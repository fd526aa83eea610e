"""Reading only what changed: which part of the picture is read, and the result."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.markers import find_markers
from calibration.pose import solve
from engine.pieces import PALETTES, Posture
from vision.detect.finder import DETECTION_WIDTH, Found, Kind
from vision.observation import Box, UnitObservation
from vision.observe.part import changed_part, looked_again, resting_beside
from vision.observe.pipeline import TableWatcher
from vision.observe.units import Models
from vision.source.frames import Frame
from vision.stillness.lighting import GRID

SIZE = (1280, 720)
FILM = Path(__file__).parents[3] / "arbiter" / "samples" / "initiative-basic.mp4"


def unit(box: Box) -> UnitObservation:
    return UnitObservation(0.0, 0.0, Posture.UPRIGHT, 1.0, None, (), {1: 1.0}, box, 0.9)


def cells(*marked: tuple[int, int]) -> np.ndarray:
    changed = np.zeros(GRID, bool)
    for row, column in marked:
        changed[row, column] = True
    return changed


@pytest.mark.parametrize(
    ("marked", "inside", "shown"),
    [
        (((5, 10),), (360, 160, 480, 280), (280, 80, 560, 360)),
        (((5, 10), (7, 13)), (360, 160, 600, 360), (280, 80, 680, 440)),
        (((0, 0),), (0, 0, 80, 80), (0, 0, 160, 160)),
        (((17, 31),), (1200, 640, 1280, 720), (1120, 560, 1280, 720)),
    ],
)
def test_the_part_lies_around_the_changed_cells(marked: tuple, inside: Box, shown: Box) -> None:
    part = changed_part(cells(*marked), SIZE, ())
    assert part is not None and part.inside == inside and part.shown == shown


def test_nothing_changed_and_nearly_all_changed_have_no_part() -> None:
    assert changed_part(cells(), SIZE, ()) is None
    assert changed_part(np.ones(GRID, bool), SIZE, ()) is None
    assert changed_part(cells((0, 0), (17, 31)), SIZE, ()) is None


def test_units_that_reach_in_are_shown_whole_and_read_anew() -> None:
    tall, far = unit((350.0, 20.0, 420.0, 200.0)), unit((700.0, 300.0, 740.0, 380.0))
    part = changed_part(cells((5, 10)), SIZE, (tall, far))
    assert part is not None and part.shown == (280, 20, 560, 360)
    assert part.untouched((tall, far)) == (far,)


class TwoScales:
    """A finder that finds something else in a part than in the whole picture, both in px of the picture."""

    def __init__(self, part: Box, score: float) -> None:
        self.part, self.score, self.widths = part, score, list[int]()

    def find(self, image: np.ndarray, width: int, least: float) -> list[Found]:
        self.widths.append(width)
        left, top = 280, 80  # where the part that is searched begins
        x0, y0, x1, y1 = self.part
        return [found((x0 - left, y0 - top, x1 - left, y1 - top), self.score)]


def found(box: Box, score: float) -> Found:
    x0, y0, x1, y1 = box
    return Found(Kind.UPRIGHT, box, ((x0 + x1) / 2, y1), ((x0 + x1) / 2, y0), score)


@pytest.mark.parametrize(
    ("once", "again", "wanted"),
    [
        (0.07, 0.7, [0.385]),  # missed at one scale, plain at the other
        (0.8, 0.7, [0.75]),
        (None, 0.3, [0.15]),
        (None, 0.2, []),
    ],
)
def test_a_glimpse_looks_at_what_is_new_at_two_scales(
    once: float | None, again: float, wanted: list[float]
) -> None:
    box, far = (400.0, 180.0, 430.0, 215.0), found((900.0, 500.0, 940.0, 550.0), 0.9)
    finder = TwoScales(box, again)
    hand = replace(found(box, 0.9), kind=Kind.HAND)  # where a hand was seen too
    first = [far, hand] if once is None else [far, hand, found(box, once)]
    picture = np.zeros((*SIZE[::-1], 3), np.uint8)
    both = looked_again(finder, picture, first, cells((5, 10)), (), 1267, 0.12)  # type: ignore[arg-type]
    assert [one.score for one in both] == pytest.approx(wanted)
    assert finder.widths == [round(1267 / 1280 * 280)]
    assert not wanted or both[0].box == pytest.approx(box)


def test_what_is_new_far_apart_is_looked_at_again_where_nothing_was_found() -> None:
    here, faint, seen = (
        found(box, score)
        for box, score in [
            ((400.0, 180.0, 430.0, 215.0), 0.7),
            ((402.0, 181.0, 431.0, 215.0), 0.07),
            ((1200.0, 640.0, 1240.0, 700.0), 0.9),
        ]
    )
    finder, picture = TwoScales(here.box, here.score), np.zeros((*SIZE[::-1], 3), np.uint8)
    new = cells((5, 10), (16, 30), (17, 30), (16, 31), (17, 31))
    both = looked_again(finder, picture, [seen, faint], new, (), 1267, 0.12)  # type: ignore[arg-type]
    assert [one.score for one in both] == pytest.approx([0.9, 0.385])
    assert finder.widths == [round(1267 / 1280 * 280)]


def test_a_glimpse_of_a_table_that_is_new_everywhere_is_one_look() -> None:
    first, everywhere = [found((900.0, 500.0, 940.0, 550.0), 0.9)], np.ones(GRID, bool)
    finder = TwoScales((400.0, 180.0, 430.0, 215.0), 0.9)
    picture = np.zeros((*SIZE[::-1], 3), np.uint8)
    assert looked_again(finder, picture, first, everywhere, (), 1267, 0.12) == first  # type: ignore[arg-type]
    assert not finder.widths


BOX = (400.0, 180.0, 430.0, 215.0)


def shown(box: Box, light: float = 1.0) -> np.ndarray:
    """A picture with a speckled thing in a box of a grey table."""
    picture = np.full((*SIZE[::-1], 3), 90.0)
    x0, y0, x1, y1 = map(int, box)
    speckles = np.random.default_rng(3).uniform(0, 200, (5, 5, 3))
    picture[y0:y1, x0:x1] = cv2.resize(speckles, (x1 - x0, y1 - y0))
    return np.asarray(light * picture, np.uint8)


@pytest.mark.parametrize(
    ("now", "score", "hand", "rests"),
    [
        (shown(BOX), 0.9, (300.0, 0.0, 399.0, 200.0), True),
        (shown(BOX, 0.6), 0.9, None, True),  # a shadow falls on it
        (shown((403.0, 183.0, 433.0, 218.0)), 0.9, None, False),
        (shown(BOX), 0.9, (300.0, 0.0, 405.0, 200.0), False),
        (shown(BOX), 0.4, None, False),
        (shown((0.0, 0.0, 5.0, 5.0)), 0.9, None, False),
    ],
)
def test_what_rests_beside_a_hand_looks_as_before_and_is_not_touched(
    now: np.ndarray, score: float, hand: Box | None, rests: bool
) -> None:
    one, hands = found(BOX, score), () if hand is None else (hand,)
    a_hand = replace(found(BOX, 0.9), kind=Kind.HAND)
    assert resting_beside([one, a_hand], hands, shown(BOX), now) == ((BOX,) if rests else ())


def test_what_is_partly_or_wholly_outside_the_picture_is_no_error() -> None:
    edge, beyond = found((-20.0, 700.0, 4.0, 740.0), 0.9), found((1290.0, 10.0, 1300.0, 40.0), 0.9)
    picture = shown((0.0, 700.0, 4.0, 720.0))
    assert resting_beside([edge, beyond], (), picture, picture) == (edge.box,)


@pytest.mark.parametrize("moves", [False, True])
def test_a_new_piece_beside_something_that_moves_is_seen_unless_it_moves_too(moves: bool) -> None:
    clean = cv2.VideoCapture(str(FILM)).read()[1]
    watcher = TableWatcher(solve(find_markers(clean), *SIZE).calibration, Models.load(), PALETTES["rainbow"])
    watcher.glimpses = True
    before = [watcher.process(Frame(clean, i / 12, i)) for i in range(10)][-1]
    copied = min(before.units, key=lambda u: abs(u.x_mm) + abs(u.y_mm + 120))
    x0, y0, x1, y1 = (round(v) for v in copied.bbox_px)
    width, height, glimpses = x1 - x0, y1 - y0, []
    for i in range(10, 22):
        table, left, top = clean.copy(), 620 + (moves and 9 * (i % 2)), 320
        table[top : top + height, left : left + width] = clean[y0:y1, x0:x1]
        table[top : top + height, 580:614] = 255 * (i % 2)  # flickers in the same cells
        table[100 : 100 + height, 300 : 300 + width] = clean[y0:y1, x0:x1]  # far from it
        glimpses.append(watcher.process(Frame(table, i / 12, i)).glimpse)
    seen = [each.units for each in glimpses if each is not None]
    new = [
        u for units in seen for u in units if abs(u.bbox_px[0] - 620) < 15 and abs(u.bbox_px[1] - 320) < 15
    ]
    assert seen and bool(new) is not moves


def test_a_piece_taken_away_is_missed_at_once_and_only_around_it_is_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The film's opening, then the same table with one piece painted over."""
    clean = cv2.VideoCapture(str(FILM)).read()[1]
    calibration, models = solve(find_markers(clean), *SIZE).calibration, Models.load()
    searched: list[tuple[int, int]] = []
    find = type(models.finder).find

    def counted(self: object, image: np.ndarray, *how: object, **more: object) -> object:
        searched.append(image.shape[1::-1])
        return find(self, image, *how, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(type(models.finder), "find", counted)
    watcher = TableWatcher(calibration, models, PALETTES["rainbow"])
    before = [watcher.process(Frame(clean, i / 12, i)) for i in range(10)][-1]
    gone = min(before.units, key=lambda u: abs(u.x_mm) + abs(u.y_mm + 120))
    x0, y0, x1, y1 = (round(v) for v in gone.bbox_px)
    table = clean.copy()
    mask = np.zeros(table.shape[:2], np.uint8)
    mask[y0 - 6 : y1 + 6, x0 - 6 : x1 + 6] = 255
    table = cv2.inpaint(table, mask, 5, cv2.INPAINT_TELEA)
    searched.clear()
    after = [watcher.process(Frame(table, i / 12, i)) for i in range(10, 22)]
    read = [o for o in after if o.still and o.units is not before.units]
    assert len(read) >= 3 and searched[-2] == SIZE and searched[-1][0] == round(1.3 * DETECTION_WIDTH)
    parts = [size for size in searched[:-2] if size != SIZE]
    assert parts and all(size[0] < 600 and size[1] < 500 for size in parts)
    for seen in (read[0], read[-1]):
        assert len(seen.units) == len(before.units) - 1
        for unit_seen in seen.units:
            off = [np.hypot(unit_seen.x_mm - u.x_mm, unit_seen.y_mm - u.y_mm) for u in before.units]
            assert min(off) < 3 and before.units[int(np.argmin(off))] is not gone
