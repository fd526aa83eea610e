"""Training for days, in rounds: each ends with an export, an evaluation and a line of figures in the log.

A run is a folder: ``NAME.pt`` are checkpoints with the optimiser's state, written every minute; ``models``
holds the latest exports of all networks; ``log.jsonl`` has a line per round. After any interruption the run
resumes: within a round from the checkpoint, after the training of a round with its export and evaluation, and
without checkpoints (on another machine) from the exports.
"""

from __future__ import annotations

import json
import math
import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import torch

from vision.observe.units import MODEL_FOLDER
from vision.training import calibrate, export, finder_train, quantise, reader_train
from vision.training.samples import held_out, list_samples, training_samples

TRAINERS = {"reader": reader_train, "finder": finder_train}
LOG = "log.jsonl"
START = "start"
"""The network's name in the log's first line, which has the figures before any training."""
Figures = dict[str, float]


@dataclass(frozen=True)
class Course:
    """What to train in the folder ``run``, and how.

    A round takes ``minutes`` of processor time (not wall clock time, because a background process may wait
    for long), while the learning rate falls from ``rate`` to almost nothing. The ``folders`` of samples,
    which may grow, have equal weights.
    """

    run: Path
    folders: tuple[Path, ...]
    networks: tuple[str, ...] = tuple(TRAINERS)
    minutes: float = 60.0
    rate: float = 5e-4
    threads: int = 1

    @property
    def models(self) -> Path:
        """The folder of the latest exports."""
        return self.run / "models"

    def checkpoint(self, network: str) -> Path:
        """The network's checkpoint."""
        return self.run / f"{network}.pt"


def log_lines(run: Path) -> list[dict[str, Any]]:
    """The log's lines, oldest first, without truncated ones."""
    path, lines = run / LOG, []
    for text in path.read_text("utf-8").splitlines() if path.exists() else ():
        try:
            lines.append(json.loads(text))
        except ValueError:
            print(f"{path}: left out a line that was cut off", flush=True)
    return lines


def begin(course: Course, evaluate: Callable[[Path], Figures]) -> None:
    """Create the run's folder, with the shipped models and their figures, unless it exists. Raises SystemExit
    with one line if there are no training samples.
    """
    if not any(training_samples(folder) for folder in course.folders):
        names = " ".join(str(folder) for folder in course.folders)
        raise SystemExit(f"{names}: no samples to train on yet (make some: scripts/render.py)")
    course.run.mkdir(parents=True, exist_ok=True)
    if not course.models.exists():
        copied = course.run / "copied"
        shutil.copytree(MODEL_FOLDER, copied, dirs_exist_ok=True)
        copied.replace(course.models)
    if not log_lines(course.run):
        _append_line(course, START, 0, 0.0, evaluate(course.models))


def _append_line(course: Course, network: str, steps: int, hours: float, figures: Figures) -> dict[str, Any]:
    """Append a line to the log, and return it."""
    line = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "network": network,
        "steps": steps,
        "hours": round(hours, 4),
        "pictures": sum(len(training_samples(folder)) for folder in course.folders),
        "figures": {name: round(value, 4) for name, value in figures.items() if math.isfinite(value)},
    }
    with (course.run / LOG).open("a", encoding="utf-8") as log:
        log.write(json.dumps(line) + "\n")
    return line


def progress(checkpoint: Path) -> tuple[int, float]:
    """The number of steps done, and the share (0..1) of the round that is done; 0, 0 without a checkpoint."""
    if not checkpoint.exists():
        return 0, 0.0
    saved = torch.load(checkpoint, weights_only=True, mmap=True)
    return int(saved["steps"]), float(saved["share"])


def due(course: Course) -> str:
    """The network with an unfinished round, otherwise the one with the fewest rounds."""
    lines = log_lines(course.run)
    rounds = {name: [line for line in lines if line["network"] == name] for name in course.networks}
    for name in course.networks:
        steps, _ = progress(course.checkpoint(name))
        if steps > (rounds[name][-1]["steps"] if rounds[name] else 0):
            return name
    return min(course.networks, key=lambda name: len(rounds[name]))


def learn_round(course: Course, evaluate: Callable[[Path], Figures]) -> dict[str, Any]:
    """Train the network that is due for the rest of its round, export it, evaluate the folder of models, and
    append a line to the log; returns this line.
    """
    name = due(course)
    checkpoint, start = course.checkpoint(name), course.models / f"{name}.onnx"
    before = [line for line in log_lines(course.run) if line["network"] == name]
    steps, share = progress(checkpoint)
    if share < 1 or (before and steps <= before[-1]["steps"]):
        options = {"finder": course.models / "finder.onnx"} if name == "reader" else {}
        plan = TRAINERS[name].Plan(
            course.folders, checkpoint, course.minutes,
            rate=course.rate, threads=course.threads, start=start,
            evenly=True, clock=time.process_time, **options,
        )  # fmt: skip
        TRAINERS[name].train(plan, checkpoint if checkpoint.exists() else None)
    export_network(course, name)
    hours = (before[-1]["hours"] if before else 0.0) + course.minutes / 60
    return _append_line(course, name, progress(checkpoint)[0], hours, evaluate(course.models))


def export_network(course: Course, name: str) -> None:
    """Export the network's averaged weights to the run's models, in the form in which they are shipped.

    A reader's 8-bit convolutions and temperatures need held-out samples; without any it stays in float32,
    with the previous temperatures.
    """
    following = course.run / "following"
    shutil.copytree(course.models, following, dirs_exist_ok=True)
    model, finder = following / f"{name}.onnx", following / "finder.onnx"
    getattr(export, f"export_{name}")(course.checkpoint(name), model)
    calibrating = _with_held_out(course.folders)
    if name == "finder":
        quantise.halve(model)
    if calibrating and name == "reader":
        quantise.quantise(model, quantise.reader_feeds(calibrating, finder))
        calibrate.calibrate(model, calibrating, finder)
    for path in sorted(following.iterdir()):
        path.replace(course.models / path.name)
    following.rmdir()


def _with_held_out(folders: Sequence[Path]) -> tuple[Path, ...]:
    """The folders that have held-out samples."""
    return tuple(folder for folder in folders if any(held_out(path) for path in list_samples(folder)))
