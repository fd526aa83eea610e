"""What makes one multiset of pyramids another, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from engine.message import Argument, Message, Messages

say = Messages("engine")


def _itself(kind: Any) -> Argument:
    return kind  # type: ignore[no-any-return]


def amends(
    found: Counter[Any], wanted: Counter[Any], most: int = 4, told: Callable[[Any], Argument] = _itself
) -> Message:
    """What makes one multiset of pyramids another: ``add 2 small red, take away 1 large blue``.

    At most so many kinds are named each way, of the rest only how many pyramids they are. ``told`` is what a
    message holds for a kind.
    """
    add, take = (_counted(kinds, most, told) for kinds in (wanted - found, found - wanted))
    if add and take:
        return say("amend_both", list=add, list2=take)
    if not add and not take:
        return say("nothing")
    return say("amend_add", list=add) if add else say("amend_take", list=take)


def _counted(kinds: Counter[Any], most: int, told: Callable[[Any], Argument]) -> tuple[Argument, ...]:
    ordered = sorted(kinds.items())
    words = [say("counted", n=count, piece=told(kind)) for kind, count in ordered[:most]]
    if more := sum(count for _, count in ordered[most:]):
        words.append(say("counted_more", n=more))
    return tuple(words)
