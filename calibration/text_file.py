"""Reads untrusted text files."""

from __future__ import annotations

from pathlib import Path

from engine.message import Messages

say = Messages("calibration")

LENGTH = 1_000_000
"""Bytes."""


def read_text(path: Path, length: int = LENGTH) -> str:
    """A text file in UTF-8 of at most ``length`` bytes, without a byte order mark.

    Raises ``OSError``, and ``ValueError`` for a longer file, one that is not text, or a path that is no
    regular file (a pipe would block).
    """
    if path.exists() and not path.is_file():
        raise ValueError(say("text_no_file"))
    with path.open("rb") as file:
        return as_text(file.read(length + 1), length)


def as_text(data: bytes, length: int = LENGTH) -> str:
    """Bytes as text; raises ``ValueError`` for more than ``length`` and if they are not UTF-8."""
    if len(data) > length:
        raise ValueError(say("text_long", most=length))
    return data.decode("utf-8-sig")
