"""Checks the types of the values in an entry's data, by its kind, and in a header.

An entry or header value of another type is left out, so that no reader has to check types again. The types
are those of the events (`arbiter.events.types`); ``None`` and missing values are accepted, as are ``round``,
``ply`` and ``seat`` of any type: a play can be read without them. Plays and set-ups, which only the rules can
check, are read when the game is replayed (`arbiter.record.replay`).
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from arbiter.events.types import EVENTS
from engine.game import Seat
from engine.message import Message
from engine.pieces import Colour, Size

Fits = Callable[[Any], bool]
LEFT = frozenset({"round", "ply", "seat"})
SIZES, COLOURS = frozenset(each.word for each in Size), frozenset(each.value for each in Colour)
MOST_POINTS, MOST_FACTOR = 1 << 53, 64
"""Limits of a score, and of each of its factors and doublings."""


def fits(kind: str, data: Mapping[str, Any]) -> bool:
    """Whether an entry's values have the types of its kind; always true for an unknown kind."""
    if kind == "header":
        return all(fits_header(name, value) for name, value in data.items())
    known = _known(kind)
    return all(
        value is None or name not in known or all(check(value) for check in known[name])
        for name, value in data.items()
    )


def fits_header(name: str, value: Any) -> bool:
    """Whether a header's value has the right type; always true for an unknown name."""
    return value is None or name not in _HEADER or _HEADER[name](value)


@cache
def _known(kind: str) -> Mapping[str, tuple[Fits, ...]]:
    """The checks for the values of a kind of entry, by their names."""
    event = EVENTS.get(kind)
    hints = get_type_hints(event) if event is not None else {}
    checks = {name: (_check(hint),) for name, hint in hints.items() if name not in LEFT | {"kind", "time_s"}}
    more = {**_SAID, **_ALSO.get(kind, {})}
    return {name: (*checks.get(name, ()), *more.get(name, ())) for name in {**checks, **more}}


def _check(hint: Any) -> Fits:
    """A check that a value read from JSON fits a type hint."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        checks = [_check(each) for each in inner if each is not type(None)]
        return lambda value: value is None or any(check(value) for check in checks)
    if origin is tuple:
        check = _check(inner[0])
        return lambda value: isinstance(value, list) and all(check(each) for each in value)
    if hint is str:  # earlier versions wrote text where messages are now, and people's words may be either
        return is_said
    if hint is float:
        return _is_number
    if hint in (int, bool):
        return lambda value: isinstance(value, int)
    if hint is Message:
        return lambda value: isinstance(value, Message)
    if (origin or hint) is Mapping:
        return lambda value: isinstance(value, Mapping)
    return lambda value: True


def is_said(value: Any) -> bool:
    """Whether a value is text or a message."""
    return isinstance(value, str | Message)


def _is_number(value: Any) -> bool:
    return value is None or isinstance(value, int | float)


def _is_seat(value: Any) -> bool:
    return value is None or (isinstance(value, str) and value in set(Seat))


def _are_points(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(each, int) and abs(each) < MOST_POINTS for each in value.values()
    )


def _is_outcome(value: Any) -> bool:
    """Whether a value describes how a round ended, with a valid ``score``."""
    if not isinstance(value, Mapping) or not _is_seat(value.get("winner")):
        return False
    said = all(is_said(value[name]) for name in ("reason", "reading") if value.get(name) is not None)
    score, points = value.get("score"), value.get("points")
    return said and (score is None or _is_score(score)) and (points is None or _are_points(points))


def _is_score(value: Any) -> bool:
    return (
        isinstance(value, Mapping)
        and all(
            _is_count(value.get(name), MOST_FACTOR) for name in ("pyramids", "pips", "calls", "virtual_plays")
        )
        and _is_count(value.get("total"), MOST_POINTS)
        and _is_piece(value.get("winning"))
    )


def _is_count(value: Any, most: int) -> bool:
    return isinstance(value, int) and 0 <= value < most


def _is_piece(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(value.get(name), str) and value[name] in known
        for name, known in (("size", SIZES), ("colour", COLOURS))
    )


# ----- observations


def _is_observation(value: Any) -> bool:
    """Whether a value holds a move's evidence: readings, and what appeared and vanished in the picture."""
    if not isinstance(value, Mapping):
        return False
    changed = value.get("changed") or {}
    return (
        _all(value.get("readings"), _is_reading)
        and _is_number(value.get("none_of_these"))
        and isinstance(changed, Mapping)
        and all(_all(each, _is_unit) for each in (value.get("appeared"), *changed.values()))
        and _all(value.get("vanished"), _is_spot)
    )


def _are_seen(value: Any) -> bool:
    """Whether a value holds the detections in each picture of a dispute."""
    return isinstance(value, Mapping) and all(
        _all(each, lambda one: _is_box(one, "box") and is_said(one.get("words"))) for each in value.values()
    )


def _all(value: Any, check: Fits) -> bool:
    return value is None or (isinstance(value, list) and all(check(each) for each in value))


def _is_reading(value: Any) -> bool:
    return (
        isinstance(value, Mapping)
        and is_said(value.get("text"))
        and isinstance(value.get("probability"), int | float)
    )


def _is_box(value: Any, name: str) -> bool:
    return (
        isinstance(value, Mapping)
        and isinstance(box := value.get(name), list)
        and len(box) == 4
        and all(isinstance(each, int | float) for each in box)
    )


def _is_unit(value: Any) -> bool:
    return _is_box(value, "bbox_px") and _all(value.get("levels"), _is_level)


def _is_level(value: Any) -> bool:
    """Whether a value holds the probabilities of a level's sizes and colours."""
    if not isinstance(value, Mapping):
        return False
    for name, known in (("p_size", SIZES), ("p_colour", COLOURS)):
        odds = value.get(name)
        if not (isinstance(odds, Mapping) and odds and set(map(str, odds)) <= known):
            return False
        if not all(isinstance(each, int | float) for each in odds.values()):
            return False
    return True


def _is_spot(value: Any) -> bool:
    return _is_box(value, "bbox_px") and _all(value.get("pieces"), _is_piece)


def _are_of(*kinds: type) -> Fits:
    return lambda value: isinstance(value, list) and all(isinstance(each, kinds) for each in value)


def _is_of(*kinds: type) -> Fits:
    return lambda value: isinstance(value, kinds)


_HEADER: Mapping[str, Fits] = {
    **dict.fromkeys(("game", "palette", "language", "source", "created", "colours"), _is_of(str)),
    **dict.fromkeys(("rules", "table", "calibration"), _is_of(Mapping)),
    "players": _is_of(Mapping, list),
    "rounds": lambda value: isinstance(value, int) and 0 < value < 100,
    "turns": _is_of(int),
    "lead": _is_of(int),
    "sources": _are_of(str),
    "offsets_s": _are_of(int, float),
}
_SAID: Mapping[str, tuple[Fits, ...]] = {
    **dict.fromkeys(("text", "topic", "how"), (is_said,)),
    "observation": (_is_observation,),
}
_ALSO: Mapping[str, Mapping[str, tuple[Fits, ...]]] = {
    "round_over": {"outcome": (_is_outcome,), "totals": (_are_points,)},
    "match_over": {"winner": (_is_seat,), "totals": (_are_points,)},
    "clip": {"dispute": (_check(int),), "seen": (_are_seen,)},
    "dispute": {"seen": (_are_seen,)},
    "said": {"about": (is_said,), "supersedes": (is_said,)},
}
