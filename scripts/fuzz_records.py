"""Reads, plays and writes back mutated records of the golden games: ``fuzz_records.py [COUNT] [SEED]``.

Errors in a text are collected by the parser and by the playback. Anything else that comes out, or a record
that does not come back equal from its own text, is printed with the text that did it; the exit status is 1.
"""

from __future__ import annotations

import random
import string
import sys
import time
import traceback
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from engine.playback import play_record  # noqa: E402
from engine.record_parser import parse_record, parse_records  # noqa: E402
from engine.records import write_record  # noqa: E402

PARTS = [
    *string.printable,
    "near:",
    "far:",
    "$back",
    "$stood",
    "{",
    "}",
    "é",
    '[Game "Nickel"]',
    "99999999999",
    "-1",
]


def texts() -> list[str]:
    """The golden records, each without its transcript, and pairs of them in one text."""
    found = []
    for path in sorted((ROOT / "tests" / "golden").glob("record_*.txt")):
        record = parse_records(path.read_text(encoding="utf-8").split("\n\n1: ")[0] + "\n").records[0]
        found.append(write_record(record))
    return found


def mutated(text: str, dice: random.Random, others: list[str]) -> str:
    """A text with a few signs changed, dropped, doubled or swapped, or a piece of another text in it."""
    signs = list(text)
    for _ in range(dice.randint(1, 8)):
        spot, change = dice.randrange(len(signs) + 1), dice.randrange(5)
        if change == 0:
            signs[spot:spot] = dice.choice(PARTS)
        elif change == 1:
            del signs[spot : spot + dice.randint(1, 12)]
        elif change == 2:
            signs[spot:spot] = signs[spot : spot + dice.randint(1, 40)]
        elif change == 3 and signs:
            other = dice.randrange(len(signs))
            spot = min(spot, len(signs) - 1)
            signs[spot], signs[other] = signs[other], signs[spot]
        else:
            other_text = dice.choice(others)
            start = dice.randrange(len(other_text))
            signs[spot:spot] = other_text[start : start + dice.randint(1, 60)]
    return "".join(signs)


def crash_of(text: str) -> str | None:
    """What came out of a text besides collected errors, or ``None``."""
    try:
        for record in parse_records(text).records:
            play_record(record)
            if parse_record(write_record(record))[0] != record:
                return "the record does not come back equal from its own text"
    except Exception:
        return traceback.format_exc()
    return None


def main() -> int:
    """Run and report."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    dice = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    golden, began, crashes = texts(), time.monotonic(), 0
    for _ in range(count):
        text = mutated(dice.choice(golden), dice, golden)
        crash = crash_of(text)
        if crash is not None:
            crashes += 1
            print(f"{crash}\n--- the text ---\n{text}\n---")
    print(f"{count} mutated records in {time.monotonic() - began:.0f} s, {crashes} crashes")
    return 1 if crashes else 0


if __name__ == "__main__":
    sys.exit(main())
