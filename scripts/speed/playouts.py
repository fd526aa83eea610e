"""Plays random games and checks their properties: ``playouts.py [COUNT] [SEED] [--game NAME]``.

All games are played in turn, with random rules; in a quarter of them illegal moves are made and stand. At
every move no pyramid may be lost, the position must be valid, there must be moves unless the game is over,
and each must survive its notation. At the end the history up to any move must lead to a state that is equal
to the original one, with the same hash; the record must survive its text and lead to the same end; and
without illegal moves the score must agree with one computed from the record independently of the engine. The
first failure is printed with the number of its game, which depends only on the seed and this number; the exit
status is 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from engine.definition import State  # noqa: E402
from engine.games import GAMES  # noqa: E402
from engine.initiative import state as initiative  # noqa: E402
from engine.logistics import state as logistics  # noqa: E402
from engine.nickel import state as nickel  # noqa: E402
from engine.playback import Playback, play_record, record_of  # noqa: E402
from engine.record.parser import parse_record  # noqa: E402
from engine.record.records import write_record  # noqa: E402
from engine.sanctum import state as sanctum  # noqa: E402
from scripts.parts.random_games import Start, playout, random_start  # noqa: E402
from scripts.parts.scores import expected_end  # noqa: E402

SLIPS = 0.1
"""Share of illegal moves in the games that have some."""


class Fault(AssertionError):
    """A property that does not hold."""


def demand(holds: bool, what: str) -> None:
    """Raise `Fault` unless a property holds."""
    if not holds:
        raise Fault(what)


def pieces_of(state: State) -> Counter[Any]:
    """All pyramids of a position: on the table, set aside or in hand; none for Sanctum, where their number
    changes.
    """
    if isinstance(state, initiative.State):
        rows = [piece for play in state.history for piece in play.pieces]
        return Counter([*state.near, *state.far, *rows])
    if isinstance(state, logistics.State):
        sides = (state.layout.near, state.layout.far)
        return Counter(p for side in sides for pile in (side.stock, side.vault, *side.cards) for p in pile)
    if isinstance(state, nickel.State):
        handed = [state.handed] if state.handed else []
        return Counter([cell for cell in state.board if isinstance(cell, nickel.Pyramid)] + handed) + Counter(
            state.discarded
        )
    return Counter()


def check_state(start: Start, state: State, dice: Random) -> None:
    """Check the properties of one position; raises `Fault`."""
    demand(not state.status(), "a fault along the way")
    moves = state.suggestions if isinstance(state, logistics.State) else state.legal_moves()
    demand(bool(moves) == (state.outcome is None), f"{len(moves)} moves, but the outcome {state.outcome}")
    seats = {move.seat for move in moves} if start.game.seated else set()
    demand(seats == set(state.may_move), f"{seats} have moves, {state.may_move} may move")
    demand(len(set(moves)) == len(moves), "a legal move is there twice")
    for move in dice.sample(moves, min(2, len(moves))):
        check_notation(start, state, move)


def check_notation(start: Start, state: State, move: Any) -> None:
    """Check that a move survives its notation; raises `Fault`."""
    text = start.game.format_move(move)
    seat = f"{move.seat}: " if start.game.seated else ""
    demand(start.game.parse_move(seat + text, state) == move, f"{text} does not come back from its notation")


def check_game(start: Start, dice: Random, slips: float) -> Playback:
    """Play one game and check it; raises `Fault`. Returns the game played back from its record."""
    states, moves = [start.state()], []
    pieces = pieces_of(states[0])
    check_state(start, states[0], dice)
    for move, state in playout(start, dice, slips):
        check_notation(start, states[-1], move)
        check_state(start, state, dice)
        demand(pieces_of(state) == pieces, "a pyramid was lost or made")
        states.append(state)
        moves.append(move)
    part = dice.randrange(len(states))
    again = start.state()
    for move in moves[:part]:
        again = again.force(move).state
    same = again == states[part] and hash(again) == hash(states[part]) and again.key == states[part].key
    demand(same and again is not states[part], f"the first {part} moves lead elsewhere")
    return check_record(start, states[-1], moves, slips)


def check_record(start: Start, end: State, moves: list[Any], slips: float) -> Playback:
    """Check that the record survives its text and leads to the same end; raises `Fault`."""
    record = record_of(start.game, start.setup, start.rules, start.leader, moves)
    text = write_record(record)
    read, errors = parse_record(text)
    played = play_record(read)
    demand(not errors and not played.errors, f"errors in the record: {errors} {played.errors}")
    demand(read == record and write_record(read) == text, "the record does not come back")
    demand([ply.move for ply in played.plies] == moves and played.end == end, "the record plays otherwise")
    if not slips:
        demand(all(ply.verdict is None for ply in played.plies), "a legal move got a verdict")
        expected = expected_end(played)
        found = str(end.holder) if isinstance(end, sanctum.State) else played.result
        demand(found == expected, f"the game ends {found}, the record says {expected}")
    return played


def main(arguments: list[str] | None = None) -> int:
    """Play and report."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("count", type=int, nargs="?", default=2000)
    options.add_argument("seed", type=int, nargs="?", default=0)
    options.add_argument("--game", choices=tuple(GAMES), help="only this game")
    args = options.parse_args(arguments)
    names, began, seen = [args.game] if args.game else list(GAMES), time.monotonic(), Counter[str]()
    for number in range(args.count):
        name, dice = names[number % len(names)], Random(f"{args.seed}/{number}")
        start = random_start(name, dice)
        try:
            played = check_game(start, dice, SLIPS if dice.random() < 0.25 else 0.0)
        except Exception as fault:
            print(f"game {number} of seed {args.seed}, {name}, {start.rules}: {fault!r}")
            return 1
        seen[f"{name} games"] += 1
        seen[f"{name} moves"] += len(played.plies)
    for line, count in sorted(seen.items()):
        print(f"{line:18} {count:9,}")
    print(f"{args.count:,} games (seed {args.seed}) in {time.monotonic() - began:.0f} s, no fault")
    return 0


if __name__ == "__main__":
    sys.exit(main())
