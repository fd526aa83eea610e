"""The lock files for sets of extras. Standard library only."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

FOLDER = "requirements"
LOCKS: dict[tuple[str, ...], str] = {(): "run.txt", ("test", "docs"): "test.txt"}
"""Lock files by extras: ``start.py`` uses the first one, ``test.py`` and CI the second."""


def lock_of(extras: Sequence[str], root: Path) -> Path | None:
    """The lock file for some extras; ``None`` if they have none, like those for training."""
    name = LOCKS.get(tuple(extras))
    path = root / FOLDER / name if name else None
    return path if path is not None and path.is_file() else None
