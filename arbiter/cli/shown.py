"""Escapes control characters in other people's text, so that it can't control the terminal."""

from __future__ import annotations

import contextlib
import io
import sys
import unicodedata
from collections.abc import Iterator
from typing import Any, cast

KEPT = frozenset("\n\t")
_PICTURES = 0x2400
"""Start of Unicode's visible pictures of the first 32 control characters."""


def shown(text: str) -> str:
    """A text with control characters, and those that change its direction, made visible."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_seen(sign) for sign in text)


def _seen(sign: str) -> str:
    if sign in KEPT or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Zl", "Zp"):
        return sign
    code = ord(sign)
    return chr(_PICTURES + code) if code < 32 else f"<{code:x}>"


class Shown:
    """A stream that makes control characters visible."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    @property
    def bare(self) -> Any:
        """The stream itself, for output with this program's own control codes and other text escaped
        already."""
        return self._stream

    def write(self, text: str) -> int:
        """Write a text; returns its length."""
        self._stream.write(shown(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextlib.contextmanager
def plain_output() -> Iterator[None]:
    """A context in which everything printed is escaped; characters that the terminal lacks become question
    marks.
    """
    before = sys.stdout, sys.stderr
    for each in before:
        if isinstance(each, io.TextIOWrapper):
            each.reconfigure(errors="replace")
    sys.stdout, sys.stderr = (cast(Any, Shown(each)) if each is not None else each for each in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def bare(stream: Any) -> Any:
    """The stream behind a `Shown` one."""
    return stream.bare if isinstance(stream, Shown) else stream
