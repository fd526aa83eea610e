"""Which lock file holds the packages of a set of extras. Standard library only."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

FOLDER = "requirements"
LOCKS: dict[tuple[str, ...], str] = {(): "run.txt", ("test", "docs"): "test.txt"}
"""By extras: what ``start.py`` installs, and what ``test.py`` and CI install."""


def lock_of(extras: Sequence[str], root: Path) -> Path | None:
    """The lock file of those extras; ``None`` where there is none, as for training."""
    name = LOCKS.get(tuple(extras))
    path = root / FOLDER / name if name else None
    return path if path is not None and path.is_file() else None
