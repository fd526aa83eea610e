"""Text files of which nobody knows who wrote them."""

from __future__ import annotations

from pathlib import Path

from engine.message import Messages

say = Messages("calibration")

LENGTH = 1_000_000
"""Bytes."""


def read_text(path: Path, length: int = LENGTH) -> str:
    """A text file in UTF-8, no longer than so many bytes; a mark at its begin is left out.

    Raises ``OSError``, and ``ValueError`` for one that is longer, no text or no file at all (a pipe would be
    waited for).
    """
    if path.exists() and not path.is_file():
        raise ValueError(say("text_no_file"))
    with path.open("rb") as file:
        return as_text(file.read(length + 1), length)


def as_text(data: bytes, length: int = LENGTH) -> str:
    """Bytes as text; raises ``ValueError`` for more than so many and for what is no UTF-8."""
    if len(data) > length:
        raise ValueError(say("text_long", most=length))
    return data.decode("utf-8-sig")
