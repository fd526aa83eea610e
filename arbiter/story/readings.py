"""The recorded evidence for a move: its readings with their probabilities, and where in its stills pieces
appeared and vanished.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

from arbiter.record.replay import Step
from arbiter.words.describe import Names
from arbiter.words.wording import Wording

Pixels = tuple[float, ...]
Marks = tuple[tuple[Pixels, str], ...]
"""Boxes (px) with labels."""

WORTH_TELLING = 0.0005
"""A smaller probability would be shown as 0.0 %."""


def readings_of(step: Step, names: Names, words: Wording) -> tuple[tuple[str, float], ...]:
    """The readings of a move with their probabilities, best first."""
    seen = step.data.get("observation") or {}
    return tuple(
        (words.tell(each["text"], names), float(each["probability"]))
        for each in seen.get("readings") or ()
        if float(each["probability"]) >= WORTH_TELLING
    )


def none_of(step: Step) -> float | None:
    """The probability that it was none of these; ``None`` if unknown or too small to show."""
    none = (step.data.get("observation") or {}).get("none_of_these")
    return float(none) if none and none >= WORTH_TELLING else None


def marks_in(step: Step, words: Wording) -> dict[str, Marks]:
    """The pieces that vanished, in the still ``before`` a move, and those that appeared, in the one
    ``after``."""
    seen = step.data.get("observation") or {}
    appeared = seen.get("appeared") or chain.from_iterable((seen.get("changed") or {}).values())
    new = tuple((tuple(unit["bbox_px"]), _best(unit, words)) for unit in appeared)
    gone = tuple((tuple(spot["bbox_px"]), _contents(spot, words)) for spot in seen.get("vanished") or ())
    return {"before": gone, "after": new}


def _best(unit: Mapping[str, Any], words: Wording) -> str:
    """The likeliest size and colour of each of a unit's levels, with the probability."""
    found = []
    for level in unit.get("levels") or ():
        parts = [max(level[key].items(), key=lambda item: item[1]) for key in ("p_size", "p_colour")]
        sure = min(p for _, p in parts)
        found.append(f"{words.piece((parts[0][0], parts[1][0]))} {sure:.0%}")
    return words.say("on").join(found)


def _contents(spot: Mapping[str, Any], words: Wording) -> str:
    pieces = [words.piece((piece["size"], piece["colour"])) for piece in spot.get("pieces") or ()]
    return words.say("on").join(map(str, pieces))
