"""Many games and pictures spread over a cluster of two workers, one of which is killed midway."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import LocalCluster

from arbiter.cli.main import main
from arbiter.review.spread import spread
from arbiter.words.exits import UserError
from tests.support.recorded_games import write_game

ROOT = Path(__file__).resolve().parents[3]
LOST = """
[Game "Initiative"]
[Rules "variant=basic"]
[Setup "near=Sred,Sgreen,Sgreen;far=Myellow,Syellow,Syellow;stack=blue,green,black,yellow,red;size=small"]
[Leader "near"]

1. near: Sgreen
2. far: Syellow
3. near: Sred
4. far: Syellow
5. far: Myellow
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    """Two workers, each a separate process with one thread."""
    with LocalCluster(2, threads_per_worker=1, dashboard_address=None, silence_logs=60) as running:
        yield running


def slow_square(number: int) -> tuple[int, int]:
    time.sleep(0.2)
    return number * number, os.getpid()


def test_without_a_cluster_it_is_done_here_in_order() -> None:
    assert [made for _, (made, _) in spread(slow_square, range(3))] == [0, 1, 4]


def test_what_a_killed_worker_had_is_done_by_another(cluster: LocalCluster) -> None:
    made, workers = dict[int, int](), set[int]()
    for number, (square, worker) in spread(slow_square, range(12), cluster.scheduler_address):
        if not made:
            os.kill(worker, signal.SIGKILL)
        made[number] = square
        workers.add(worker)
    assert made == {number: number * number for number in range(12)}
    assert len(workers) >= 2


def test_an_archive_is_solved_by_one_option_with_the_same_figures(
    cluster: LocalCluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_game(tmp_path / "illegal.game", "illegal")
    (tmp_path / "lost.txt").write_text(LOST)
    (tmp_path / "broken.game").write_bytes(b"no game")
    assert main(["statistics", str(tmp_path), "--solve", "--cluster", cluster.scheduler_address]) == 0
    there = capsys.readouterr().out
    assert main(["statistics", str(tmp_path), "--solve"]) == 0
    assert there == capsys.readouterr().out
    assert re.search(r"turning point .*lost.txt: .*Near player leads small red", there)
    assert there.startswith("2 games") and "not read" in there


def test_pictures_that_are_not_there_yet_are_rendered_on_the_cluster(
    cluster: LocalCluster, tmp_path: Path
) -> None:
    (tmp_path / "000000.json").write_text("{}")
    command = [sys.executable, "scripts/render.py", str(tmp_path), "--opengl", "--count", "2"]
    subprocess.run([*command, "--cluster", cluster.scheduler_address], cwd=ROOT, check=True)
    there = sorted(path.name for path in tmp_path.iterdir())
    assert there == ["000000.json", "000001.jpg", "000001.json"]
    assert json.loads((tmp_path / "000001.json").read_text())["units"]


def test_a_cluster_that_does_not_answer_is_told_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbiter.review.spread.PATIENCE_S", 1)
    with pytest.raises(UserError, match=r"no cluster answers at tcp://127\.0\.0\.1:9"):
        list(spread(slow_square, range(2), "tcp://127.0.0.1:9"))
    with pytest.raises(UserError, match="no cluster answers at nonsense"):
        list(spread(slow_square, range(2), "nonsense"))
