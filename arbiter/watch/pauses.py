"""Keeps the garbage collector's pauses short while a game is watched."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def short_pauses() -> Iterator[None]:
    """What lives already is left out of the collector's walks until the block is over.

    The libraries and networks that are loaded by then stay anyway, and to walk over them takes up to 100 ms,
    in the middle of a frame. Where something is left out already, nothing changes: it could not be kept out
    while the rest is put back.
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
