"""How Nickel is read off simulated tables: seeded random games with slips, take-backs, falls and pushes.

Prints a line for each kind of noise and of tokens: what became of every move, how many slips were told
at once, what was silently wrong. ``--games`` sets how many games each (default 20), ``--first`` the
first seed.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from engine.game import Seat  # noqa: E402
from engine.pieces import Colour  # noqa: E402
from tests.support.simulated.nickel_trial import NickelTrial  # noqa: E402
from tests.support.simulated.table_sim import CLEAN, ROUGH  # noqa: E402

TOKENS = {"stones": {}, "pyramids": {Seat.NEAR: Colour.WHITE, Seat.FAR: Colour.PINK}}
NOISE = {"clean": CLEAN, "rough": ROUGH}


def main() -> int:
    """Run the trials; 1 when anything was silently wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    wrong = 0
    for noise, level in NOISE.items():
        for name, tokens in TOKENS.items():
            counts: Counter[str] = Counter()
            for seed in range(options.first, options.first + options.games):
                counts += NickelTrial(seed, level, dict(tokens)).run().counts
            wrong += counts["silently wrong"] + counts["set-up wrong"]
            print(
                f"{noise}, {name}: " + ", ".join(f"{key} {counts[key]}" for key in sorted(counts)), flush=True
            )
    return int(wrong > 0)


if __name__ == "__main__":
    raise SystemExit(main())
