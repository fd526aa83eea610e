"""What installed packages bring, found by entry point; a broken one is left out, and the reason kept."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Any

from engine.message import Message, Messages

say = Messages("engine")


def installed(
    group: str, fault_of: Callable[[str, Any], Message | None]
) -> tuple[dict[str, Any], dict[str, Message]]:
    """The objects that the entry points of a group bring, by name, and the reasons why others are
    unavailable, by name.

    ``fault_of`` says what is wrong with the object of an entry point's name, if anything.
    """
    found, faults = dict[str, Any](), dict[str, Message]()
    for point in sorted(entry_points(group=group), key=lambda point: point.name):
        try:
            made = point.load()
        except Exception as error:  # somebody else's package must not affect the others
            faults[point.name] = say("point_broken", raw=point.value, raw2=str(error))
            continue
        fault = say("point_twice", raw=point.name) if point.name in found else fault_of(point.name, made)
        if fault is None:
            found[point.name] = made
        else:
            faults[point.name] = say("point_fault", raw=point.value, text=fault)
    return found, faults
