"""What others wrote, on a terminal: signs that would command it are shown, not obeyed."""

from __future__ import annotations

import contextlib
import io
import sys
import unicodedata
from collections.abc import Iterator
from typing import Any, cast

KEPT = frozenset("\n\t")
_PICTURES = 0x2400
"""Where Unicode has a picture of each of the first 32 signs."""


def shown(text: str) -> str:
    """A text with signs of control, and those that turn its direction, as what they are."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_seen(sign) for sign in text)


def _seen(sign: str) -> str:
    if sign in KEPT or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Zl", "Zp"):
        return sign
    code = ord(sign)
    return chr(_PICTURES + code) if code < 32 else f"<{code:x}>"


class Shown:
    """A stream that shows what is written to it."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    @property
    def bare(self) -> Any:
        """The stream itself, for what is laid out by this program and holds nothing of others unseen."""
        return self._stream

    def write(self, text: str) -> int:
        """Write a text; gives its length."""
        self._stream.write(shown(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextlib.contextmanager
def plain_output() -> Iterator[None]:
    """Everything printed inside is shown, not obeyed; a question mark where the terminal lacks the sign."""
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
    """The stream behind one that shows what is written to it."""
    return stream.bare if isinstance(stream, Shown) else stream
