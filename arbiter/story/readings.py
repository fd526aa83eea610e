"""What a move was judged on, as far as the record has it: its readings with their probabilities, and where in
its stills what came and went was seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

from arbiter.record.replay import Step
from arbiter.story.translation import told
from arbiter.words.describe import Names
from arbiter.words.wording import Wording

Pixels = tuple[float, ...]
Marks = tuple[tuple[Pixels, str], ...]
"""Boxes (px) with words."""

WORTH_TELLING = 0.0005
"""Readings of a smaller share would be told with 0.0 %."""


def readings_of(step: Step, names: Names, words: Wording) -> tuple[tuple[str, float], ...]:
    """What the table may have shown with the probabilities, best first."""
    seen = step.data.get("observation") or {}
    return tuple(
        (told(each["text"], names, words), float(each["probability"]))
        for each in seen.get("readings") or ()
        if float(each["probability"]) >= WORTH_TELLING
    )


def none_of(step: Step) -> float | None:
    """The probability that it was none of these; ``None`` where it is not known or not worth telling."""
    none = (step.data.get("observation") or {}).get("none_of_these")
    return float(none) if none and none >= WORTH_TELLING else None


def marks_in(step: Step, words: Wording) -> dict[str, Marks]:
    """What went in the still ``before`` a move, and what came in the one ``after`` it."""
    seen = step.data.get("observation") or {}
    appeared = seen.get("appeared") or chain.from_iterable((seen.get("changed") or {}).values())
    new = tuple((tuple(unit["bbox_px"]), _best(unit, words)) for unit in appeared)
    gone = tuple((tuple(spot["bbox_px"]), _contents(spot, words)) for spot in seen.get("vanished") or ())
    return {"before": gone, "after": new}


def _best(unit: Mapping[str, Any], words: Wording) -> str:
    """The likeliest colour and size of a unit's levels, with how sure that is."""
    found = []
    for level in unit.get("levels") or ():
        parts = [max(level[key].items(), key=lambda item: item[1]) for key in ("p_size", "p_colour")]
        sure = min(p for _, p in parts)
        found.append(f"{words.piece((parts[0][0], parts[1][0]))} {sure:.0%}")
    return words.say("on").join(found)


def _contents(spot: Mapping[str, Any], words: Wording) -> str:
    pieces = [words.piece((piece["size"], piece["colour"])) for piece in spot.get("pieces") or ()]
    return words.say("on").join(map(str, pieces))
