"""The camera from four corners of a known rectangle."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np
import pytest

from arbiter.cli.main import main
from calibration.camera import CalibrationError
from calibration.corners import SIZES_MM, solve_corners
from calibration.store import read
from tests.support.cameras import look_at

VIEW = look_at((60, -420, 380), (10, 20, 0), 62, 1280, 720, 3)


def corners_of(size: tuple[float, float], at: tuple[float, float], turn_deg: float) -> np.ndarray:
    """Corners (4, 2) px in `VIEW` of a rectangle on the table."""
    c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    flat = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(size) / 2 @ np.array([[c, s], [-s, c]])
    return VIEW.project(np.column_stack([flat + at, np.zeros(4)]))


@pytest.mark.parametrize("kind", SIZES_MM)
@pytest.mark.parametrize("order", [1, -1])
def test_exact_corners_give_focal_length_and_lengths(kind: str, order: int) -> None:
    corners = corners_of(SIZES_MM[kind], (20, -30), 25)[::order]
    solution = solve_corners(corners, SIZES_MM[kind][::order], 1280, 720)
    assert abs(math.log(solution.camera.focal_px / VIEW.focal_px)) < 0.05
    assert solution.camera.reprojection_error_px < 0.5
    seen = solution.camera.to_table(VIEW.project([[-100, 0, 0], [100, 50, 0]]))
    assert np.linalg.norm(seen[1] - seen[0]) == pytest.approx(math.hypot(200, 50), rel=0.03)
    assert solution.camera.position[1] < 0 < solution.camera.position[2]


def test_the_stated_doubt_holds_for_shaky_hands() -> None:
    rng, inside = np.random.default_rng(4), 0
    for trial in range(20):
        corners = corners_of((210, 297), (10 * (trial % 3), 0), 40 + trial) + rng.normal(0, 2, (4, 2))
        solution = solve_corners(corners, (210, 297), 1280, 720)
        inside += abs(math.log(solution.camera.focal_px / VIEW.focal_px)) < 2 * solution.focal_sigma
    assert inside >= 17


@pytest.mark.parametrize(
    ("corners", "size", "why"),
    [
        ([[0, 0], [100, 100], [100, 0], [0, 100]], (63, 88), "go around"),
        ([[0, 0], [100, 0], [100, 100]], (63, 88), "go around"),
        ([[400, 400], [600, 400], [600, 500], [400, 500]], (5, 88), "20 to 3000"),
        ([[400, 600], [1200, 600], [700, 200], [690, 200]], (63, 88), "do not fit|not a rectangle"),
    ],
)
def test_what_is_no_rectangle_is_refused(corners: list, size: tuple[float, float], why: str) -> None:
    with pytest.raises(CalibrationError, match=why):
        solve_corners(corners, size, 1280, 720)


def test_the_command_stores_what_corners_give(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    picture, stored = tmp_path / "table.png", tmp_path / "camera.json"
    cv2.imwrite(str(picture), np.full((720, 1280, 3), 120, np.uint8))
    spots = [f"{x:.1f},{y:.1f}" for x, y in corners_of((210, 297), (0, 0), 30)]
    command = ["calibrate", "--source", str(picture), "-o", str(stored), "--corners", *spots]
    assert main([*command, "--size", "297x210"]) == 0
    said = capfd.readouterr().out
    assert "corners of a known rectangle" in said and "shown by hand" in said
    assert read(stored, (1280, 720)).camera.focal_px == pytest.approx(VIEW.focal_px, rel=0.05)
    assert main(command) == 2
    assert "--corners and --size go together" in capfd.readouterr().err
    assert main([*command, "--size", "60x600"]) == 3
    assert len(capfd.readouterr().err.splitlines()) == 1
