"""Keeps the garbage collector's pauses short while a game is watched."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def short_pauses() -> Iterator[None]:
    """Excludes all existing objects from garbage collection within this context.

    The libraries and networks loaded by then stay alive anyway, and traversing them takes up to 100 ms in the
    middle of a frame. If objects are frozen already, nothing changes, because ``gc.unfreeze`` could not tell
    them from ours.
    """
    if gc.get_freeze_count():
        yield
        return
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
