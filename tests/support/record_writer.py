"""Writes entries with stills as fast as possible and prints each id once written; tests kill it."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from arbiter.record.record import Record


def main() -> None:
    path, count = sys.argv[1], int(sys.argv[2])
    record = Record.create(path, {"game": "initiative"})
    for ply in range(count):
        still = b"\xff\xd8" + random.Random(ply).randbytes(60_000) + b"\xff\xd9"
        print(record.append("move", ply / 2, {"ply": ply}, {"after": still}), flush=True)
    time.sleep(60)


if __name__ == "__main__":
    main()
