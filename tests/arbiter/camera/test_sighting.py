"""What ``arbiter see`` prints and draws, from made-up units."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from arbiter.camera.sighting import sighting_json, sighting_text
from arbiter.cli.commands import see as command
from arbiter.cli.main import main
from arbiter.words.wording import wording
from calibration.white import WhiteReference
from engine.pieces import PALETTES, Colour, Posture, Size
from tests.support.cameras import look_at
from vision.observation import LevelReading, UnitObservation
from vision.observe.see import Sight
from vision.pose.freeview import NotEnoughUnits
from vision.pose.locate import Doubt

CAMERA = look_at((0, -480, 420), (0, 0, 0), 65, 640, 480)


def level(size: Size, colour: Colour) -> LevelReading:
    return LevelReading({colour: 0.9, Colour.CLEAR: 0.1}, {size: 1.0})


def unit(x: float, y: float, *levels: LevelReading, heading: float | None = None) -> UnitObservation:
    posture = Posture.UPRIGHT if heading is None else Posture.FLAT
    return UnitObservation(
        x, y, posture, 1.0, heading, levels, {len(levels): 1.0}, (1.0, 2.0, 3.04, 4.0), 0.8
    )


STACK = unit(-40.26, 60.0, level(Size.SMALL, Colour.RED), level(Size.MEDIUM, Colour.BLACK))
FLAT = unit(10.0, -20.0, level(Size.SMALL, Colour.BLUE), heading=90.0)
WHITE = WhiteReference(np.ones(3))
REMARK = ("not in view: the far right marker",)
SIGHT = Sight(CAMERA, "markers", 0.4, (STACK, FLAT), (), WHITE, REMARK, Doubt(0.031))
GUESSED = Sight(CAMERA, "pieces", None, (FLAT,), (), WHITE, ("no markers",), Doubt(0.1, 2.0, 0.03, 0.61234))


def test_json_has_every_documented_key_and_counts_levels_from_the_bottom() -> None:
    found = json.loads(json.dumps(sighting_json("table.jpg", SIGHT)))
    assert found["camera"] == {
        "picture": "table.jpg",
        "source": "markers",
        "reprojection_error_px": 0.4,
        "uncertainty": {"focal": 0.031, "elevation_deg": None, "scale": None, "sizes_sure": 1.0},
        "K": CAMERA.K.tolist(),
        "rvec": CAMERA.rvec.tolist(),
        "tvec": CAMERA.tvec.tolist(),
    }
    low, high, flat = found["pieces"]
    assert low == {
        "colour": "black",
        "size": "medium",
        "posture": "upright",
        "heading_deg": None,
        "x_mm": -40.3,
        "y_mm": 60.0,
        "stack": 0,
        "level": 0,
        "bbox_px": [1.0, 2.0, 3.0, 4.0],
        "confidence": 0.72,
        "p_colour": {"black": 0.9, "clear": 0.1},
        "colour_unsure": [],
        "p_size": {"medium": 1.0},
        "may_hide": ["small"],
    }
    assert high["may_hide"] == []
    assert (high["size"], high["colour"], high["stack"], high["level"]) == ("small", "red", 0, 1)
    assert (flat["posture"], flat["heading_deg"], flat["stack"], flat["level"]) == ("flat", 90.0, None, 0)


def test_guessed_camera_has_no_reprojection_error() -> None:
    found = sighting_json("table.jpg", GUESSED)["camera"]
    assert (found["source"], found["reprojection_error_px"]) == ("pieces", None)
    assert found["uncertainty"] == {
        "focal": 0.1, "elevation_deg": 2.0, "scale": 0.03, "sizes_sure": 0.6123
    }  # fmt: skip


def test_text_goes_from_near_to_far() -> None:
    assert sighting_text([STACK, FLAT], wording()) == [
        "small blue, flat, x 10 mm, y -20 mm, pointing to 90 degrees, 72% sure",
        "small red on medium black, upright, x -40 mm, y 60 mm, 72% sure",
        "3 pyramids in 2 places",
    ]
    assert sighting_text([], wording()) == ["0 pyramids in 0 places"]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A picture, and a detector that finds `SIGHT` in it."""

    def found(picture: np.ndarray, models: object, stored: object, palette: object, prior: None) -> Sight:
        assert picture.shape == (480, 640, 3)
        assert palette == PALETTES["xeno"]
        return SIGHT

    monkeypatch.setattr(command.Models, "load", staticmethod(lambda **_: None))
    monkeypatch.setattr(command, "see", found)
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.full((480, 640, 3), 120, np.uint8))
    return path


def test_see_prints_json_alone_and_remarks_aside(table: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["see", str(table), "--json", "--palette", "xeno"]) == 0
    shown = capfd.readouterr()
    assert json.loads(shown.out) == sighting_json(str(table), SIGHT)
    assert shown.err == "arbiter: not in view: the far right marker\n"


def test_see_writes_the_overlay_on_request(table: Path, capfd: pytest.CaptureFixture[str]) -> None:
    target = table.with_name("seen.png")
    arguments = ["see", str(table), "--palette", "xeno", "--overlay"]
    assert main([*arguments, str(target)]) == 0
    assert (cv2.imread(str(target)) != 120).any()
    capfd.readouterr()
    for bad in (table.parent / "no" / "seen.png", table.parent / "seen.xyz"):
        assert main([*arguments, str(bad)]) == 1
        assert capfd.readouterr().err.splitlines()[1:] == [
            f"arbiter: can't write {bad}: give a .png or .jpg name in a folder that is there"
        ]


def test_picture_without_a_table_is_one_line(
    table: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def nothing(*arguments: object) -> Sight:
        raise NotEnoughUnits("no markers and only 0 pieces: show the table")

    monkeypatch.setattr(command, "see", nothing)
    assert main(["see", str(table)]) == 3
    assert capfd.readouterr().err == "arbiter: no markers and only 0 pieces: show the table\n"
