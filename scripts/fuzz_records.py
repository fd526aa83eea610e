"""Reads, plays and writes back mutated records: ``fuzz_records.py [COUNT] [SEED] [--checkpoint FILE]``.

The records mutated are the golden ones and those of random games (`parts.mutations`). Errors in a text are
collected by the parser and by the playback. Anything else that comes out is a crash, and so is a record that
does not come back equal from its own text, a move that does not come back from its notation, and a game that
loses pyramids. A crash is printed with the text that did it; the exit status is 1. Each text depends on the
seed and on its own number only, so with ``--checkpoint`` a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.definition import AnyGame, State  # noqa: E402
from engine.logistics import state as logistics  # noqa: E402
from engine.playback import Playback, play_record  # noqa: E402
from engine.record.parser import parse_record, parse_records  # noqa: E402
from engine.record.plies import Ply  # noqa: E402
from engine.record.records import Record, write_record  # noqa: E402
from scripts.parts.mutations import mutated, random_pool  # noqa: E402

EVERY = 1000
"""Texts between two checkpoints."""
POOL_GAMES = 25
"""Random games of each kind among the records that are mutated."""


@dataclass
class Tally:
    """What a run has come to; ``records`` and ``plies`` count what was played by the rules."""

    seed: int
    texts: int = 0
    reached: int = 0
    plies: Counter[str] = field(default_factory=Counter)
    illegal: int = 0
    unreadable: int = 0
    crashes: int = 0
    seconds: float = 0.0
    slowest_s: float = 0.0
    slowest: int = 0

    def lines(self) -> str:
        """The figures as a person reads them."""
        kinds = ", ".join(f"{name} {count:,}" for name, count in sorted(self.plies.items()))
        return (
            f"{self.texts:,} mutated texts (seed {self.seed}) in {self.seconds:.0f} s,"
            f" {self.crashes} crashes\n"
            f"{self.reached:,} reached the rules; {self.plies.total():,} plies judged ({kinds}),"
            f" {self.illegal:,} of them illegal; {self.unreadable:,} errors in texts\n"
            f"the slowest was number {self.slowest} with {self.slowest_s:.2f} s"
        )


def golden_pool() -> list[Record]:
    """The golden records, each without its transcript."""
    paths = sorted((ROOT / "tests" / "golden").glob("record_*.txt"))
    texts = [path.read_text(encoding="utf-8").split("\n\n1: ")[0] + "\n" for path in paths]
    return [parse_records(text).records[0] for text in texts]


def try_text(text: str, tally: Tally) -> None:
    """Read, play and write back a text; raises whatever should not come out."""
    parsed = parse_records(text)
    tally.unreadable += len(parsed.errors)
    reached = False
    for record in parsed.records:
        played = play_record(record)
        if parse_record(write_record(record))[0] != record:
            raise AssertionError("the record does not come back equal from its own text")
        tally.unreadable += len(played.errors)
        reached |= bool(played.plies)
        check_playback(played, tally)
    tally.reached += reached


def check_playback(played: Playback, tally: Tally) -> None:
    """What holds of any game played, legal or not; raises ``AssertionError``."""
    if played.game is None or played.start is None:
        return
    for ply in played.plies:
        tally.plies[played.game.name] += 1
        tally.illegal += ply.verdict is not None
        check_ply(played, ply)
    for ply in played.plies[-1:]:
        json.dumps([event.to_json() for event in ply.events])
    check_end(played.game, played.start, played.end or played.start, draw=tally.reached % 50 == 0)


def check_end(game: AnyGame, start: State, end: State, draw: bool) -> None:
    """A game has moves just when it goes on, and keeps its pyramids; raises ``AssertionError``."""
    moves = end.suggestions if isinstance(end, logistics.State) else end.legal_moves()
    if bool(moves) != (end.outcome is None):
        raise AssertionError(f"{len(moves)} moves and the outcome {end.outcome}")
    if draw and not game.svg(end, None).startswith("<svg"):
        raise AssertionError("the diagram is no diagram")
    if "PIECES_LOST" in (end.status().name or "") and "PIECES_LOST" not in (start.status().name or ""):
        raise AssertionError("pyramids were lost")


def check_ply(played: Playback, ply: Ply) -> None:
    """A move comes back from its notation, and is what its verdict says; raises ``AssertionError``."""
    assert played.game is not None
    seat = f"{ply.move.seat}: " if played.game.seated else ""
    if played.game.parse_move(f"{seat}{played.game.format_move(ply.move)}", ply.before) != ply.move:
        raise AssertionError(f"move {ply.number} does not come back from its notation")
    if ply.verdict is not None and not (ply.verdict.reading and ply.verdict.code and ply.verdict.message):
        raise AssertionError(f"the verdict on move {ply.number} does not say what is wrong")


def load(path: Path | None, seed: int) -> Tally:
    """The tally of a checkpoint, or a new one."""
    if path is None or not path.exists():
        return Tally(seed)
    tally = Tally(**json.loads(path.read_text("utf-8")))
    if tally.seed != seed:
        sys.exit(f"{path} belongs to seed {tally.seed}: name that seed or another file")
    tally.plies = Counter(tally.plies)
    return tally


def save(path: Path | None, tally: Tally) -> None:
    """Write the checkpoint in one go, so that a stop never leaves half a file."""
    if path is not None:
        half = path.with_suffix(".half")
        half.write_text(json.dumps(vars(tally), indent=1) + "\n", encoding="utf-8")
        half.replace(path)


def run(count: int, tally: Tally, checkpoint: Path | None = None) -> Tally:
    """Go on up to ``count`` texts in all, printing crashes and progress."""
    pool = golden_pool() + random_pool(POOL_GAMES)
    while tally.texts < count:
        began = time.monotonic()
        for number in range(tally.texts, min(count, tally.texts + EVERY)):
            text = mutated(pool, Random(f"{tally.seed}/{number}"))
            at = time.monotonic()
            try:
                try_text(text, tally)
            except Exception:
                tally.crashes += 1
                print(f"{traceback.format_exc()}\n--- text {number} ---\n{text[:2000]}\n---", flush=True)
            tally.texts, spent = number + 1, time.monotonic() - at
            if spent > tally.slowest_s:
                tally.slowest_s, tally.slowest = spent, number
        tally.seconds += time.monotonic() - began
        save(checkpoint, tally)
        print(f"{tally.texts:,} of {count:,}: {tally.crashes} crashes", file=sys.stderr, flush=True)
    return tally


def main(arguments: list[str] | None = None) -> int:
    """Run and report."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("count", type=int, nargs="?", default=10_000)
    options.add_argument("seed", type=int, nargs="?", default=0)
    options.add_argument("--checkpoint", type=Path, help="a file to write the figures to and to go on from")
    args = options.parse_args(arguments)
    tally = run(args.count, load(args.checkpoint, args.seed), args.checkpoint)
    print(tally.lines())
    return 1 if tally.crashes else 0


if __name__ == "__main__":
    sys.exit(main())
