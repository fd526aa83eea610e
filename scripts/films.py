"""Watches rendered films and compares what the arbiter understood with what was acted.

    python scripts/films.py arbiter/samples/initiative-basic.mp4 films/*.mp4 [--records DIR] [--voice-out]

Every film has its ground truth beside it (``scripts/film.py`` writes both). One row a film: steps right,
missed or wrong, questions, the score, and the seconds from the hand's leaving to the announcement. Exit
code 1 if any film is not understood exactly.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from arbiter.options import WatchOptions  # noqa: E402
from arbiter.record import Record  # noqa: E402
from arbiter.watch import Parts, run  # noqa: E402
from arbiter.watch_stats import Stats  # noqa: E402
from engine.initiative import Rules, Seat  # noqa: E402
from vision.source import open_source  # noqa: E402

Step = tuple[str, str, str]
"""What was done (``play``, ``illegal``, ``take_back``), by which seat, and the play as typed."""


@dataclass(frozen=True)
class Watched:
    """What came of one film: the steps in order, the score, and what was asked and said."""

    steps: tuple[Step, ...]
    winner: str | None
    score: int | None
    stack: tuple[str, ...]
    questions: int
    notices: tuple[str, ...]
    rules_named: tuple[str, ...]
    said: tuple[str, ...]
    delays_s: tuple[float, ...]
    stats: Stats


def truth_of(film: Path) -> dict[str, Any]:
    """The film's ground truth."""
    return json.loads(film.with_suffix(".json").read_text("utf-8"))


def expected_steps(truth: dict[str, Any]) -> tuple[Step, ...]:
    """What was acted."""
    return tuple((step["kind"], step["seat"], step["text"]) for step in truth["steps"])


def watch(film: Path, record: Path, voice_out: Path | None = None) -> Watched:
    """Runs the whole pipeline over a film, as ``arbiter watch`` does, and reads its record."""
    truth, stats = truth_of(film), Stats()
    advanced = any(mark in step["text"] for step in truth["steps"] for mark in "/!(")
    source = open_source(str(film))
    options = WatchOptions(
        game="initiative",
        source=source,
        players={Seat(seat): name for seat, name in truth["names"].items()},
        palette="rainbow",
        rules=Rules.advanced() if advanced else Rules.basic(),
        rounds=1,
        record=record,
        voice=False,
        voice_out=voice_out,
        headless=True,
    )
    try:
        run(options, Parts(tell=lambda line: None), stats)
    finally:
        source.close()
    return read(record, truth, stats)


def read(record: Path, truth: dict[str, Any], stats: Stats) -> Watched:
    """What a record holds."""
    opened = Record.open(record, readonly=True)
    entries = [(entry.kind, entry.data) for entry in opened.entries()]
    opened.close()
    steps: dict[int, Step] = {}
    for number, (kind, data) in enumerate(entries):
        if kind == "move":
            steps[number] = ("play" if data["legal"] else "illegal", data["seat"], data["text"])
        elif kind == "take_back":
            steps[number] = ("take_back", data["seat"], data["text"])
        elif kind == "amended":
            last = max(n for n, step in steps.items() if step[2] == data["before"])
            steps[last] = (steps[last][0], data["seat"], data["text"])
    over = next((data["outcome"] for kind, data in entries if kind == "round_over"), {})
    stacks = [data["stack"] for kind, data in entries if kind in ("move", "amended") and data.get("stack")]
    return Watched(
        steps=tuple(steps.values()),
        winner=over.get("winner"),
        score=(over.get("score") or {}).get("total"),
        stack=tuple(stacks[-1]) if stacks else (),
        questions=sum(kind == "question" for kind, _ in entries),
        notices=tuple(data["text"] for kind, data in entries if kind == "notice"),
        rules_named=tuple(data["reading"] for kind, data in entries if kind == "move" and not data["legal"]),
        said=tuple(data["text"] for kind, data in entries if kind == "said"),
        delays_s=delays(truth, stats),
        stats=stats,
    )


def delays(truth: dict[str, Any], stats: Stats) -> tuple[float, ...]:
    """Seconds from each hand's leaving to the first announcement after it, work included."""
    found = []
    for step, following in zip(truth["steps"], [*truth["steps"][1:], None], strict=True):
        end = following["hand_in_s"] if following else float("inf")
        first = next((h for h in stats.handovers if step["hand_out_s"] <= h.frame.time_s < end), None)
        if first is not None:
            found.append(first.since(step["hand_out_s"]))
    return tuple(found)


def faults(truth: dict[str, Any], seen: Watched) -> list[str]:
    """How what was understood differs from what was acted; empty when it is exact."""
    wanted, found = expected_steps(truth), []
    for number, (want, have) in enumerate(zip(wanted, seen.steps, strict=False), 1):
        if want != have:
            found.append(f"step {number}: acted {' '.join(want)}, understood {' '.join(have)}")
    if len(wanted) != len(seen.steps):
        found.append(f"{len(wanted)} steps were acted, {len(seen.steps)} understood")
    for name, have in (("winner", seen.winner), ("score", seen.score)):
        if truth[name] != have:
            found.append(f"{name}: {truth[name]}, understood {have}")
    if tuple(truth["final_stack"]) != seen.stack:
        found.append(f"last stack: {' '.join(truth['final_stack'])}, understood {' '.join(seen.stack)}")
    return found


def main() -> int:
    """Watch the films and print a row for each."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("films", type=Path, nargs="+")
    parser.add_argument("--records", type=Path, help="keep the records in this folder")
    parser.add_argument("--voice-out", action="store_true", help="keep the sound beside the records")
    options = parser.parse_args()
    worst = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.records or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for film in options.films:
            record = folder / f"{film.stem}.game"
            sound = folder / f"{film.stem}.wav" if options.voice_out else None
            truth, seen = truth_of(film), watch(film, record, sound)
            wrong = faults(truth, seen)
            worst = worst or int(bool(wrong))
            delay = f"{statistics.median(seen.delays_s):.2f} s" if seen.delays_s else "none"
            print(
                f"{film.stem}: {len(seen.steps)} of {len(truth['steps'])} steps, {len(wrong)} faults, "
                f"{seen.questions} questions, rules named {list(seen.rules_named)}, "
                f"{seen.winner} {seen.score}, announced after {delay} (median)",
                flush=True,
            )
            for line in [*wrong, *(f"notice: {notice}" for notice in seen.notices)]:
                print(f"  {line}", flush=True)
    return worst


if __name__ == "__main__":
    sys.exit(main())
