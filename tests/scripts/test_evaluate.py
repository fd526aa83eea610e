"""The evaluation set and the command that evaluates on it."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from datasets.scene.sampling import EVALUATED
from engine.pieces import Colour, Posture, Size
from scripts.evaluate import errors_of, kind_rows, main
from scripts.parts.reliability import calibration_error, reliability_rows, said
from scripts.parts.unit_errors import COLUMNS, TILE_PX, judged, sheet, strata_rows
from vision.observation import LevelReading, UnitObservation
from vision.training.samples import COLOURS, SIZES, LabelledUnit, list_samples, read_sample
from vision.training.scoring import LEAST_VISIBLE, Score

DATASETS = Path(__file__).resolve().parents[2] / "datasets"
EVALUATION, GAMES = DATASETS / "evaluation", DATASETS / "games"


def test_the_committed_set_holds_every_kind_and_stays_small() -> None:
    paths = list_samples(EVALUATION)
    kinds = Counter(json.loads(path.read_text("utf-8"))["kind"] for path in paths)
    assert set(kinds) == set(EVALUATED) and min(kinds.values()) >= 20 and len(paths) >= 200
    assert sum(path.stat().st_size for path in EVALUATION.iterdir()) < 20e6


def test_the_committed_games_take_turns_and_stay_small() -> None:
    labels = [json.loads(path.with_suffix(".json").read_text("utf-8")) for path in list_samples(GAMES)]
    kinds = Counter(label["kind"] for label in labels)
    assert kinds == dict.fromkeys(("basic", "advanced", "nickel", "logistics", "sanctum"), 24)
    assert sum(path.stat().st_size for path in GAMES.iterdir()) < 25e6
    samples = [read_sample(path) for path in list_samples(GAMES)[:10]]
    middles = [sample.camera.elevation_deg(0.0, 0.0) for sample in samples]
    assert all(30 <= middle <= 60.5 for middle in middles) and len(set(middles)) == 10


def test_windows_of_frames_remember_the_frame() -> None:
    samples = [read_sample(path) for path in list_samples(EVALUATION)[:24]]
    assert {sample.source_width for sample in samples} == {640, 1280, 1920}
    for sample in samples:
        for unit in sample.units:
            base = sample.camera.project([[unit.x_mm, unit.y_mm, 0.0]])[0]
            assert base == pytest.approx(unit.base_px, abs=0.05)


def test_failures_are_drawn_worst_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    examples = tmp_path.with_suffix(".jpg")
    main([str(EVALUATION), "--limit", "3", "--failures", str(tmp_path), "--sheet", str(examples)])
    shown = capsys.readouterr().out
    rows = [line for line in shown.splitlines() if line.startswith("1000")]
    wrong = sum(line.endswith("no") for line in rows)
    drawn = sorted(path.name for path in tmp_path.iterdir())
    assert len(rows) == 3 and len(drawn) == wrong
    errors = [int(name.split("-")[1]) for name in drawn]
    assert errors == sorted(errors, reverse=True) and all(errors)
    assert "kind       scenes" in shown and "3 images" in shown
    assert "degrees up" in shown and cv2.imread(str(examples)).shape[1] == TILE_PX * COLUMNS


def observed(unit: LabelledUnit) -> UnitObservation:
    """What a perfect detector would see."""
    levels = tuple(
        LevelReading(
            {colour: float(colour == COLOURS[level.colour]) for colour in Colour},
            {size: float(size == SIZES[level.size]) for size in Size},
        )
        for level in unit.levels
    )
    posture = Posture.FLAT if unit.flat else Posture.UPRIGHT
    heading = unit.heading_deg if unit.flat else None
    count = {len(levels): 1.0}
    return UnitObservation(
        unit.x_mm, unit.y_mm, posture, float(not unit.flat), heading, levels, count, unit.bbox_px, 1.0
    )


def test_every_unit_is_judged_and_its_first_error_named() -> None:
    sample = read_sample(list_samples(EVALUATION)[0])
    shown = [unit for unit in sample.units if unit.visible >= LEAST_VISIBLE]
    seen = [observed(unit) for unit in shown[1:]]
    assert [one.error for one in judged(sample, seen)] == ["missed"] + [None] * (len(shown) - 1)
    lower = replace(seen[0], levels=(*seen[0].levels, seen[0].levels[0]))
    other = replace(seen[1], posture=next(p for p in Posture if p is not seen[1].posture))
    units = judged(sample, [lower, other, *seen[2:]])
    assert [one.error for one in units][:3] == ["missed", "more pieces", "posture"]
    rows = strata_rows(units).splitlines()
    assert sum(int(row[24:30]) for row in rows if row.startswith("lies")) == len(shown)
    assert sheet(units).shape == (3 * (20 + TILE_PX), TILE_PX * COLUMNS, 3)


def test_errors_and_rows_by_kind() -> None:
    bad = Score(scenes=1, pieces=5, found=4, false=1, colour_right=3, size_right=4, units=4, units_found=4,
                posture_right=4, flat=1, heading_right=0, stacks=1, stacks_right=1)  # fmt: skip
    assert errors_of(bad) == 4
    rows = kind_rows([("nests", bad), ("nickel", Score(scenes=1, right=1)), ("nests", bad)]).splitlines()
    assert [row.split()[:2] for row in rows[1:]] == [["nests", "2"], ["nickel", "1"]]


@pytest.mark.parametrize(
    ("pairs", "error"),
    [
        ([(0.9, True)] * 9 + [(0.9, False)], 0.0),
        ([(0.9, True)] * 10, 0.1),
        ([(0.6, True)] * 50 + [(0.6, False)] * 50 + [(1.0, True)] * 100, 0.05),
        ([], float("nan")),
    ],
)
def test_calibration_errors(pairs: list[tuple[float, bool]], error: float) -> None:
    assert calibration_error(pairs) == pytest.approx(error, nan_ok=True)


def test_what_is_said_of_a_unit_is_judged_where_its_levels_agree() -> None:
    sample = read_sample(list_samples(EVALUATION)[0])
    shown = [unit for unit in sample.units if unit.visible >= LEAST_VISIBLE and len(unit.levels) == 1]
    one, other = observed(shown[0]), observed(shown[1])
    doubled = replace(other, levels=(other.levels[0],) * 2, p_levels={1: 0.3, 2: 0.7})
    found = said(judged(sample, [one, doubled]))
    assert found == {"colour": [(1.0, True)], "size": [(1.0, True)], "levels": [(1.0, True), (0.7, False)]}
    assert "levels     0.7      1  0.700  0.000" in reliability_rows(judged(sample, [one, doubled]))
