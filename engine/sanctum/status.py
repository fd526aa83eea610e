"""What makes a set of structures impossible, as flags and sentences (S6)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Flag, auto

from engine.message import Message, Messages
from engine.sanctum.model import Structure

say = Messages("engine.sanctum")

NAME = re.compile(r"[a-z0-9_]+")


class Problem(Flag):
    """Faults of a position, combined with ``|``; zero is a sound position."""

    NONE = 0
    SAME_NAME = auto()
    BAD_NAME = auto()
    NO_STRUCTURE = auto()


def faults(setup: Sequence[Structure], structures: Iterable[Structure]) -> Iterator[tuple[Problem, Message]]:
    """Each fault of a position, among its structures or the first ones, with a sentence saying what to do."""
    names = [each.name for each in structures]
    for name, count in sorted(Counter(names).items()):
        if count > 1:
            yield Problem.SAME_NAME, say("same_name", n=count, raw=name)
        if not NAME.fullmatch(name):
            yield Problem.BAD_NAME, say("bad_name", raw=f"{name!r}")
    if not setup:
        yield Problem.NO_STRUCTURE, say("empty")
