"""Watches rendered films and compares the arbiter's result with the acting.

    python scripts/films.py arbiter/samples/initiative-basic.mp4 films/*.mp4 [--records DIR] [--voice-out]
    python scripts/films.py --render films

Every film has its ground truth beside it (``scripts/film.py`` writes both); questions are answered with it.
There is one row per film and one for all (see ``parts.film_scores``), with the median time in seconds from
the hand's leaving to the announcement. Each row is followed by the differences and the slowest frame. The
exit code is 1 if anything is wrong, or worse than scripts/baselines/videos.json, which ``--write`` updates
for these films. ``--render`` first renders the missing films of TABLE into a folder (it needs the extra
``render``; some minutes per film), then watches them all.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from arbiter.record.record import Record  # noqa: E402
from arbiter.watch.options import WatchOptions  # noqa: E402
from arbiter.watch.timing import Stats  # noqa: E402
from arbiter.watch.watch import Parts, run  # noqa: E402
from datasets.acting.films import FILMS  # noqa: E402
from engine.game import Seat  # noqa: E402
from engine.games import find_game  # noqa: E402
from engine.initiative.model import Rules  # noqa: E402
from scripts.parts.baseline import FOLDER, settle  # noqa: E402
from scripts.parts.film_scores import HEADER, FilmScore, Step, scored, worse_than  # noqa: E402
from scripts.parts.renumbered import with_truth_names  # noqa: E402
from scripts.parts.truthful import Log, Reported, Truthful  # noqa: E402
from vision.source.opening import open_source  # noqa: E402
from vision.source.several import SeveralSources  # noqa: E402

BASELINE, RENDERER = FOLDER / "videos.json", ROOT / "scripts" / "film.py"
SAMPLES = ROOT / "arbiter" / "samples"
TABLE = (
    *("basic", "illegal", "sacrifice", "call", "pummel", "nickel", "sanctum"),
    *("logistics", "logistics-6", "logistics-10"),
    *("initiative-1", "advanced-1", "draft-3", "sanctum-1", "match-1"),
)
"""The films that ``--render`` makes, by their names in ``scripts/film.py``."""


@dataclass(frozen=True)
class Watched:
    """The arbiter's result for one film: the plies in order, the end of the last round, questions and
    sayings.

    ``totals`` are the points of all rounds by seat.
    """

    plies: tuple[Reported, ...]
    setup: str | None
    winner: str | None
    score: int | None
    totals: Mapping[str, int]
    stack: tuple[str, ...]
    questions: int
    notices: tuple[str, ...]
    said: tuple[str, ...]
    delays_s: tuple[float, ...]
    stats: Stats

    @property
    def steps(self) -> tuple[Step, ...]:
        """The plies for the comparison."""
        return tuple(each.step for each in self.plies)

    @property
    def rules_named(self) -> tuple[str, ...]:
        """The rule named for each ply that was called illegal."""
        return tuple(each.reading for each in self.plies if each.kind == "illegal")


def truth_of(film: Path) -> dict[str, Any]:
    """The film's ground truth."""
    return json.loads(film.with_suffix(".json").read_text("utf-8"))


def expected_steps(truth: Mapping[str, Any]) -> tuple[Step, ...]:
    """The acted plies."""
    return tuple((step["kind"], step["seat"], step["text"]) for step in truth["steps"])


def readings(truth: Mapping[str, Any]) -> tuple[str, ...]:
    """The rule that each step breaks, "" for legal ones; older films have it only in the round itself."""
    steps = truth["steps"]
    if "pieces" in truth:
        return tuple(step.get("reading", "") for step in steps)
    return tuple(visit.reading for visit in FILMS[truth["round"]]().acted.visits)[: len(steps)]


def rules_of(truth: Mapping[str, Any]) -> Any:
    """The rules of the game."""
    if "rules" in truth:
        return type(find_game(truth["game"].capitalize()).rules).from_json(truth["rules"])
    advanced = any(mark in step["text"] for step in truth["steps"] for mark in "/!(")
    return Rules.advanced() if advanced else Rules.basic()


def calibration_of(truth: Mapping[str, Any], record: Path) -> Path | None:
    """The film's own calibration, if any, in a file beside the record."""
    if "calibration" not in truth:
        return None
    target = record.with_name(f"{record.stem}-calibration.json")
    target.write_text(json.dumps(truth["calibration"]), "utf-8")
    return target


def watch(
    film: Path,
    record: Path,
    voice_out: Path | None = None,
    silent: bool = False,
    beside: Sequence[Path] = (),
) -> Watched:
    """Run the whole pipeline over a film, as ``arbiter watch`` does, and read its record.

    Questions are answered with the truth, or not at all if ``silent``; ``beside`` are films of the same game
    by other cameras.
    """
    truth, stats = truth_of(film), Stats()
    source = open_source(str(film))
    if beside:
        source = SeveralSources([source, *(open_source(str(other)) for other in beside)])
    options = WatchOptions(
        game=truth.get("game", "initiative"),
        source=source,
        players={Seat(seat): name for seat, name in truth["names"].items()},
        palette=truth.get("palette", "rainbow"),
        rules=rules_of(truth),
        rounds=truth.get("rounds", 1),
        record=record,
        voice=False,
        voice_out=voice_out,
        calibration=calibration_of(truth, record),
        headless=True,
        table=truth.get("table", {}),
    )
    try:
        people = (lambda own: own) if silent else (lambda own: Truthful(own, truth))
        run(options, Parts(tell=lambda line: None, session=people), stats)
    finally:
        source.close()
    return read(record, truth, stats)


def read(record: Path, truth: Mapping[str, Any], stats: Stats) -> Watched:
    """The arbiter's result, from its record."""
    opened = Record.open(record, readonly=True)
    entries = [(entry.kind, entry.data) for entry in opened.entries()]
    opened.close()
    if truth.get("game") == "sanctum" and "pieces" in truth:
        entries = with_truth_names(truth, entries)
    log = Log()
    for kind, data in entries:
        log.take(kind, data)
    setups = [data["setup"] for kind, data in entries if kind == "setup" and not data["problems"]]
    ends = [data for kind, data in entries if kind == "round_over"]
    over = ends[-1]["outcome"] if len(ends) == truth.get("rounds", 1) else {}
    stacks = [data["stack"] for kind, data in entries if kind in ("move", "amended") and data.get("stack")]
    score = over.get("score")
    return Watched(
        plies=tuple(log.plies),
        setup=setups[0].get("text") if setups else None,
        winner=over.get("winner"),
        score=score.get("total") if isinstance(score, dict) else None,
        totals=ends[-1]["totals"] if ends else {},
        stack=tuple(stacks[-1]) if stacks else (),
        questions=sum(kind == "question" for kind, _ in entries),
        notices=tuple(data["text"] for kind, data in entries if kind == "notice" and not data["over"]),
        said=tuple(data["text"] for kind, data in entries if kind == "said"),
        delays_s=delays(truth, stats),
        stats=stats,
    )


def delays(truth: Mapping[str, Any], stats: Stats) -> tuple[float, ...]:
    """Seconds from each hand's leaving to the next announcement, including processing."""
    found = []
    visits = sorted({(each["hand_in_s"], each["hand_out_s"]) for each in truth["steps"]})
    for (_, out), (end, _) in pairwise([*visits, (float("inf"), 0.0)]):
        first = next((h for h in stats.handovers if out <= h.frame.time_s < end), None)
        if first is not None:
            found.append(first.since(out))
    return tuple(found)


def faults(truth: Mapping[str, Any], seen: Watched) -> list[str]:
    """The differences between the result and the acting; empty if exact."""
    wanted, found = expected_steps(truth), []
    for number, (want, have) in enumerate(zip(wanted, seen.steps, strict=False), 1):
        if want != have:
            found.append(f"step {number}: acted {' '.join(want)}, understood {' '.join(have)}")
    if len(wanted) != len(seen.steps):
        found.append(f"{len(wanted)} steps were acted, {len(seen.steps)} understood")
    if "setup" in truth and truth["setup"] != seen.setup:
        found.append(f"set-up: {truth['setup']}, understood {seen.setup}")
    for name, have in (("winner", seen.winner), ("score", seen.score)):
        if truth.get(name) not in (None, have):
            found.append(f"{name}: {truth[name]}, understood {have}")
    if truth.get("totals", seen.totals) != seen.totals:
        found.append(f"totals: {truth['totals']}, understood {seen.totals}")
    if "final_stack" in truth and tuple(truth["final_stack"]) != seen.stack:
        found.append(f"last stack: {' '.join(truth['final_stack'])}, understood {' '.join(seen.stack)}")
    return found


def score(truth: Mapping[str, Any], seen: Watched) -> FilmScore:
    """A film's row of the table."""
    counts = scored(expected_steps(truth), readings(truth), seen.plies)
    return replace(counts, questions=seen.questions, notices=len(seen.notices), delays_s=seen.delays_s)


def timing(stats: Stats) -> list[str]:
    """The slowest frame, and the work that was skipped for lack of time."""
    lines = [f"left out in {frames} frames: {what}" for what, frames in stats.cut.most_common()]
    if stats.worst is not None:
        worst, busiest = stats.worst, max(stats.frames, key=lambda frame: frame.cpu_s)
        parts = f"{1e3 * worst.look_s:.0f} looking, {1e3 * worst.judge_s:.0f} judging"
        lines.append(f"worst frame: {1e3 * worst.total_s:.0f} ms at {worst.time_s:.1f} s: {parts}")
        lines.append(f"most work: {1e3 * busiest.cpu_s:.0f} ms of all cores at {busiest.time_s:.1f} s")
    return lines


def table(
    films: Sequence[Path],
    records: Path | None = None,
    voice_out: bool = False,
    write: bool = False,
    silent: bool = False,
) -> int:
    """Watch films and print the table; 1 if anything is wrong or worse than the baseline."""
    print(HEADER, flush=True)
    total, worst = FilmScore(), 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = records or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for number, film in enumerate(films, 1):
            name = film.stem if records else f"{number}-{film.stem}"
            record, sound = folder / f"{name}.game", folder / f"{name}.wav" if voice_out else None
            truth, seen = truth_of(film), watch(film, record, sound, silent)
            one, wrong = score(truth, seen), faults(truth, seen)
            total, worst = total + one, worst or int(bool(wrong) or not one.perfect)
            print(one.row(film.stem), flush=True)
            for line in [*wrong, *(f"notice: {notice}" for notice in seen.notices), *timing(seen.stats)]:
                print(f"  {line}", flush=True)
            about = {"plies": one.plies, "frames": truth["frames"]}
            if not silent:
                worst = max(worst, settle(BASELINE, one.figures(), worse_than, write, about, known_as(film)))
    print(total.row("total"), flush=True)
    return worst


def known_as(film: Path) -> str:
    """The film's name in the baseline: one that comes with the arbiter may be another than that of TABLE."""
    return f"sample-{film.stem}" if film.resolve().parent == SAMPLES else film.stem


def render_missing(folder: Path) -> list[Path]:
    """The films of TABLE in a folder; missing ones are rendered."""
    films = [folder / f"{name}.mp4" for name in TABLE]
    for film in films:
        if not film.with_suffix(".json").exists():  # it is written after the film
            subprocess.run([sys.executable, RENDERER, film.stem, "-o", film, "--hand-spp", "0"], check=True)
    return films


def main() -> int:
    """Watch the films and print a row for each."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("films", type=Path, nargs="*")
    parser.add_argument("--render", type=Path, help="render the films of the table into this folder")
    parser.add_argument("--records", type=Path, help="keep the records in this folder")
    parser.add_argument("--voice-out", action="store_true", help="keep the sound beside the records")
    parser.add_argument(
        "--silent", action="store_true", help="nobody answers; not compared with the baseline"
    )
    parser.add_argument("--write", action="store_true", help="write the baseline instead of comparing")
    options = parser.parse_args()
    films = [*options.films, *(render_missing(options.render) if options.render else ())]
    if not films:
        parser.error("name films, or a folder to --render the films of the table into")
    return table(films, options.records, options.voice_out, options.write, options.silent)


if __name__ == "__main__":
    sys.exit(main())
