"""Training for days, shortened to seconds: rounds, resuming, the log and its curve. Needs ``train``."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support.drawn_table import save_example

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from scripts.learn import figures_of  # noqa: E402
from vision.observe.units import MODEL_FOLDER  # noqa: E402
from vision.training.background import in_background  # noqa: E402
from vision.training.curve import curve  # noqa: E402
from vision.training.learning import Course, begin, due, learn_round, log_lines  # noqa: E402
from vision.training.reader_train import Plan, train  # noqa: E402

SECONDS = 1.5


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_example(tmp_path_factory.mktemp("samples"))


def course(run: Path, samples: Path, *networks: str) -> Course:
    return Course(run, (samples,), networks or ("reader",), SECONDS / 60)


def test_rounds_go_on_from_the_checkpoint_and_from_the_exports(samples: Path, tmp_path: Path) -> None:
    def figures(models: Path) -> dict[str, float]:
        return figures_of(models, samples)

    run = course(tmp_path / "run", samples)
    begin(run, figures)
    shipped = (run.models / "reader.onnx").read_bytes()
    first, second = (learn_round(run, figures) for _ in range(2))
    assert 0 < first["steps"] < second["steps"]
    assert second["hours"] == pytest.approx(2 * SECONDS / 3600, abs=2e-4)
    assert (run.models / "reader.onnx").read_bytes() != shipped
    assert (run.models / "bands.onnx").read_bytes() == (MODEL_FOLDER / "bands.onnx").read_bytes()
    lines = log_lines(run.run)
    assert [line["network"] for line in lines] == ["start", "reader", "reader"]
    assert lines[0]["figures"]["unit_recall"] == figures(MODEL_FOLDER)["unit_recall"]
    drawn = ElementTree.fromstring(curve(lines))
    assert len(drawn.findall(".//{*}circle")) >= 3 * 5

    elsewhere = course(tmp_path / "elsewhere", samples)
    shutil.copytree(run.models, elsewhere.models)
    shutil.copy(run.run / "log.jsonl", elsewhere.run)
    third = learn_round(elsewhere, lambda models: {})
    assert third["hours"] == pytest.approx(3 * SECONDS / 3600, abs=2e-4)


def test_a_round_that_was_cut_off_is_ended_before_another_begins(samples: Path, tmp_path: Path) -> None:
    run = course(tmp_path, samples, "finder", "reader")
    begin(run, lambda models: {})
    assert due(run) == "finder"
    start = MODEL_FOLDER / "reader.onnx"
    train(Plan((samples,), run.checkpoint("reader"), 1 / 60, threads=1, start=start))
    saved = torch.load(run.checkpoint("reader"), weights_only=True)
    assert due(run) == "reader", "trained, but neither exported nor evaluated"
    line = learn_round(run, lambda models: {"unit_recall": 0.5})
    assert (line["network"], line["steps"]) == ("reader", saved["steps"]), "the round is over: no step more"
    assert due(run) == "finder"

    torch.save({**saved, "steps": saved["steps"] + 5, "share": 0.999999}, run.checkpoint("reader"))
    assert due(run) == "reader"
    more = learn_round(run, lambda models: {})["steps"] - saved["steps"]
    assert 5 <= more <= 6, "only what was left of the round"


def test_a_line_of_the_log_that_was_cut_off_is_left_out(tmp_path: Path) -> None:
    line = {"network": "reader", "steps": 3, "hours": 1.0, "figures": {"size": 0.9}}
    (tmp_path / "log.jsonl").write_text(json.dumps(line) + '\n{"network": "rea')
    assert log_lines(tmp_path) == [line]


def test_without_samples_it_says_so_in_a_line(tmp_path: Path) -> None:
    empty = Course(tmp_path / "run", (tmp_path,))
    with pytest.raises(SystemExit, match=r"no samples to train on yet \(make some: scripts/render.py\)"):
        begin(empty, lambda models: {})
    assert not empty.run.exists()


def test_work_in_the_background_gives_way(tmp_path: Path) -> None:
    told, group = tmp_path / "told", Path("/proc/self/autogroup")
    asked = f"nice > {told}; cat {group} >> {told}" if group.exists() else f"nice > {told}"
    assert in_background(os.system, asked, niceness=5) == 0  # the lowest is slow while other tests run
    assert told.read_text().split()[0] == str(min(os.nice(0) + 5, 19))
    assert not group.exists() or told.read_text().strip().endswith("nice 5")
    assert in_background(os.nice, "no number", niceness=5) == 1
