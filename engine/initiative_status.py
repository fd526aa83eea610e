"""What makes a position of Initiative impossible, as flags with a sentence each (I13)."""

from __future__ import annotations

from collections import Counter
from enum import Flag, auto
from typing import TYPE_CHECKING

from engine.initiative_model import Setup
from engine.pieces import Piece

if TYPE_CHECKING:
    from engine.initiative import State

INVENTORY_SIZE = 10
STACK_HEIGHT = 5
OF_A_KIND = 2
"""Two trios of five colours: at most two equal pieces on the table (I13)."""


class Problem(Flag):
    """Faults of a position; combine with ``|``, zero is a sound position."""

    NONE = 0
    STACK_NOT_FIVE = auto()
    STACK_REPEATS_COLOUR = auto()
    COLOUR_NOT_ON_STACK = auto()
    NEAR_NOT_TEN = auto()
    FAR_NOT_TEN = auto()
    TOO_MANY_ALIKE = auto()
    PIECES_LOST = auto()
    STACK_CHANGED_COLOURS = auto()


LINES: dict[Problem, str] = {
    Problem.STACK_NOT_FIVE: "the initiative stack must be five pyramids high",
    Problem.STACK_REPEATS_COLOUR: "the initiative stack has a colour twice",
    Problem.COLOUR_NOT_ON_STACK: "an inventory has a colour that is not on the initiative stack",
    Problem.NEAR_NOT_TEN: "the near inventory must have ten pyramids at the start",
    Problem.FAR_NOT_TEN: "the far inventory must have ten pyramids at the start",
    Problem.TOO_MANY_ALIKE: "there are more than two pyramids of one size and colour",
    Problem.PIECES_LOST: "the pieces on the table are not those of the set-up",
    Problem.STACK_CHANGED_COLOURS: "the initiative stack has not the colours of the set-up",
}


def problem_lines(problems: Problem) -> tuple[str, ...]:
    """One sentence for each flag that is set."""
    return tuple(line for flag, line in LINES.items() if flag in problems)


def setup_problems(setup: Setup) -> Problem:
    """What is wrong with a set-up."""
    stack, pieces = setup.stack, setup.near + setup.far
    found = Problem.NONE
    if len(stack) != STACK_HEIGHT:
        found |= Problem.STACK_NOT_FIVE
    if len(set(stack)) < len(stack):
        found |= Problem.STACK_REPEATS_COLOUR
    if any(piece.colour not in stack for piece in pieces):
        found |= Problem.COLOUR_NOT_ON_STACK
    if len(setup.near) != INVENTORY_SIZE:
        found |= Problem.NEAR_NOT_TEN
    if len(setup.far) != INVENTORY_SIZE:
        found |= Problem.FAR_NOT_TEN
    counts = Counter(pieces)
    if setup.stack_size is not None:
        counts.update(Piece(setup.stack_size, colour) for colour in set(stack))
    if any(count > OF_A_KIND for count in counts.values()):
        found |= Problem.TOO_MANY_ALIKE
    return found


def find_problems(state: State) -> Problem:
    """What is wrong with a position: its set-up, its pieces, its stack."""
    found = setup_problems(state.setup)
    for seat, left in state.inventories.items():
        played = [piece for play in state.rows[seat] for piece in play.pieces]
        if Counter(state.setup.inventory(seat)) != Counter([*left, *played]):
            found |= Problem.PIECES_LOST
    if Counter(state.stack) != Counter(state.setup.stack):
        found |= Problem.STACK_CHANGED_COLOURS
    return found
