"""Calibrations on disk: round trips, and readable errors for bad files."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from arbiter.watch.places import games_folder
from calibration import store
from calibration.camera import CalibrationError
from tests.support.cameras import look_at

SQUARE = np.array([[-20, 20], [20, 20], [20, -20], [-20, -20]], float)


def example() -> store.Calibration:
    camera = look_at((30, -500, 400), (0, 0, 0), 61.5).with_pose((1.9, 0.1, 0.2), (1, 2, 700), 0.31)
    markers = {2: np.add(SQUARE, (150, 120)), 0: np.subtract(SQUARE, (150.25, 120))}
    return store.Calibration(camera, markers, source="USB camera", near_by="camera")


def test_round_trip_is_exact(tmp_path):
    path = tmp_path / "new" / "camera.json"
    before = example()
    store.write(path, before)
    after = store.read(path)
    assert after.to_json() == before.to_json()
    assert list(after.markers) == [0, 2]
    assert (after.source, after.near_by, after.camera.reprojection_error_px) == ("USB camera", "camera", 0.31)
    np.testing.assert_array_equal(after.camera.K, before.camera.K)
    assert [entry.name for entry in path.parent.iterdir()] == ["camera.json"]


def test_every_key_that_is_written_is_documented():
    for key in example().to_json():
        assert f"``{key}``" in store.__doc__


def test_read_for_another_size(tmp_path):
    path = tmp_path / "camera.json"
    store.write(path, example())
    assert store.read(path, (1920, 1080)).camera.width == 1920
    with pytest.raises(CalibrationError, match="calibrate again at this size"):
        store.read(path, (640, 480))


def drop(key):
    return lambda data: {name: value for name, value in data.items() if name != key}


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda data: {**data, "version": 7}, "version 7, but this program reads version 1"),
        (drop("version"), "version None"),
        (drop("K"), "K missing"),
        (lambda data: {**data, "K": [[1, 2], [3, 4]]}, r"K: expected shape \(3, 3\)"),
        (lambda data: {**data, "tvec": ["a", "b", "c"]}, "tvec: expected numbers"),
        (lambda data: {**data, "width": None}, "calibrate again"),
        (lambda data: {**data, "markers": [1, 2]}, "calibrate again"),
        (lambda data: {**data, "markers": {"0": [[0, 0]]}}, "marker 0: expected shape"),
        (lambda data: {**data, "near_by": "moon"}, "near_by"),
        (lambda data: [data], "expected a JSON object"),
    ],
)
def test_spoilt_files_are_refused_in_one_line(tmp_path, spoil, message):
    path = tmp_path / "camera.json"
    path.write_text(json.dumps(spoil(example().to_json())))
    with pytest.raises(CalibrationError, match=message) as caught:
        store.read(path)
    assert "\n" not in str(caught.value) and str(path) in str(caught.value)


def test_absent_broken_and_unwritable(tmp_path):
    with pytest.raises(CalibrationError, match="cannot be read"):
        store.read(tmp_path / "none.json")
    (tmp_path / "half.json").write_text('{"version": 1, "K"')
    with pytest.raises(CalibrationError, match="broken JSON"):
        store.read(tmp_path / "half.json")
    (tmp_path / "binary.json").write_bytes(b"\xff\xfe\x00\x80")
    with pytest.raises(CalibrationError, match="broken JSON"):
        store.read(tmp_path / "binary.json")
    with pytest.raises(CalibrationError, match="cannot be written"):
        store.write(tmp_path / "half.json" / "x.json", example())


def test_calibrations_lie_beside_the_games(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    kept = store.default_path("0", 1280, 720)
    assert kept.parents[1] == games_folder().parent == store.user_data_folder()
    if sys.platform.startswith("linux"):
        assert kept.parents[1] == tmp_path / "pyramid-arbiter"


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("0", "0-1280x720.json"),
        ("Logitech C920 (046d)", "logitech-c920-046d-1280x720.json"),
        ("http://phone:8080/v", "http-phone-8080-v-1280x720.json"),
        ("///", "camera-1280x720.json"),
    ],
)
def test_one_file_per_camera_and_size(source, name):
    assert store.default_path(source, 1280, 720, Path("/x")) == Path("/x/calibrations") / name
