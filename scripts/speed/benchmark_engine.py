"""Measures the speed of the rules: ``benchmark_engine.py [NAME ...] [--repeats 5] [--chess] [--write]``.

For each game and some of its rule sets it measures the positions per second whose legal moves are listed, the
listed moves per second, and whole random games per second (`parts.random_games`, which does not list the sows
from the stock of Logistics). The figures are medians over seeded repeats, in processor time. Each is followed
by its ratio to scripts/baselines/engine.json; the exit code is 1 if one is more than a quarter slower;
``--write`` writes that file. ``--chess`` instead compares perft with python-chess (``pip install chess``)
from the first position of chess, in alternating runs: the ratio of nodes per second hardly depends on the
machine. Both list all moves and make them; python-chess changes one board back and forth, the engine creates
immutable states.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from engine.definition import State  # noqa: E402
from engine.games import GAMES  # noqa: E402
from scripts.parts.random_games import playout, random_start  # noqa: E402
from scripts.speed.benchmark import SLACK, two_cores  # noqa: E402
from scripts.speed.perft import read_table, shallow, start_of  # noqa: E402

BASELINE = ROOT / "scripts" / "baselines" / "engine.json"
POSITIONS = 30
"""Number of positions in one repeat."""
AT_LEAST_S = 0.3
"""Least duration of one repeat of listing moves or playing games."""

CASES = {
    "initiative basic": "variant=basic",
    "initiative advanced": "",
    "initiative advanced exact": "swap=exact exhaustion=initiative",
    "logistics 3 cards": "cards=3 trios=1",
    "logistics 4 cards": "",
    "logistics 10 cards any": "cards=10 tree_power=any",
    "nickel 3+3": "",
    "nickel both": "l_shape=both token_limit=8",
    "sanctum": "",
}
CHESS_CASES = (
    "initiative pictured basic",
    "initiative pictured sacrifice+pummeling+calling up_to",
    "initiative pictured sacrifice+pummeling+calling exact",
    "nickel example board 3+3",
    "nickel example board both",
    "nickel middle 3+3 number 1",
    "logistics 4 cards small stocks",
    "sanctum one town",
)
"""The cases compared with chess, and their largest number of nodes; chess has 9,322 to depth 3."""
CHESS_NODES = 20_000
Figures = dict[str, float]


def random_start_of(name: str, seed: int) -> tuple[Random, Any]:
    """A seeded random start with a case's rules, and its random generator."""
    game = GAMES[name.split()[0].capitalize()]
    dice = Random(f"{name}/{seed}")
    return dice, random_start(game.name, dice, game.parse_rules(CASES[name]))


def positions(name: str, seed: int) -> list[State]:
    """Positions from all phases of random games, copied so that their moves are not cached."""
    found: list[State] = []
    while len(found) < POSITIONS:
        dice, start = random_start_of(name, seed + 1000 * len(found))
        states = [start.state(), *(state for _, state in playout(start, dice))]
        found += [replace(state) for state in states[:: max(1, len(states) // 5)]]  # type: ignore[type-var]
    return found[:POSITIONS]


def seconds(work: Callable[[], object]) -> float:
    """The processor time of a function, in seconds."""
    started = time.process_time()
    work()
    return time.process_time() - started


def measure(name: str, repeats: int) -> Figures:
    """The three rates of a case, medians over the repeats."""
    listed, moves, played = [], [], []
    for seed in range(repeats):
        states, rounds, spent = positions(name, seed), 0, 0.0
        while spent < AT_LEAST_S:
            fresh = [replace(state) for state in states]  # type: ignore[type-var]
            spent += seconds(lambda fresh=fresh: [state.legal_moves() for state in fresh])
            rounds += 1
        listed.append(rounds * len(states) / spent)
        moves.append(rounds * sum(len(state.legal_moves()) for state in fresh) / spent)
        games, spent = 0, 0.0
        while spent < AT_LEAST_S:
            dice, start = random_start_of(name, 10_000 * (seed + 1) + games)
            spent += seconds(lambda dice=dice, start=start: list(playout(start, dice)))
            games += 1
        played.append(games / spent)
    return {
        "positions_per_s": round(median(listed)),
        "moves_per_s": round(median(moves)),
        "playouts_per_s": round(median(played), 1),
    }


def perft(state: State, depth: int) -> int:
    """The number of positions reached by sequences of legal moves up to a depth."""
    nodes = 0
    for move in state.legal_moves():
        after = state.apply(move).state
        nodes += 1 + (perft(after, depth - 1) if depth > 1 else 0)
    return nodes


def chess_perft(board: Any, depth: int) -> int:
    """The same as ``perft``, with a board of python-chess."""
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += 1 + (chess_perft(board, depth - 1) if depth > 1 else 0)
        board.pop()
    return nodes


def beside_chess(name: str, repeats: int) -> Figures:
    """Nodes per second of a case and of python-chess, and the median of their ratios."""
    import chess  # imported here because nothing else needs it

    case = next(each for each in read_table() if each.name == name)
    depth = shallow(case, CHESS_NODES)
    own, theirs = list[float](), list[float]()
    for _ in range(repeats):
        state, board, counts = start_of(case), chess.Board(), list[int]()
        spent = seconds(lambda board=board, counts=counts: counts.append(chess_perft(board, 3)))
        theirs.append(counts.pop() / spent)
        spent = seconds(lambda state=state, counts=counts: counts.append(perft(state, depth)))
        own.append(counts.pop() / spent)
    ratio = median(one / other for one, other in zip(own, theirs, strict=True))
    return {"nodes_per_s": round(median(own)), "chess": round(median(theirs)), "ratio": round(ratio, 2)}


def compare_with_chess(repeats: int) -> dict[str, float]:
    """Print and return the ratios of the cases."""
    print(f"{'':52} {'nodes/s':>9} {'chess':>9} ratio")
    found = {}
    for name in CHESS_CASES:
        figures = beside_chess(name, repeats)
        print(
            f"{name:52} {figures['nodes_per_s']:9,} {figures['chess']:9,} {figures['ratio']:5.2f}", flush=True
        )
        found[name] = figures["ratio"]
    return found


def show(name: str, now: Figures, before: Figures) -> list[str]:
    """Print a case; returns the figures that got more than a quarter slower."""
    ratios = {key: value / before[key] for key, value in now.items() if before.get(key)}
    cells = [
        f"{value:12,.1f} {f'x{ratios[key]:.2f}' if key in ratios else '':6}" for key, value in now.items()
    ]
    print(f"{name:26} {' '.join(cells)}", flush=True)
    return [
        f"{name} {key}: {now[key]:,.1f}, was {before[key]:,.1f}"
        for key, ratio in ratios.items()
        if ratio < 1 / SLACK
    ]


def main(arguments: list[str] | None = None) -> int:
    """Measure, print and compare."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("names", nargs="*", metavar="NAME", help="only cases with this prefix")
    options.add_argument("--repeats", type=int, default=5)
    options.add_argument("--chess", action="store_true", help="compare with python-chess instead")
    options.add_argument("--write", action="store_true", help="write the baseline instead of comparing")
    args = options.parse_args(arguments)
    two_cores()
    baseline = json.loads(BASELINE.read_text()) if BASELINE.exists() else {"cases": {}, "beside_chess": {}}
    if args.chess:
        ratios, before = compare_with_chess(args.repeats), baseline.get("beside_chess", {})
        if args.write:
            BASELINE.write_text(json.dumps(baseline | {"beside_chess": ratios}, indent=1) + "\n")
        return int(any(ratio < before.get(name, 0) / SLACK for name, ratio in ratios.items()))
    known = baseline["cases"]
    print(f"{'':26} {'positions/s':>12} {'':6} {'moves/s':>12} {'':6} {'playouts/s':>12}")
    cases, slower = dict(known), list[str]()
    for name in CASES:
        if not args.names or name.startswith(tuple(args.names)):
            cases[name] = measure(name, args.repeats)
            slower += show(name, cases[name], known.get(name, {}))
    if args.write:
        machine = f"{platform.machine()}, Python {platform.python_version()}"
        BASELINE.write_text(json.dumps(baseline | {"machine": machine, "cases": cases}, indent=1) + "\n")
        return 0
    print("\n".join(["slower than the baseline:", *slower]) if slower else "no slower than the baseline")
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
