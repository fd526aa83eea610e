"""The doctor: each check on pictures, files and machines where it must fail, and where it must pass."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from arbiter.cli.commands.calibrate import calibrate
from arbiter.cli.main import main
from arbiter.watch.doctor import Check, check_camera, check_light, check_markers, check_model, failure, line
from arbiter.words.wording import wording
from calibration.store import read
from tests.support.calibration_views import LAYOUT, placed, render
from tests.support.cameras import look_at

CAMERA = look_at((0, -480, 420), (0, 0, 0), 65)


@pytest.fixture(scope="module")
def table() -> np.ndarray:
    """A table with its four markers."""
    return render(CAMERA, placed(LAYOUT), table_bgr=(0.3, 0.35, 0.4))


def plain(level: int, noise: float = 30.0) -> np.ndarray:
    random = np.random.default_rng(1)
    return np.clip(random.normal(level, noise, (240, 320, 3)), 0, 255).astype(np.uint8)


def with_lamp(picture: np.ndarray) -> np.ndarray:
    lit = picture.copy()
    lit[:60, :120] = 255
    return lit


LIGHT = (
    (None, None, "needs a picture"),
    (plain(20), False, "too dark"),
    (plain(235), False, "too bright"),
    (plain(120, 1.0), False, "hardly any contrast"),
    (with_lamp(plain(120)), False, "glare on 9% of the picture"),
    (plain(120), True, "even enough"),
)


@pytest.mark.parametrize(("picture", "ok", "text"), LIGHT)
def test_light(picture: np.ndarray | None, ok: bool | None, text: str) -> None:
    check = check_light(picture)
    assert (check.ok, check.code) == (ok, 0)
    assert check.text.startswith(text)


def test_light_and_markers_of_a_good_table_are_in_order(table: np.ndarray) -> None:
    assert check_light(table).ok
    check = check_markers(table, None)
    assert check.ok, check.text
    assert check.text.startswith("4 of 4, reprojection error 0.")
    assert "sides told by the markers" in check.text


def test_markers_fail_with_what_to_do(table: np.ndarray, tmp_path: Path) -> None:
    assert check_markers(None, None).ok is None
    hidden = check_markers(np.full_like(table, 90), None)
    assert (hidden.ok, hidden.code) == (False, 3)
    assert "no markers, no card or paper" in hidden.text
    missing = check_markers(None, str(tmp_path / "no.json"))
    assert (missing.ok, missing.code) == (False, 3)


def test_model_that_is_missing_or_broken_is_named(tmp_path: Path) -> None:
    assert check_model(tmp_path) == Check(
        "model", False, "no detector installed: install the package again", 1
    )
    (tmp_path / "finder.onnx").write_bytes(b"nonsense")
    broken = check_model(tmp_path)
    assert (broken.ok, broken.code) == (False, 1)
    assert "finder.onnx" in broken.text


def test_camera_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbiter.watch.doctor.cameras", lambda: ())
    monkeypatch.setattr("sys.platform", "linux")
    check, picture = check_camera(None)
    assert picture is None
    said = "camera   problem      no camera found: plug one in, or give a phone's"
    assert line(check, wording()).startswith(said)
    assert failure([check]) == 4


def test_failure_is_that_of_the_first_needed_part() -> None:
    fine, silent = Check("light", True, ""), Check("voice", False, "")
    assert failure([fine, silent, Check("model", None, "", 1)]) == 0
    assert failure([silent, Check("markers", False, "", 3), Check("model", False, "", 1)]) == 3


def video(path: Path, picture: np.ndarray) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 25.0, picture.shape[1::-1])
    for _ in range(12):
        writer.write(picture)
    writer.release()
    return path


def test_doctor_on_a_video_reports_every_part(
    table: np.ndarray, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["doctor", "--source", str(video(tmp_path / "table.avi", table))])
    lines = capsys.readouterr().out.splitlines()
    assert [text.split()[0] for text in lines] == ["camera", "light", "markers", "model", "voice"]
    assert all(text.split()[1] == "ok" for text in lines[:3])
    assert code == (0 if lines[3].split()[1] == "ok" else 1)


@pytest.mark.parametrize("name", ["table.avi", "table.png"])
def test_calibrate_stores_what_the_markers_tell(
    name: str, table: np.ndarray, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, target = tmp_path / name, tmp_path / "camera.json"
    cv2.imwrite(str(path), table) if name.endswith("png") else video(path, table)
    assert main(["calibrate", "--source", str(path), "-o", str(target)]) == 0
    assert f"stored in {target}" in capsys.readouterr().out
    stored = read(target)
    assert stored.camera.position == pytest.approx(CAMERA.position, rel=0.05, abs=25)
    assert stored.to_json() == calibrate(str(path)).calibration.to_json()
