"""The overlay: words, outlines of the known solids, labels that do not overlap and stay inside."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.pieces import Colour, Piece, Posture, Size
from tests.support.cameras import look_at
from tests.support.drawn_table import Drawn, draw
from vision.detect.boxes import overlaps
from vision.observation import LevelReading, TableObservation, UnitObservation
from vision.observe import overlay
from vision.track.tracks import Tracks

CAMERA = look_at([0, -500, 450], [0, 0, 0], 60, 1280, 720)


def unit(
    x: float, sizes: tuple[Size, ...], heading: float | None = None, sure: float = 1.0
) -> UnitObservation:
    levels = tuple(LevelReading({Colour.RED: sure, Colour.BLUE: 1 - sure}, {size: 1.0}) for size in sizes)
    posture = Posture.UPRIGHT if heading is None else Posture.FLAT
    u, v = CAMERA.project([[x, 0, 10]])[0]
    box = (u - 20, v - 30, u + 20, v + 20)
    return UnitObservation(x, 0.0, posture, 1.0, heading, levels, {len(sizes): 1.0}, box, 1.0)


def test_labels_run_top_to_bottom_and_show_doubt() -> None:
    assert overlay.label_lines(unit(0, (Size.SMALL, Size.LARGE))) == ("S red", "L red")
    assert overlay.label_lines(unit(0, (Size.MEDIUM,), sure=0.7)) == ("M red 70%",)


@pytest.mark.parametrize("heading", [None, 0.0, 130.0])
def test_solids_are_the_known_ones(heading: float | None) -> None:
    sizes = (Size.SMALL, Size.MEDIUM, Size.LARGE)
    pieces = tuple(Piece(s, Colour.RED) for s in reversed(sizes))
    true = Drawn(30, 0, pieces).solids()
    ours = overlay.solids(unit(30, sizes, heading), CAMERA)
    assert len(ours) == 3
    if heading is None:
        for mine, its in zip(ours, true, strict=True):
            assert mine[4] == pytest.approx(its[4])
    else:
        assert ours[0][:, 2].min() == pytest.approx(0, abs=1e-9)
        apex = ours[2][4] - [30, 0, 0]
        assert np.degrees(np.arctan2(apex[1], apex[0])) % 360 == pytest.approx(heading, abs=1e-6)


def test_the_frame_is_copied_and_drawn_on() -> None:
    frame = draw([Drawn(0, 0, (Piece(Size.LARGE, Colour.RED),))], CAMERA)
    before = frame.copy()
    shown = overlay.draw(
        frame, [unit(0, (Size.LARGE,)), unit(15, (Size.LARGE,), 20.0)], CAMERA, [(5, 5, 90, 90)]
    )
    assert (frame == before).all() and shown.shape == frame.shape
    for colour in (overlay.STANDING, overlay.LYING, overlay.HAND):
        assert (np.abs(shown.astype(int) - colour).max(2) < 12).any()


def test_labels_keep_apart_and_inside() -> None:
    taken: list = []
    for _ in range(4):
        taken.append(overlay._free_place((2, 2, 40, 40), (60, 20), taken, (640, 360))[0])
    assert all(p[0] >= 0 and p[2] <= 640 and p[1] >= 0 and p[3] <= 360 for p in taken)
    assert not overlaps(taken[0], taken[1])


def marks(*units: UnitObservation, hidden: frozenset[int] = frozenset()) -> list[overlay.Mark]:
    return [replace(mark, hidden=mark.key in hidden) for mark in overlay.unit_marks(units, CAMERA)]


def test_hidden_units_are_dashed_and_dimmed() -> None:
    frame = draw([], CAMERA)
    one = unit(0, (Size.LARGE,))
    plain, dimmed = (
        overlay.draw_marks(frame, marks(one, hidden=hidden), CAMERA)[0]
        for hidden in (frozenset[int](), frozenset([0]))
    )

    def drawn(image: np.ndarray, colour: tuple[int, int, int]) -> int:
        return int((np.abs(image.astype(int) - colour).max(2) < 6).sum())

    assert drawn(plain, overlay.STANDING) > 0 and drawn(dimmed, overlay.STANDING) == 0
    assert (dimmed != frame).any(2).sum() < (plain != frame).any(2).sum()


def test_a_label_stays_where_it_was_until_it_is_far_worse_there() -> None:
    alone, crowd = marks(unit(0, (Size.LARGE,))), marks(*(unit(x, (Size.LARGE,)) for x in (0, 9, 18)))
    first = overlay.label_plates(crowd, CAMERA)
    sides = {key: side for key, (_, side) in first.items()}
    assert overlay.label_plates(crowd, CAMERA, sides) == first
    assert overlay.label_plates(alone, CAMERA, {0: 2})[0][1] == 2
    above = {mark.key: 0 for mark in crowd}
    moved = {side for _, side in overlay.label_plates(crowd, CAMERA, above).values()}
    assert moved != {0}


def test_tracks_are_drawn_by_their_number_and_summed_name() -> None:
    lies = replace(unit(60, (Size.LARGE,), 20.0), p_upright=0.02)
    units = (unit(0, (Size.MEDIUM,), sure=0.75), lies)
    tracks = Tracks()
    for _ in range(3):
        frame = TableObservation(0.0, 0, tuple(replace(one) for one in units), (), True, True)
        tracks = tracks.step(frame, CAMERA)
    small, lying = overlay.track_marks(tracks, CAMERA)
    assert (small.key, lying.key) == (1, 2) and (small.flat, lying.flat) == (False, True)
    assert small.lines[0].startswith("M red") and lying.lines == ("L red",)
    assert small.parts[0] == pytest.approx(overlay.solids(units[0], CAMERA)[0])


def test_labels_are_in_the_words_given() -> None:
    german = overlay.Labels(lambda piece: f"{piece.size.name[0]} {piece.colour.value}ü", "Hand")
    assert overlay.label_lines(unit(0, (Size.MEDIUM,), sure=0.7), german) == ("M redü 70%",)
    frame, one = draw([], CAMERA), unit(0, (Size.MEDIUM,))
    plain, dotted = (
        overlay.draw(frame, [one], CAMERA, labels=overlay.Labels(lambda _, word=word: word, "Hand"))
        for word in ("grun", "grün")
    )
    assert 4 <= (plain != dotted).any(2).sum() <= 40
