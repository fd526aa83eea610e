"""Measures the work of the solver: searched positions and CPU seconds, by rules and pyramids left.

    python scripts/speed/benchmark_solver.py [--deals 20] [--nodes 200000] [--write]

Seeded deals (`roll_setup`) with near leading are solved: the basic game, and the advanced game without
sacrifices, from the start; the advanced game also after random legal plays, by the number of pyramids left in
the inventories. Prints medians, the worst case, the number of solved deals and the peak memory. The median
numbers of positions, which are the same on every machine, are compared with scripts/baselines/solver.json;
the exit code is 1 if one is more than a quarter higher. ``--write`` writes that file.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from benchmark import SLACK, peak_mb  # noqa: E402

from engine.game import Seat  # noqa: E402
from engine.initiative.draft import roll_setup  # noqa: E402
from engine.initiative.model import Rules  # noqa: E402
from engine.initiative.solver import judge_initiative  # noqa: E402
from engine.initiative.state import State  # noqa: E402
from engine.pieces import PALETTES, Size  # noqa: E402

BASELINE = ROOT / "scripts" / "baselines" / "solver.json"
LEFT = (8, 12, 14, 16, 20)
FULL = 20


def parser() -> argparse.ArgumentParser:
    """The command line."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--deals", type=int, default=20, help="positions of each kind")
    options.add_argument("--nodes", type=int, default=200_000, help="largest number of positions in a search")
    options.add_argument("--write", action="store_true", help="write the baseline instead of comparing")
    return options


def position(seed: int, rules: Rules, left: int) -> State:
    """A seeded deal after random legal plays, with ``left`` pyramids left and the round not over."""
    dice = Random(seed)
    while True:
        stack = tuple(dice.sample(PALETTES["rainbow"], 5))
        state = State.start(roll_setup(stack, dice.choice(list(Size)), dice), rules, Seat.NEAR)
        while state.outcome is None and len(state.near) + len(state.far) > left:
            state = state.apply(dice.choice(state.legal_moves())).state
        if state.outcome is None and len(state.near) + len(state.far) == left:
            return state


def kinds() -> Iterator[tuple[str, Rules, int]]:
    """The measured cases: a name, the rules, and the pyramids left."""
    for exhaustion in ("draw", "initiative"):
        yield f"basic, {exhaustion}", Rules.basic(exhaustion), FULL
    yield "no sacrifices", Rules.advanced(sacrifice=False), FULL
    for left in LEFT:
        yield f"advanced, {left} left", Rules.advanced(), left
    for left in (12,):
        yield f"exact swaps, {left} left", Rules.advanced(swap="exact", exhaustion="initiative"), left


def measure(rules: Rules, left: int, deals: int, nodes: int) -> dict[str, float]:
    """Medians and the worst case of seeded positions; ``winner`` counts those with a proven winner."""
    seconds, looked, solved, winner = [], [], 0, 0
    for seed in range(deals):
        state = position(seed, rules, left)
        started = time.process_time()
        judgement = judge_initiative(state, nodes)
        seconds.append(time.process_time() - started)
        looked.append(judgement.nodes)
        solved += judgement.exact
        winner += judgement.winner is not None
    return {
        "nodes": statistics.median(looked),
        "most_nodes": max(looked),
        "seconds": round(statistics.median(seconds), 3),
        "most_seconds": round(max(seconds), 2),
        "solved": solved,
        "winner": winner,
        "of": deals,
    }


def main(arguments: list[str] | None = None) -> int:
    """Measure, print and compare."""
    args = parser().parse_args(arguments)
    now = {}
    print(f"{'':24}{'nodes':>9}{'most':>9}{'s':>8}{'most':>8}{'solved':>8}{'winner':>8}   of")
    for name, rules, left in kinds():
        row = now[name] = measure(rules, left, args.deals, args.nodes)
        print(
            f"{name:24}{row['nodes']:9.0f}{row['most_nodes']:9}{row['seconds']:8.2f}{row['most_seconds']:8.2f}"
            f"{row['solved']:8}{row['winner']:8}{row['of']:5}",
            flush=True,
        )
    print(f"peak memory {peak_mb():.0f} MB")
    if args.write:
        facts = {"deals": args.deals, "limit": args.nodes, "peak_memory_mb": round(peak_mb()), "medians": now}
        BASELINE.write_text(json.dumps(facts, indent=1) + "\n")
        return 0
    return compare(now, args)


def compare(now: dict[str, dict[str, float]], args: argparse.Namespace) -> int:
    """Returns 1 if a median is more than a quarter above the baseline; only runs with the same options
    compare.
    """
    before = json.loads(BASELINE.read_text()) if BASELINE.exists() else {}
    if (before.get("deals"), before.get("limit")) != (args.deals, args.nodes):
        print("no baseline for these options")
        return 0
    worse = [
        f"{name}: {row['nodes']:.0f} positions, was {before['medians'][name]['nodes']:.0f}"
        for name, row in now.items()
        if row["nodes"] > SLACK * before["medians"][name]["nodes"]
    ]
    print("\n".join(["more work than the baseline:", *worse]) if worse else "no more work than the baseline")
    return 1 if worse else 0


if __name__ == "__main__":
    raise SystemExit(main())
