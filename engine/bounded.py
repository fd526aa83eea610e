"""JSON of which nobody knows who wrote it: nothing in it is deeper, longer or larger than it may be.

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
"""Lists and objects in each other."""
LENGTH = 4_000_000
"""Characters."""
LARGEST = 1 << 53
"""Whole numbers beyond it are no longer exact everywhere."""


def read_json(text: str, length: int = LENGTH) -> Any:
    """What a JSON text says; raises ``ValueError`` in one line for what is none or goes beyond a bound."""
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
    """The text as any file can hold it: bytes that are no text, in a name that the system gave, are shown as
    question marks.

    >>> writable("Kory\udcff")
    'Kory?'
    """
    return text if text.isascii() or _is_text(text) else text.encode("utf-8", "replace").decode("utf-8")


def _is_text(text: str) -> bool:
    """Whether there is no half of a pair of signs in it, which no file and no stream can hold."""
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
    """Whether lists and objects go deeper into each other than they may."""
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
