"""The short form of ``scripts/torture.py``: kills, power cuts, full disks, faulty cameras, fuzzed inputs."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from arbiter.record.record import Record
from scripts import torture
from scripts.parts import torture_inputs, torture_records

COUNTS = {"kill": 6, "kill-at-write": 6, "power-cut": 6, "full-disk": 2, "changed-bytes": 8, "camera": 1}
SLOW = ("record", "entries", "shapes")
COUNTS |= {f"fuzz-{kind}": 6 if kind in SLOW else 60 for kind in torture_inputs.TARGETS}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes can't be forked there")
@pytest.mark.parametrize("kind", sorted(COUNTS))
def test_nothing_is_lost_and_errors_are_our_own(kind: str, tmp_path: Path) -> None:
    row = torture.run(kind, COUNTS[kind], 1, tmp_path)
    assert row.trials == COUNTS[kind]
    assert not row.notes, row.notes
    assert row.slowest_s < torture.SLOW_S


def test_what_is_lost_is_found(tmp_path: Path) -> None:
    with Record.create(tmp_path / "a.game", torture_records.HEADER) as record:
        for number in (0, 2):
            record.append("move", 0.0, {"n": number}, {"after": torture_records.still(number)})
    with pytest.raises(torture_records.Lost, match=r"entries \[0, 2\]"):
        torture_records.check(tmp_path / "a.game", 0)


def test_a_failure_is_kept_and_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(data: bytes, folder: Path) -> None:
        raise KeyError("a fault")

    monkeypatch.setitem(torture_inputs.TARGETS, "json", broken)
    row = torture.run("fuzz-json", 3, 0, tmp_path)
    assert row.failed == 3
    assert "KeyError" in row.line()
    assert (tmp_path / "fuzz-json-0" / "input").read_bytes()


def test_the_seeds_are_good_inputs(tmp_path: Path) -> None:
    from arbiter.story.story import read_story

    torture_inputs.seeds("record", tmp_path)
    with Record.open(tmp_path / "seed.game", readonly=True) as record:
        steps = read_story(record).steps
    assert len(steps) > 5
    assert not any(step.problem for step in steps)
    for kind in torture_inputs.TARGETS:
        make = torture_inputs.inputs(kind, tmp_path)
        assert make(Random(1)) != make(Random(2))


def test_the_long_form_is_a_million_inputs() -> None:
    counts = torture.plan([], True, 1.0)
    assert sum(count for kind, count in counts.items() if kind.startswith("fuzz-")) == 1_000_000
    assert (counts["kill"], counts["soak"]) == (1000, 3 * 3600)
