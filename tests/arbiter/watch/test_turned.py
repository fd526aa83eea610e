"""Rotated cameras: the record describes the pictures as stored, and is resumed that way."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from arbiter.camera.framing import Framing, recorded
from arbiter.camera.placing import Placed
from arbiter.record.record import Record
from arbiter.watch.preparation import known_calibration
from arbiter.watch.watch import run
from calibration.camera import Camera
from calibration.store import Calibration
from calibration.turning import turned
from engine.initiative.examples import ROUNDS
from tests.support.cameras import look_at
from tests.support.watched_table import SIZE, SimEyes, SimSource, options, parts, round_frames

UPRIGHT = look_at((0, -480, 420), (0, 0, 0), 62.0)
PLACES = np.array([(x, y, 0.0) for x in (-120, 0, 120) for y in (-90, 60)])


def sent(turns: int) -> Calibration:
    """The calibration of small pictures that a camera sends after ``turns`` clockwise quarter turns."""
    small = Calibration(UPRIGHT).for_size(*SIZE)
    return turned(small, -turns)


def watched(path: Path, turns: int) -> list[SimEyes]:
    source = SimSource(round_frames())
    made: list[SimEyes] = []

    def eyes(calibration: Calibration, palette: str) -> SimEyes:
        made.append(SimEyes(source, calibration=calibration))
        return made[-1]

    placed = lambda source, given, known: Placed(sent(turns), (), iter(source))  # noqa: E731
    assert run(options(source, ROUNDS["basic"], path), parts(source, [], place=placed, eyes=eyes)) == 0
    return made


def same(one: Camera, other: Camera) -> bool:
    return one.size == other.size and bool(np.abs(one.project(PLACES) - other.project(PLACES)).max() < 1e-6)


@pytest.mark.parametrize("turns", [0, 2])
def test_the_header_is_of_the_pictures_as_they_are_kept(tmp_path: Path, turns: int) -> None:
    (eyes,) = watched(tmp_path / "a.game", turns)
    with Record.open(tmp_path / "a.game", readonly=True) as record:
        header = record.header_at(0)
    assert header["turns"] == turns
    kept, as_sent = recorded(header, sent=False), recorded(header, sent=True)
    assert kept is not None and as_sent is not None
    assert same(kept.camera, Calibration(UPRIGHT).for_size(*SIZE).camera)
    assert same(kept.camera, eyes.calibration.camera)
    assert same(as_sent.camera, sent(turns).camera)


def test_a_turned_camera_goes_on_turned(tmp_path: Path) -> None:
    watched(tmp_path / "a.game", 2)
    source = SimSource(round_frames())
    asked = options(source, ROUNDS["basic"], tmp_path / "a.game", resume=tmp_path / "a.game")
    known = known_calibration(asked)
    assert known is not None
    assert Framing(known).turns == 2


def test_an_older_record_says_nothing_of_turns(tmp_path: Path) -> None:
    kept = sent(0)
    found = recorded({"calibration": kept.to_json()}, sent=True)
    assert found is not None
    assert same(found.camera, kept.camera)
    assert recorded({}, sent=True) is None
