"""Counts legal moves up to a depth with two implementations and a table: ``perft.py [NAME ...] [--update]``.

The table is ``tests/golden/perft.json``. A case has a game, its rules, a set-up and the leader, and for each
depth the number of sequences of legal moves (``moves``), their results (``ends``: winner and reading, ``*``
for unfinished games, for Sanctum the seat with the initiative) and the sum of the scores. One count uses
``State.legal_moves`` and ``State.apply``, the other `tests.support.plain`, a second implementation of the
rules. ``NAME`` is a case or a prefix of several; ``--update`` writes the results on which both agree.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from engine.definition import State  # noqa: E402
from engine.game import Seat  # noqa: E402
from engine.games import GAMES  # noqa: E402
from engine.sanctum import state as sanctum  # noqa: E402

TABLE = ROOT / "tests" / "golden" / "perft.json"
Row = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """A line of the table; its texts are like those of a record's tags."""

    name: str
    game: str
    rules: str
    setup: str
    leader: str
    rows: tuple[Row, ...]


def read_table() -> tuple[Case, ...]:
    """Read the cases of the table."""
    cases = json.loads(TABLE.read_text("utf-8"))["cases"]
    return tuple(Case(**{**case, "rows": tuple(case["rows"])}) for case in cases)


def write_table(cases: Iterable[Case]) -> None:
    """Write the table, one row per line."""
    lines = []
    for case in cases:
        head = {key: value for key, value in vars(case).items() if key != "rows"}
        rows = ",\n  ".join(json.dumps(row) for row in case.rows)
        lines.append(f'{json.dumps(head)[:-1]}, "rows": [\n  {rows}]}}')
    how = json.dumps("counted twice and compared by: python scripts/speed/perft.py")
    TABLE.write_text(f'{{"how": {how}, "cases": [\n' + ",\n".join(lines) + "\n]}\n", encoding="utf-8")


def count(
    start: Any,
    depth: int,
    after: Callable[[Any], Iterator[Any]],
    ends: Callable[[Any], tuple[str, int]],
) -> tuple[Row, ...]:
    """A row for each depth from 1: the number of positions reached with ``after``, and their ``ends``."""
    found = [Counter[str]() for _ in range(depth)]
    points = [0] * depth

    def visit(position: Any, made: int) -> None:
        for following in after(position):
            end, score = ends(following)
            found[made][end] += 1
            points[made] += score
            if made + 1 < depth:
                visit(following, made + 1)

    visit(start, 0)
    return tuple(
        {"moves": ways.total(), "ends": dict(sorted(ways.items())), "points": sum_}
        for ways, sum_ in zip(found, points, strict=True)
    )


def count_by_engine(case: Case, depth: int) -> tuple[Row, ...]:
    """The rows from the engine's legal moves."""
    return count(start_of(case), depth, _after, ends)


def start_of(case: Case) -> State:
    """The first position of a case."""
    game = GAMES[case.game]
    rules = game.parse_rules(case.rules)
    leader = Seat(case.leader) if case.leader else None
    return game.start(game.parse_setup(case.setup, rules), rules, leader)


def _after(state: State) -> Iterator[State]:
    for move in state.legal_moves():
        yield state.apply(move).state


def ends(state: State) -> tuple[str, int]:
    """A position's result (winner and reading, or ``*``), and the sum of the points."""
    if isinstance(state, sanctum.State):
        return str(state.holder), sum(each.owner is state.holder for each in state.structures)
    outcome: Any = state.outcome
    if outcome is None:
        return "*", 0
    words = f"{outcome.winner or 'draw'} {outcome.reading}"
    if hasattr(outcome, "near"):
        return words, outcome.near.total + outcome.far.total
    score = getattr(outcome, "score", None)
    return words, score.total if score else 0


def count_plainly(case: Case, depth: int) -> tuple[Row, ...]:
    """The rows from the second implementation of the rules."""
    game = GAMES[case.game]
    rules = game.format_rules(game.parse_rules(case.rules))
    plain = import_module(f"tests.support.plain.{case.game.lower()}")
    return count(plain.start(rules, case.setup, case.leader), depth, plain.after, plain.ends)


def shallow(case: Case, most: int) -> int:
    """The largest depth of a case, at least 1, with at most ``most`` moves in all."""
    depth, total = 0, 0
    while depth < len(case.rows) and (total := total + case.rows[depth]["moves"]) <= most:
        depth += 1
    return max(depth, 1)


def recount(case: Case) -> tuple[tuple[Row, ...], list[str]]:
    """The rows from both implementations to the table's depth, and their differences."""
    depth = len(case.rows)
    engine, plain = count_by_engine(case, depth), count_plainly(case, depth)
    pairs = enumerate(zip(engine, plain, case.rows, strict=True), start=1)
    return engine, [
        f"depth {number}: the engine {one}, plainly {two}, the table {row}"
        for number, (one, two, row) in pairs
        if not one == two == row
    ]


def main(arguments: list[str] | None = None) -> int:
    """Recount, compare, report."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("names", nargs="*", metavar="NAME", help="only cases with this prefix")
    options.add_argument("--update", action="store_true", help="write the counts on which both agree")
    args = options.parse_args(arguments)
    cases, faults, total = [], 0, 0
    for case in read_table():
        if args.names and not case.name.startswith(tuple(args.names)):
            cases.append(case)
            continue
        began = time.perf_counter()
        rows, wrong = recount(case)
        if args.update and rows == count_plainly(case, len(rows)):
            case, wrong = Case(**{**vars(case), "rows": rows}), []
        moves = [row["moves"] for row in rows]
        total += sum(moves)
        faults += bool(wrong)
        print(f"{case.name}: {moves} in {time.perf_counter() - began:.1f} s", *wrong, sep="\n  ", flush=True)
        cases.append(case)
    if args.update:
        write_table(cases)
    print(f"{len(cases)} cases, {total:,} moves by each code, {faults} that do not agree")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
