"""Tries to break the arbiter, and prints a table of the results: ``torture.py [KIND ...] [--long]``.

Kinds: ``kill``, ``kill-at-write``, ``power-cut``, ``full-disk``, ``changed-bytes`` (records,
`parts.torture_records`), ``camera`` (`parts.torture_streams`), ``fuzz-KIND`` for every kind of input
(`parts.torture_inputs`), and ``soak``; all of them by default. The short form takes a minute; ``--long``
has 1,000 kills, 1,000,000 fuzzed inputs, a minute of atheris (if installed) for every kind of input,
``search-KIND`` (`parts.torture_search`), and 3 hours of soak. ``--share 0.1`` runs a tenth of either. Every
trial depends only on the seed and its number, which are printed if it fails; its input is stored in the
folder ``--keep``. The exit status is 1 if anything failed.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")  # as the command line does, before OpenCV loads

from scripts.parts import torture_inputs, torture_records, torture_search, torture_streams  # noqa: E402

SHORT = {
    "kill": 20, "kill-at-write": 20, "power-cut": 20, "full-disk": 5, "changed-bytes": 40, "camera": 2,
    "soak": 0,
}  # fmt: skip
LONG = {
    "kill": 1000, "kill-at-write": 1000, "power-cut": 1000, "full-disk": 200, "changed-bytes": 2000,
    "camera": 200, "soak": 3 * 3600,
}  # fmt: skip
"""Trials of each kind; seconds of soak."""
FUZZED = {
    "text": 0.10, "json": 0.19, "calibration": 0.12, "colours": 0.10, "picture": 0.10, "typed": 0.17,
    "record": 0.01, "entries": 0.02, "moves": 0.06, "options": 0.01, "request": 0.04, "phrases": 0.01,
    "film": 0.038, "stream": 0.002, "shapes": 0.003, "notes": 0.01, "broker": 0.01, "home": 0.003,
    "hall": 0.002, "frames": 0.002,
}  # fmt: skip
"""Share of each kind among the fuzzed inputs."""
SHORT_FUZZ, LONG_FUZZ = 1500, 1_000_000
SEARCH_S = 60
"""Seconds of atheris for each kind of input."""
SLOW_S, LARGE_MB = 10.0, 1000.0
"""Limits of processor time and memory for an input."""
WAIT_S = 300.0
MEMORY = Path("/dev/shm")
"""Folder of fuzzed files, in memory if possible: a disk takes twenty times as long, and is not under test."""
Trial = Callable[[Path, Random], None]


@dataclass
class Row:
    """The result of one kind of trials; ``slowest_s`` is processor time, ``seconds`` wall clock time."""

    kind: str
    trials: int = 0
    failed: int = 0
    seconds: float = 0.0
    slowest_s: float = 0.0
    peak_mb: float = 0.0
    notes: list[str] = field(default_factory=list)
    memory_mb: list[float] = field(default_factory=list)
    """After each game of a soak."""

    def line(self) -> str:
        """The row for printing."""
        note = self.notes[0][:70] if self.notes else ""
        return (
            f"| {self.kind:<16} | {self.trials:>9,} | {self.failed:>6,} | {self.seconds:>8.0f} "
            f"| {self.slowest_s:>9.2f} | {self.peak_mb:>7.0f} | {note}"
        )


HEAD = f"| {'kind':<16} | {'trials':>9} | failed | seconds  | slowest s | peak MB | first failure"


def fuzz(kind: str, folder: Path) -> Trial:
    """A trial that gives mutated inputs to a target, with a limit of time."""
    make, target = torture_inputs.inputs(kind, folder), torture_inputs.TARGETS[kind]

    def trial(place: Path, dice: Random) -> None:
        data = make(dice)
        began = time.process_time()
        try:
            with _time_limit():
                target(data, place)
            if time.process_time() - began > SLOW_S:
                raise AssertionError(f"it took {time.process_time() - began:.1f} s")
        except Exception:
            (place / "input").write_bytes(data)
            raise

    return trial


@contextlib.contextmanager
def _time_limit() -> Iterator[None]:
    """Interrupt the work inside after three times its limit, on systems with alarms."""

    def interrupt(number: int, frame: object) -> None:
        raise AssertionError(f"it took more than {3 * SLOW_S:.0f} s of work, or {WAIT_S:.0f} s of waiting")

    if not hasattr(signal, "setitimer"):
        yield
        return
    bounds = ((signal.ITIMER_PROF, signal.SIGPROF, 3 * SLOW_S), (signal.ITIMER_REAL, signal.SIGALRM, WAIT_S))
    before = [signal.signal(called, interrupt) for _, called, _ in bounds]
    for timer, _, seconds in bounds:
        signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        for (timer, called, _), old in zip(bounds, before, strict=True):
            signal.setitimer(timer, 0)
            signal.signal(called, old)


@contextlib.contextmanager
def _captured_stderr() -> Iterator[Callable[[], str]]:
    """Redirect the error stream inside to a file; yields a function that returns what was written since its
    last call.
    """
    sys.stderr.flush()
    kept = os.dup(2)
    with tempfile.TemporaryFile() as errors:
        os.dup2(errors.fileno(), 2)

        def content() -> str:
            size = os.fstat(2).st_size
            if not size:
                return ""
            text = os.pread(errors.fileno(), 300, 0).decode("utf-8", "replace")
            os.ftruncate(errors.fileno(), 0)
            os.lseek(errors.fileno(), 0, os.SEEK_SET)
            return text

        try:
            yield content
        finally:
            os.dup2(kept, 2)
            os.close(kept)


def run(kind: str, count: int, seed: int, keep: Path, begin: int = 0) -> Row:
    """Run ``count`` trials of a kind."""
    row, held_mb = Row(kind), torture_streams.peak_mb(anew=True)
    fuzzed = kind.startswith("fuzz-")
    in_memory = str(MEMORY) if fuzzed and MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="torture-", dir=in_memory) as made, ExitStack() as stack:
        base = Path(made)
        known = {**torture_records.TRIALS, "camera": torture_streams.camera}
        trial = fuzz(kind.removeprefix("fuzz-"), base) if fuzzed else known[kind]
        stderr_text = stack.enter_context(_captured_stderr()) if fuzzed else lambda: ""
        place = base / "trial"
        began = time.monotonic()
        for number in range(begin, begin + count):
            if not fuzzed or number % 1000 == 0:
                shutil.rmtree(place, ignore_errors=True)
            place.mkdir(exist_ok=True)
            at = time.process_time()
            try:
                trial(place, Random(f"{seed}/{kind}/{number}"))
                if text := stderr_text():
                    raise AssertionError(f"a library says: {text}")
            except Exception as error:
                _failed(row, number, error, place, keep)
            row.trials += 1
            row.slowest_s = max(row.slowest_s, time.process_time() - at)
        row.seconds = time.monotonic() - began
    row.peak_mb = torture_streams.peak_mb()
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
    """Watch the bundled game repeatedly."""
    row, began = Row("soak"), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="torture-") as folder:
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                found = torture_streams.soak(Path(folder), seconds, lambda line: print(line, file=sys.stderr))
            row.trials, row.failed, row.memory_mb = len(found.memory_mb), found.other, found.memory_mb
            row.peak_mb, parts = max(found.memory_mb), [0.0, 0.25, 0.5, 0.75, 1.0]
            over_time = [found.memory_mb[round(part * (row.trials - 1))] for part in parts]
            row.notes.append(
                f"{found.film_s / 3600:.2f} h of film; MB: {', '.join(f'{mb:.0f}' for mb in over_time)}"
            )
        except Exception as error:
            _failed(row, 0, error, Path(folder), keep)
    row.seconds = time.monotonic() - began
    return row


def search(kind: str, seconds: int, seed: int, keep: Path) -> Row:
    """Let atheris search for some seconds."""
    began = time.monotonic()
    found = torture_search.search(kind.removeprefix("search-"), seconds, seed, keep)
    notes = [found.failure or f"{found.reached} places of the program reached"]
    return Row(kind, found.runs, int(bool(found.failure)), time.monotonic() - began, notes=notes)


def plan(kinds: list[str], long: bool, share: float) -> dict[str, int]:
    """The number of trials of each kind (seconds, for soak)."""
    counts = {**(LONG if long else SHORT)}
    whole = LONG_FUZZ if long else SHORT_FUZZ
    counts |= {f"fuzz-{kind}": round(whole * part) for kind, part in FUZZED.items()}
    counts |= {f"search-{kind}": SEARCH_S if long and torture_search.installed() else 0 for kind in FUZZED}
    wanted = kinds or [kind for kind, count in counts.items() if count]
    if unknown := [kind for kind in wanted if kind not in counts]:
        sys.exit(f"there is no {unknown[0]}; choose from: {', '.join(counts)}")
    searched = dict.fromkeys((f"search-{kind}" for kind in FUZZED), SEARCH_S)
    return {kind: max(1, round((counts[kind] or searched.get(kind, 0)) * share)) for kind in wanted}


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
    args = options.parse_args(arguments)
    rows = []
    print(HEAD, flush=True)
    for kind, count in plan(args.kinds, args.long, args.share).items():
        if kind == "soak":
            row = soak(count, args.keep)
        elif kind.startswith("search-"):
            row = search(kind, count, args.seed, args.keep)
        else:
            row = run(kind, count, args.seed, args.keep, args.begin)
        rows.append(row)
        print(row.line(), flush=True)
        if args.json:
            args.json.write_text(json.dumps([asdict(each) for each in rows], indent=1) + "\n", "utf-8")
    return 1 if any(row.failed for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
