"""JSON from unknown authors, read within bounds on its depth, its length and its numbers.

>>> read_json('{"plays": [1, 2.5]}')
{'plays': [1, 2.5]}
>>> read_json("[" * 100_000)
Traceback (most recent call last):
ValueError: the JSON is nested more than 64 deep
"""

from __future__ import annotations

import json
import math
from typing import Any

from engine.message import Messages

say = Messages("engine")

DEPTH = 64
"""The deepest nesting of lists and objects."""
LENGTH = 4_000_000
"""The most characters."""
LARGEST = 1 << 53
"""Larger whole numbers are not exact everywhere."""


def read_json(text: str, length: int = LENGTH) -> Any:
    """The value of a JSON text; raises ``ValueError``, in one line, if it is invalid or beyond a bound."""
    if len(text) > length:
        raise ValueError(say("json_long", most=length))
    try:
        value = json.loads(text, parse_int=_whole, parse_float=_decimal, parse_constant=_none_such)
    except RecursionError:
        raise ValueError(say("json_deep", most=DEPTH)) from None
    if text.count("[") + text.count("{") > DEPTH and _deep(value):
        raise ValueError(say("json_deep", most=DEPTH))
    if "\\u" in text and not _is_text(json.dumps(value, ensure_ascii=False)):
        raise ValueError(say("json_half"))
    return value


def writable(text: str) -> str:
    """The text as any file can hold it: undecodable bytes, as in a name from the system, become question
    marks.

    >>> writable("Kory\udcff")
    'Kory?'
    """
    return text if text.isascii() or _is_text(text) else text.encode("utf-8", "replace").decode("utf-8")


def _is_text(text: str) -> bool:
    """Whether it has no lone surrogate, which no file and no stream can hold."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _whole(digits: str) -> int:
    if len(digits) > 17 or abs(number := int(digits)) > LARGEST:
        raise ValueError(say("json_large", most=LARGEST))
    return number


def _decimal(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(say("json_endless"))
    return number


def _none_such(name: str) -> float:
    raise ValueError(say("json_number", raw=name))


def _deep(value: Any) -> bool:
    """Whether lists and objects are nested too deeply."""
    level, depth = [value], 0
    while level:
        depth += 1
        if depth > DEPTH + 1:
            return True
        level = [
            inner
            for each in level
            if isinstance(each, dict | list)
            for inner in (each.values() if isinstance(each, dict) else each)
        ]
    return False
