"""The difference between two multisets of pyramids, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from engine.message import Argument, Message, Messages

say = Messages("engine")

MOST = 4


def _itself(kind: Any) -> Argument:
    return kind  # type: ignore[no-any-return]


def amends(found: Counter[Any], wanted: Counter[Any], shown: Callable[[Any], Argument] = _itself) -> Message:
    """How to turn one multiset of pyramids into another: ``add 2 small red, take away 1 large blue``.

    At most ``MOST`` kinds are named in each direction, and the rest only counted. ``shown`` gives a message's
    argument for a kind.
    """
    add, take = (_counted(kinds, shown) for kinds in (wanted - found, found - wanted))
    if add and take:
        return say("amend_both", list=add, list2=take)
    if not add and not take:
        return say("nothing")
    return say("amend_add", list=add) if add else say("amend_take", list=take)


def _counted(kinds: Counter[Any], shown: Callable[[Any], Argument]) -> tuple[Argument, ...]:
    ordered = sorted(kinds.items())
    words = [say("counted", n=count, piece=shown(kind)) for kind, count in ordered[:MOST]]
    if more := sum(count for _, count in ordered[MOST:]):
        words.append(say("counted_more", n=more))
    return tuple(words)
