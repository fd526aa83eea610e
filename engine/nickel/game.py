"""Nickel as a `Game`: its positions in words and all of its parts."""

from __future__ import annotations

from engine.definition import Game, Lines, Ppn, numbered_readings
from engine.message import Messages, Said
from engine.nickel.diagram import nickel_svg
from engine.nickel.examples import BROKEN
from engine.nickel.model import SIDE, Rules
from engine.nickel.notation import (
    format_cell,
    format_move,
    format_pyramid,
    format_setup,
    parse_move,
    parse_setup,
)
from engine.nickel.ppn import ply_moves, start_moves
from engine.nickel.solver import judge_nickel
from engine.nickel.state import State

say = Messages("engine.nickel")


def _lines(state: State) -> Lines:
    """The rows from far to near, and the pyramid to match."""
    rows = [state.board[start : start + SIDE] for start in range(0, len(state.board), SIDE)]
    lines: list[tuple[Said, Said]] = [
        (say("p_row", n=number), " ".join(f"{format_cell(cell):<8}" for cell in row).rstrip())
        for number, row in reversed(list(enumerate(rows, start=1)))
    ]
    if state.handed is not None:
        lines.append((say("p_match"), format_pyramid(state.handed)))
    return tuple(lines)


def _result(state: State) -> str:
    return "*" if state.outcome is None else str(state.outcome.winner or "draw")


GAME = Game(
    name="Nickel",
    rules=Rules(),
    state=State,
    start=State.start,
    parse_setup=lambda text, rules: parse_setup(text),
    format_setup=format_setup,
    parse_move=lambda text, state: parse_move(text, state, check=False),
    format_move=format_move,
    result=_result,
    svg=nickel_svg,
    lines=_lines,
    slips=lambda state: (move for move, _ in state.plausible_illegal_moves()),
    readings=numbered_readings("engine.nickel", "N", 9),
    broken=BROKEN,
    solver=judge_nickel,
    nodes=20_000,
    ppn=Ppn(start_moves, ply_moves),
)
