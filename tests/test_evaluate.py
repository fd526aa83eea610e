"""The evaluation set and the command that judges by it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from datasets.sampling import EVALUATED
from scripts.evaluate import errors_of, kind_rows, main
from vision.training.samples import list_samples, read_sample
from vision.training.scoring import Score

EVALUATION = Path(__file__).resolve().parent.parent / "datasets" / "evaluation"


def test_the_committed_set_holds_every_kind_and_stays_small() -> None:
    paths = list_samples(EVALUATION)
    kinds = Counter(json.loads(path.read_text("utf-8"))["kind"] for path in paths)
    assert set(kinds) == set(EVALUATED) and min(kinds.values()) >= 20 and len(paths) >= 200
    assert sum(path.stat().st_size for path in EVALUATION.iterdir()) < 20e6


def test_windows_of_frames_remember_the_frame() -> None:
    samples = [read_sample(path) for path in list_samples(EVALUATION)[:24]]
    assert {sample.source_width for sample in samples} == {640, 1280, 1920}
    for sample in samples:
        for unit in sample.units:
            base = sample.camera.project([[unit.x_mm, unit.y_mm, 0.0]])[0]
            assert base == pytest.approx(unit.base_px, abs=0.05)


def test_failures_are_drawn_worst_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main([str(EVALUATION), "--limit", "3", "--failures", str(tmp_path)])
    shown = capsys.readouterr().out
    rows = [line for line in shown.splitlines() if line.startswith("1000")]
    wrong = sum(line.endswith("no") for line in rows)
    drawn = sorted(path.name for path in tmp_path.iterdir())
    assert len(rows) == 3 and len(drawn) == wrong
    errors = [int(name.split("-")[1]) for name in drawn]
    assert errors == sorted(errors, reverse=True) and all(errors)
    assert "kind       scenes" in shown and "3 images" in shown


def test_errors_and_rows_by_kind() -> None:
    bad = Score(scenes=1, pieces=5, found=4, false=1, colour_right=3, size_right=4, units=4, units_found=4,
                posture_right=4, flat=1, heading_right=0, stacks=1, stacks_right=1)  # fmt: skip
    assert errors_of(bad) == 4
    rows = kind_rows([("nests", bad), ("nickel", Score(scenes=1, right=1)), ("nests", bad)]).splitlines()
    assert [row.split()[:2] for row in rows[1:]] == [["nests", "2"], ["nickel", "1"]]
