"""Learning that goes on for days: rounds of training, each ended by an export, its evaluation and a line of
figures.

A run is a folder: ``NAME.pt`` are checkpoints with the optimiser's state, written every minute; ``models``
holds the last exports of all networks; ``log.jsonl`` has a line a round. Whatever is cut off goes on where
it was: in the middle of a round from the checkpoint, after it with what is left of it to do, and where
checkpoints are missing (on another machine) from the exports.
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

from vision.observe.pipeline import MODEL_FOLDER
from vision.training import calibrate, export, finder_train, quantise, reader_train
from vision.training.samples import held_out, list_samples, training_samples

TRAINERS = {"reader": reader_train, "finder": finder_train}
LOG = "log.jsonl"
START = "start"
"""What the log's first line names instead of a network: the figures before any training."""
Figures = dict[str, float]


@dataclass(frozen=True)
class Course:
    """What is learnt in the folder ``run``, and how; a round takes ``minutes`` of processor time (what runs
    in the background may wait for long), in which the rate falls from ``rate`` to nothing. Each of the
    ``folders`` of samples, which may grow, counts as much as the others.
    """

    run: Path
    folders: tuple[Path, ...]
    networks: tuple[str, ...] = tuple(TRAINERS)
    minutes: float = 60.0
    rate: float = 5e-4
    threads: int = 1

    @property
    def models(self) -> Path:
        """The folder of the last exports."""
        return self.run / "models"

    def checkpoint(self, network: str) -> Path:
        """Where the network's training stands."""
        return self.run / f"{network}.pt"


def log_lines(run: Path) -> list[dict[str, Any]]:
    """The rounds so far, oldest first; a line that was cut off is left out."""
    path, lines = run / LOG, []
    for text in path.read_text("utf-8").splitlines() if path.exists() else ():
        try:
            lines.append(json.loads(text))
        except ValueError:
            print(f"{path}: left out a line that was cut off", flush=True)
    return lines


def begin(course: Course, evaluate: Callable[[Path], Figures]) -> None:
    """Make the run's folder, with the shipped models and their figures, if it is new. Raises SystemExit in
    one line when there is nothing to train on.
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
        _note(course, START, 0, 0.0, evaluate(course.models))


def _note(course: Course, network: str, steps: int, hours: float, figures: Figures) -> dict[str, Any]:
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


def _stands(checkpoint: Path) -> tuple[int, float]:
    """Steps done, and the share of the round that is done: 0, 0 without a checkpoint."""
    if not checkpoint.exists():
        return 0, 0.0
    saved = torch.load(checkpoint, weights_only=True, mmap=True)
    return int(saved["steps"]), float(saved["share"])


def due(course: Course) -> str:
    """The network whose round is to be ended, or the one with the fewest rounds."""
    lines = log_lines(course.run)
    rounds = {name: [line for line in lines if line["network"] == name] for name in course.networks}
    for name in course.networks:
        steps, _ = _stands(course.checkpoint(name))
        if steps > (rounds[name][-1]["steps"] if rounds[name] else 0):
            return name
    return min(course.networks, key=lambda name: len(rounds[name]))


def learn_round(course: Course, evaluate: Callable[[Path], Figures]) -> dict[str, Any]:
    """Train the network that is due for what is left of its round, export it, evaluate the folder of models
    and append the line to the log, which is returned.
    """
    name = due(course)
    checkpoint, start = course.checkpoint(name), course.models / f"{name}.onnx"
    before = [line for line in log_lines(course.run) if line["network"] == name]
    steps, share = _stands(checkpoint)
    if share < 1 or (before and steps <= before[-1]["steps"]):
        more = {"finder": course.models / "finder.onnx"} if name == "reader" else {}
        plan = TRAINERS[name].Plan(
            course.folders, checkpoint, course.minutes,
            rate=course.rate, threads=course.threads, start=start,
            evenly=True, clock=time.process_time, **more,
        )  # fmt: skip
        TRAINERS[name].train(plan, checkpoint if checkpoint.exists() else None)
    exported(course, name)
    hours = (before[-1]["hours"] if before else 0.0) + course.minutes / 60
    return _note(course, name, _stands(checkpoint)[0], hours, evaluate(course.models))


def exported(course: Course, name: str) -> None:
    """Put the network's averaged weights among the run's models, as they are shipped.

    A reader's 8-bit convolutions and temperatures need samples that are kept out of training; without any
    its export stays in float32, with the temperatures of before.
    """
    following = course.run / "following"
    shutil.copytree(course.models, following, dirs_exist_ok=True)
    model, finder = following / f"{name}.onnx", following / "finder.onnx"
    getattr(export, f"export_{name}")(course.checkpoint(name), model)
    kept = _kept(course.folders)
    if name == "finder":
        quantise.halve(model)
    if kept and name == "reader":
        quantise.quantise(model, quantise.reader_feeds(kept, finder))
        calibrate.calibrate(model, kept, finder)
    for path in sorted(following.iterdir()):
        path.replace(course.models / path.name)
    following.rmdir()


def _kept(folders: Sequence[Path]) -> tuple[Path, ...]:
    """The folders with samples that are kept out of training."""
    return tuple(folder for folder in folders if any(held_out(path) for path in list_samples(folder)))
