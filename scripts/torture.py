"""Tries to break the arbiter, and says in a table what came of it: ``torture.py [KIND ...] [--long]``.

Kinds: ``kill``, ``power-cut``, ``full-disk``, ``changed-bytes`` (records, `parts.torture_records`),
``camera`` (`parts.torture_streams`), ``fuzz-KIND`` for every kind of input (`parts.torture_inputs`), and
``soak``; all of them by default. The short form takes a minute; ``--long`` takes 1,000 kills, 1,000,000
fuzzed inputs and 3 hours of soak. ``--share 0.1`` takes a tenth of either. Every trial depends on the seed
and its own number only; a failed one is printed with both, and its input is kept under ``--keep``. The exit
status is 1 when anything failed. ``--atheris KIND`` has atheris (if it is installed) search for inputs of a
kind for ``--seconds``.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.parts import torture_inputs, torture_records, torture_streams  # noqa: E402

SHORT = {"kill": 20, "power-cut": 20, "full-disk": 5, "changed-bytes": 40, "camera": 2, "soak": 0}
LONG = {"kill": 1000, "power-cut": 1000, "full-disk": 200, "changed-bytes": 2000, "camera": 200}
LONG["soak"] = 3 * 3600
FUZZED = {
    "text": 0.10, "json": 0.30, "calibration": 0.15, "colours": 0.10, "picture": 0.10, "typed": 0.22,
    "record": 0.01, "entries": 0.02,
}  # fmt: skip
"""The share of each kind among the fuzzed inputs."""
SHORT_FUZZ, LONG_FUZZ = 1500, 1_000_000
SLOW_S, LARGE_MB = 10.0, 1000.0
"""No input may take longer, or more memory."""
Trial = Callable[[Path, Random], None]


@dataclass
class Row:
    """What came of the trials of a kind."""

    kind: str
    trials: int = 0
    failed: int = 0
    seconds: float = 0.0
    slowest_s: float = 0.0
    peak_mb: float = 0.0
    notes: list[str] = field(default_factory=list)

    def line(self) -> str:
        """The row as it is printed."""
        note = self.notes[0][:70] if self.notes else ""
        return (
            f"| {self.kind:<16} | {self.trials:>9,} | {self.failed:>6,} | {self.seconds:>8.0f} "
            f"| {self.slowest_s:>9.2f} | {self.peak_mb:>7.0f} | {note}"
        )


HEAD = f"| {'kind':<16} | {'trials':>9} | failed | seconds  | slowest s | peak MB | first failure"


def fuzz(kind: str, folder: Path) -> Trial:
    """Trials that feed a target with mutated inputs."""
    make, target = torture_inputs.inputs(kind, folder), torture_inputs.TARGETS[kind]

    def trial(place: Path, dice: Random) -> None:
        data = make(dice)
        began = time.monotonic()
        try:
            target(data, place)
        except Exception:
            (place / "input").write_bytes(data)
            raise
        if time.monotonic() - began > SLOW_S:
            (place / "input").write_bytes(data)
            raise AssertionError(f"it took {time.monotonic() - began:.1f} s")

    return trial


def run(kind: str, count: int, seed: int, keep: Path, begin: int = 0) -> Row:
    """So many trials of a kind."""
    row, held_mb = Row(kind), torture_streams.resident_mb()
    with tempfile.TemporaryDirectory(prefix="torture-") as made:
        base = Path(made)
        fuzzed = kind.startswith("fuzz-")
        known = {**torture_records.TRIALS, "camera": torture_streams.camera}
        trial = fuzz(kind.removeprefix("fuzz-"), base) if fuzzed else known[kind]
        place = base / "trial"
        began = time.monotonic()
        for number in range(begin, begin + count):
            if not fuzzed or number % 1000 == 0:
                shutil.rmtree(place, ignore_errors=True)
            place.mkdir(exist_ok=True)
            at = time.monotonic()
            try:
                trial(place, Random(f"{seed}/{kind}/{number}"))
            except Exception as error:
                _failed(row, number, error, place, keep)
            row.trials += 1
            row.slowest_s = max(row.slowest_s, time.monotonic() - at)
        row.seconds = time.monotonic() - began
    row.peak_mb = torture_streams.resident_mb()
    if row.peak_mb - held_mb > LARGE_MB:
        row.notes.append(f"{row.peak_mb - held_mb:.0f} MB of memory")
        row.failed += 1
    return row


def _failed(row: Row, number: int, error: Exception, place: Path, keep: Path) -> None:
    row.failed += 1
    row.notes.append(f"number {number}: {type(error).__name__}: {' '.join(str(error).split())}")
    if row.failed <= 5:
        kept = keep / f"{row.kind}-{number}"
        shutil.copytree(place, kept, dirs_exist_ok=True)
        print(f"{row.kind} number {number} (kept in {kept}):\n{traceback.format_exc()}", flush=True)


def soak(seconds: float, keep: Path) -> Row:
    """The bundled game watched again and again."""
    row, began = Row("soak"), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="torture-") as folder:
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                found = torture_streams.soak(Path(folder), seconds, lambda line: print(line, file=sys.stderr))
            row.trials, row.failed, row.peak_mb = int(found["games"]), int(found["other"]), found["last_mb"]
            row.notes.append(f"{found['first_mb']:.0f} MB after one game, {found['last_mb']:.0f} at the end")
        except Exception as error:
            _failed(row, 0, error, Path(folder), keep)
    row.seconds = time.monotonic() - began
    return row


def search(kind: str, seconds: int) -> None:
    """Have atheris search for inputs that a target can't take; ends the program."""
    import atheris

    atheris.instrument_all()  # what is loaded already, too: half a minute
    target = torture_inputs.TARGETS[kind]
    folder = Path(tempfile.mkdtemp(prefix="torture-"))
    corpus = folder / "corpus"
    corpus.mkdir()
    for at, data in enumerate(torture_inputs.seeds(kind, folder) if kind != "text" else []):
        (corpus / str(at)).write_bytes(data)
    options = [f"-max_total_time={seconds}", "-rss_limit_mb=1500", "-timeout=10", "-max_len=100000"]
    atheris.Setup([sys.argv[0], *options, str(corpus)], lambda data: target(data, folder))
    atheris.Fuzz()


def plan(kinds: list[str], long: bool, share: float) -> dict[str, int]:
    """How many trials of each kind (seconds, for soak)."""
    counts = {**(LONG if long else SHORT)}
    whole = LONG_FUZZ if long else SHORT_FUZZ
    counts |= {f"fuzz-{kind}": round(whole * part) for kind, part in FUZZED.items()}
    wanted = kinds or [kind for kind, count in counts.items() if count]
    if unknown := [kind for kind in wanted if kind not in counts]:
        sys.exit(f"there is no {unknown[0]}; choose from: {', '.join(counts)}")
    return {kind: max(1, round(counts[kind] * share)) for kind in wanted}


def main(arguments: list[str] | None = None) -> int:
    """Run and report."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("kinds", nargs="*", metavar="KIND")
    options.add_argument("--long", action="store_true")
    options.add_argument("--share", type=float, default=1.0)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--begin", type=int, default=0, help="the first trial's number")
    options.add_argument("--keep", type=Path, default=Path("torture-failures"))
    options.add_argument("--json", type=Path, help="write the table to this file too")
    options.add_argument("--atheris", metavar="KIND")
    options.add_argument("--seconds", type=int, default=60)
    args = options.parse_args(arguments)
    if args.atheris:
        search(args.atheris, args.seconds)
    rows = []
    print(HEAD, flush=True)
    for kind, count in plan(args.kinds, args.long, args.share).items():
        row = soak(count, args.keep) if kind == "soak" else run(kind, count, args.seed, args.keep, args.begin)
        rows.append(row)
        print(row.line(), flush=True)
        if args.json:
            args.json.write_text(json.dumps([asdict(each) for each in rows], indent=1) + "\n", "utf-8")
    return 1 if any(row.failed for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
