"""What makes a set of structures impossible, as flags with a sentence each (S6)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from enum import Flag, auto
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.sanctum.state import State

NAME = re.compile(r"[a-z0-9_]+")


class Problem(Flag):
    """Faults of a position; combine with ``|``, zero is a sound position."""

    NONE = 0
    SAME_NAME = auto()
    BAD_NAME = auto()
    NO_STRUCTURE = auto()


def faults(state: State) -> Iterator[tuple[Problem, str]]:
    """Each fault of a position with a sentence that says what to do."""
    names = [each.name for each in state.structures]
    for name, count in sorted(Counter(names).items()):
        if count > 1:
            yield Problem.SAME_NAME, f"{count} structures are called {name}: give each a name of its own"
        if not NAME.fullmatch(name):
            says = f"{name!r} is no name for a structure"
            yield Problem.BAD_NAME, f"{says}: use small letters, digits and underscores"
    if not state.setup:
        yield Problem.NO_STRUCTURE, "no structure is on the table: begin with at least one, like town1=red"
