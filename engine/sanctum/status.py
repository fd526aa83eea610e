"""What makes a set of structures impossible, as flags with a sentence each (S6)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Flag, auto

from engine.sanctum.model import Structure

NAME = re.compile(r"[a-z0-9_]+")


class Problem(Flag):
    """Faults of a position; combine with ``|``, zero is a sound position."""

    NONE = 0
    SAME_NAME = auto()
    BAD_NAME = auto()
    NO_STRUCTURE = auto()


def faults(setup: Sequence[Structure], structures: Iterable[Structure]) -> Iterator[tuple[Problem, str]]:
    """Each fault of a position with a sentence that says what to do: of the structures, and of those at the
    start."""
    names = [each.name for each in structures]
    for name, count in sorted(Counter(names).items()):
        if count > 1:
            yield Problem.SAME_NAME, f"{count} structures are called {name}: give each a name of its own"
        if not NAME.fullmatch(name):
            says = f"{name!r} is no name for a structure"
            yield Problem.BAD_NAME, f"{says}: use small letters, digits and underscores"
    if not setup:
        yield Problem.NO_STRUCTURE, "no structure is on the table: begin with at least one, like town1=red"
