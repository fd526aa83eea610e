"""What makes a set of structures impossible, as flags with a sentence each (S6)."""

from __future__ import annotations

import re
from enum import Flag, auto
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.sanctum import State

NAME = re.compile(r"[a-z0-9_]+")


class Problem(Flag):
    """Faults of a position; combine with ``|``, zero is a sound position."""

    NONE = 0
    SAME_NAME = auto()
    BAD_NAME = auto()
    NO_STRUCTURE = auto()


LINES: dict[Problem, str] = {
    Problem.SAME_NAME: "two structures have the same name",
    Problem.BAD_NAME: "a structure's name has other signs than small letters, digits and underscores",
    Problem.NO_STRUCTURE: "there is no structure on the table at the start",
}


def problem_lines(problems: Problem) -> tuple[str, ...]:
    """One sentence for each flag that is set."""
    return tuple(line for flag, line in LINES.items() if flag in problems)


def find_problems(state: State) -> Problem:
    """What is wrong with the structures of a position."""
    found = Problem.NONE
    names = [each.name for each in state.structures]
    if len(set(names)) < len(names):
        found |= Problem.SAME_NAME
    if not all(NAME.fullmatch(name) for name in names):
        found |= Problem.BAD_NAME
    if not state.setup:
        found |= Problem.NO_STRUCTURE
    return found
