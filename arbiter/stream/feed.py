"""The events of the game in progress, for those who publish them; safe to share between threads."""

from __future__ import annotations

import contextlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Self

from arbiter.record.record import Record
from arbiter.stream.events import KINDS, Published, events_of, game_id, newest

KEPT = 64
"""So many of the newest events are kept as they were made; older ones are made again when asked for."""


class Feed:
    """What has happened in a record's game. Empty until `begin`; nothing is held back from the game."""

    def __init__(self) -> None:
        self._record: Record | None = None
        self._listening: set[Callable[[], None]] = set()
        self._kept: OrderedDict[int, Published] = OrderedDict()
        self._making = threading.Lock()

    def begin(self, record: Record) -> Self:
        """Tell of this record from now on; it must stay open for as long as anybody asks."""
        self._record = record
        record.noted = self._wake
        self._wake()
        return self

    @property
    def game(self) -> str:
        """Which game it is, as its events name it; empty before it has begun."""
        return "" if self._record is None else game_id(self._record.header_at(0))

    @property
    def path(self) -> Path:
        """The record's file."""
        return Path() if self._record is None else self._record.path

    @property
    def newest(self) -> int:
        """The number of the newest event, 0 before there is any."""
        return 0 if self._record is None else newest(tuple(self._record.entries()))

    def left(self, after: int) -> int:
        """How many events there are above a number."""
        entries = () if self._record is None else self._record.entries(after=after)
        return sum(entry.kind in KINDS for entry in entries)

    def since(self, after: int) -> Iterator[Published]:
        """The events above a number, in order, one at a time as they are taken.

        Raises ``RecordError`` where the record cannot be read.
        """
        record = self._record
        while record is not None:
            with self._making:
                event = next((each for seq, each in self._kept.items() if each.after <= after < seq), None)
                if event is None:
                    entries = tuple(record.entries())
                    event = next(events_of(record.header_at(0), entries, after), None)
                    if event is not None:
                        self._kept[event.seq] = event
                        while len(self._kept) > KEPT:
                            self._kept.popitem(last=False)
            if event is None:
                return
            yield event
            after = event.seq

    @contextlib.contextmanager
    def listening(self, told: Callable[[], None]) -> Iterator[None]:
        """Inside, ``told`` is called after something was recorded, by the game's thread: it must not wait."""
        self._listening = {*self._listening, told}
        try:
            yield
        finally:
            self._listening = self._listening - {told}

    def _wake(self) -> None:
        for told in self._listening:
            told()
