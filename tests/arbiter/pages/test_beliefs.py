"""The referee's beliefs as marks on the picture: they enclose the pyramids in any orientation."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from arbiter.pages.beliefs import marks
from arbiter.table.frames import Snapshot
from arbiter.words.overlay_words import labels
from arbiter.words.wording import wording
from calibration.camera import Camera
from engine.initiative.state import Rules
from engine.pieces import Posture, Size
from tests.support.cameras import look_at
from tests.support.simulated.table_session import Table
from vision.fit.solids import pyramid
from vision.observation import LevelReading, TableObservation, UnitObservation
from vision.track.tracks import Tracks

LABEL = labels(wording("de")).piece


@pytest.fixture(scope="module")
def table() -> Table:
    made = Table(Rules.basic())
    made.feed(made.sim.still(2.0))
    return made


def camera() -> Camera:
    return look_at((0, -700, 600), (0, 0, 0), 55)


def pixels(mark: dict, seen_by: Camera) -> np.ndarray:
    parts = np.array(mark["at"]).reshape(-1, 2)
    return (parts * (seen_by.width, seen_by.height)).astype(np.float32)


def test_every_piece_of_the_game_has_one_mark_with_its_name(table: Table) -> None:
    shown = table.session.snapshot()
    found = marks(shown, Tracks(), camera(), LABEL)
    state = shown.state
    count = sum(len(state.inventories[seat]) for seat in state.inventories)
    assert len(found) == count + 1
    stack = [mark for mark in found if len(mark["words"]) == len(state.stack)]
    assert len(stack) == 1 and all(words[0] in "SML" for mark in found for words in mark["words"])
    assert not any(mark["tone"] for mark in found)


@pytest.mark.parametrize("turn_deg", [0, 20, 45, 70])
def test_an_outline_holds_the_pyramid_however_it_is_turned(table: Table, turn_deg: float) -> None:
    seen_by, shown = camera(), table.session.snapshot()
    spot = next(spot for spot in shown.spots if spot.pieces[0].size is Size.LARGE)
    (mark,) = marks(replace(shown, spots=(spot,)), Tracks(), seen_by, LABEL)
    c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    solid = pyramid(Size.LARGE, 0.0) @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]).T + (
        spot.x_mm,
        spot.y_mm,
        0,
    )
    hull, size_px = pixels(mark, seen_by), 0.0
    size_px = float(np.ptp(hull[:, 0]))
    for corner in seen_by.project(solid):
        inside = cv2.pointPolygonTest(hull, (float(corner[0]), float(corner[1])), True)
        assert inside > -0.12 * size_px


@pytest.mark.parametrize("turn_deg", [5, 30, 60])
def test_an_outline_lies_on_a_pyramid_whose_turn_is_seen(table: Table, turn_deg: float) -> None:
    seen_by, shown = camera(), table.session.snapshot()
    spot = next(spot for spot in shown.spots if spot.pieces[0].size is Size.LARGE and len(spot.pieces) == 1)
    piece = spot.pieces[0]
    level = LevelReading({piece.colour: 1.0}, {piece.size: 1.0})
    unit = UnitObservation(
        spot.x_mm, spot.y_mm, Posture.UPRIGHT, 1.0, None, (level,), {1: 1.0}, (0, 0, 9, 9), 1.0, (turn_deg,)
    )
    tracks = Tracks()
    for number in range(4):
        tracks = tracks.step(TableObservation(number / 8, number, (unit,), (), True, True), seen_by)
    (mark,) = marks(replace(shown, spots=(spot,)), tracks, seen_by, LABEL)
    wanted = seen_by.project(track_solid(tracks))
    hull = cv2.convexHull(wanted.astype(np.float32))[:, 0]
    assert len(pixels(mark, seen_by)) == len(hull)
    for corner in pixels(mark, seen_by):
        assert np.linalg.norm(hull - corner, axis=1).min() < 0.5


def track_solid(tracks: Tracks) -> np.ndarray:
    """The corners (5,3) of the only tracked piece."""
    (track,) = tracks.present
    return track.parts(camera())[0]


def test_what_was_played_last_stands_out_and_a_forbidden_play_more_so(table: Table) -> None:
    shown: Snapshot = table.session.snapshot()
    spots = (replace(shown.spots[0], ply=3), replace(shown.spots[1], ply=2), *shown.spots[2:])
    now = replace(shown, spots=spots, last_ply=3)
    assert [mark["tone"] for mark in marks(now, Tracks(), camera(), LABEL)][:3] == ["last", "", ""]
    wrong = replace(now, waiting=shown.last or object())
    assert [mark["tone"] for mark in marks(wrong, Tracks(), camera(), LABEL)][:3] == ["illegal", "", ""]
    gone = replace(now, last_ply=4)
    assert not any(mark["tone"] for mark in marks(gone, Tracks(), camera(), LABEL))
