"""What installed packages bring, found by entry point: one that is broken is left out, and why is kept."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Any

from engine.message import Message, Messages

say = Messages("engine")


def installed(
    group: str, fault_of: Callable[[str, Any], Message | None]
) -> tuple[dict[str, Any], dict[str, Message]]:
    """What the entry points of a group bring, by their names, and by their names why others cannot be had.

    ``fault_of`` says what is wrong with what the entry point of that name has loaded, if anything is.
    """
    found, faults = dict[str, Any](), dict[str, Message]()
    for point in sorted(entry_points(group=group), key=lambda point: point.name):
        try:
            made = point.load()
        except Exception as error:  # somebody else's package: the others do without it
            faults[point.name] = say("point_broken", raw=point.value, raw2=str(error))
            continue
        fault = say("point_twice", raw=point.name) if point.name in found else fault_of(point.name, made)
        if fault is None:
            found[point.name] = made
        else:
            faults[point.name] = say("point_fault", raw=point.value, text=fault)
    return found, faults
