"""Measures the strength and the cost of the solvers of Nickel and Logistics.

    python scripts/speed/benchmark_solver_boards.py [--write] [--whole COUNT] [--nodes NODES]

The cost is measured on seeded positions: of Nickel after a number of moves of random games, with at most
200,000 searched positions, and of Logistics (three cards) by the number of pyramids outside the vaults, with
at most 3,000. For each set it prints the percentage left unsolved, the median number of searched positions
and the median processor time in ms. The strength is the percentage of games of Logistics that the search does
not win: against random play, and with 300 positions per move against itself with 60. Compares with
scripts/baselines/solver_boards.json; the exit code is 1 if something is more than a quarter worse;
``--write`` writes that file. ``--whole COUNT`` solves the whole game of Nickel on seeded boards instead, with
``--nodes`` positions for each.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from benchmark import report  # noqa: E402

from engine.game import Seat  # noqa: E402
from engine.logistics import state as logistics  # noqa: E402
from engine.logistics.prospects import outside  # noqa: E402
from engine.logistics.solver import judge_logistics  # noqa: E402
from engine.nickel import state as nickel  # noqa: E402
from engine.nickel.solver import judge_nickel  # noqa: E402
from engine.pieces import PALETTES  # noqa: E402
from engine.solver import Judgement, Solver  # noqa: E402

BASELINE = ROOT / "scripts" / "baselines" / "solver_boards.json"
POSITIONS = 10
LONGEST = 300
"""Games of Logistics with more moves count as not won."""


def nickel_start(dice: Random) -> nickel.State:
    """A scrambled board; near leads."""
    cells = [nickel.Pyramid(colour, way) for colour in PALETTES["rainbow"] for way in nickel.Orientation]
    dice.shuffle(cells)
    return nickel.State.start(nickel.Setup(tuple(cells)), nickel.Rules(), Seat.NEAR)


def nickel_position(seed: int, moves: int) -> nickel.State:
    """A position after ``moves`` moves, from a seed's first random game that lasts longer."""
    dice = Random(seed)
    while True:
        state = nickel_start(dice)
        while state.outcome is None and len(state.history) < moves:
            state = state.apply(dice.choice(state.legal_moves())).state
        if state.outcome is None:
            return state


def random_move(state: logistics.State, dice: Random) -> logistics.Move:
    """A legal move: often a sow from the stock, otherwise one of the suggestions."""
    seat = state.mover or Seat.NEAR
    stock = list(state.layout.side(seat).stock)
    if stock and not state.pending and dice.random() < 0.6:
        dice.shuffle(stock)
        return logistics.Sow(seat, 0, tuple(stock[: dice.randint(1, state.rules.most_from_stock)]))
    return dice.choice(state.suggestions)


def logistics_start(trios: int = 1) -> logistics.State:
    """Full stocks and three cards per side; near leads."""
    rules = logistics.Rules(cards=3, trios=trios)
    return logistics.State.start(logistics.Layout.standard(rules), rules, Seat.NEAR)


def logistics_position(seed: int, pyramids: int) -> logistics.State:
    """The first position in a seed's random games that has 1 to ``pyramids`` pyramids outside the vaults."""
    dice = Random(seed)
    while True:
        state = logistics_start()
        while state.outcome is None and len(state.history) < LONGEST:
            if sum(len(tuple(outside(state.layout.side(seat)))) for seat in Seat) <= pyramids:
                return state
            state = state.apply(random_move(state, dice)).state


def measure_positions(name: str, positions: Iterable[Any], solver: Solver, nodes: int) -> dict[str, float]:
    """The three figures of a set of positions."""
    found: list[Judgement] = []
    spent_ms: list[float] = []
    for state in positions:
        started = time.process_time()
        found.append(solver(state, nodes))
        spent_ms.append(1000 * (time.process_time() - started))
    return {
        f"{name}_open_pct": 100 * sum(not each.exact for each in found) / len(found),
        f"{name}_nodes": float(median(each.nodes for each in found)),
        f"{name}_ms": median(spent_ms),
    }


Player = Callable[[logistics.State], logistics.Move]


def not_won_pct(games: int, player: Player, opponent: Callable[[Random], Player]) -> float:
    """The percentage of games that ``player`` does not win, from both seats."""
    won = 0
    for seed in range(games):
        mine, other = list(Seat)[seed % 2], opponent(Random(seed))
        state = logistics_start()
        while state.outcome is None and len(state.history) < LONGEST:
            state = state.apply((player if state.mover is mine else other)(state)).state
        won += state.outcome is not None and state.outcome.winner is mine
    return 100 * (games - won) / games


def searching(nodes: int) -> Player:
    """A player who makes the first move that the search finds."""
    return lambda state: judge_logistics(state, nodes).line[0]


def at_random(dice: Random) -> Player:
    """A player who plays at random."""
    return lambda state: random_move(state, dice)


def measure() -> dict[str, float]:
    """All figures; lower is better."""
    now: dict[str, float] = {}
    for moves in (14, 12, 10, 8, 6, 4):
        positions = [nickel_position(seed, moves) for seed in range(POSITIONS)]
        now |= measure_positions(f"nickel_{moves}", positions, judge_nickel, 200_000)
    for pyramids in (2, 4, 6, 8, 10):
        endings = [logistics_position(seed, pyramids) for seed in range(POSITIONS)]
        now |= measure_positions(f"logistics_{pyramids}", endings, judge_logistics, 3000)
    now["logistics_start_ms"] = measure_positions("start", [logistics_start(2)], judge_logistics, 3000)[
        "start_ms"
    ]
    now["random_not_won_pct"] = not_won_pct(20, searching(60), at_random)
    now["short_not_won_pct"] = not_won_pct(10, searching(300), lambda dice: searching(60))
    return now


def solve_whole(count: int, nodes: int) -> None:
    """Solve the whole game of Nickel on seeded boards with near leading, and print the winners."""
    for seed in range(count):
        started = time.process_time()
        judgement = judge_nickel(nickel_start(Random(seed)), nodes)
        who = str(judgement.winner) if judgement.exact else "open"
        line = " ".join(move.square for move in judgement.line)
        spent = time.process_time() - started
        print(f"board {seed}: {who}, {judgement.nodes} positions, {spent:.0f} s: {line}", flush=True)


def main() -> int:
    """Measure, print and compare."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--write", action="store_true", help="write the baseline instead of comparing")
    options.add_argument("--whole", type=int, metavar="COUNT", help="solve Nickel from the start instead")
    options.add_argument("--nodes", type=int, default=10_000_000)
    args = options.parse_args()
    if args.whole is not None:
        solve_whole(args.whole, args.nodes)
        return 0
    return report(measure(), BASELINE, args.write)


if __name__ == "__main__":
    raise SystemExit(main())
