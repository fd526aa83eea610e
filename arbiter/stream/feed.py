"""The events of the game in progress, for publishers; safe to share between threads."""

from __future__ import annotations

import contextlib
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Self

from arbiter.record.record import Entry, Record
from arbiter.stream.events import KINDS, EventMaker, Published, game_id

KEPT = 64
"""Number of newest events that are cached; older ones are made again when needed."""


class Reading:
    """A record's events from its beginning, one after another."""

    def __init__(self, record: Record) -> None:
        self._record, self._maker = record, EventMaker(record.header_at(0))
        self._read = deque[Entry]()
        self._last = 0
        self.after = 0
        """The number of the newest event that was skipped or returned."""

    def next(self, after: int) -> Published | None:
        """The next event above a number; ``None`` if there is none yet."""
        self._read = self._read or deque(self._record.entries(after=self._last))
        while self._read:
            entry = self._read.popleft()
            self._last = entry.id
            event = self._maker.take(entry, entry.id > after)
            self.after = self._maker.newest
            if event is not None:
                return event
        return None


class Feed:
    """The events of a record's game. Empty until `begin`; never delays the game."""

    def __init__(self) -> None:
        self._record: Record | None = None
        self._listening: set[Callable[[], None]] = set()
        self._kept: OrderedDict[int, Published] = OrderedDict()
        self._reading: Reading | None = None
        self._making = threading.Lock()

    def begin(self, record: Record) -> Self:
        """Give the events of this record from now on; it must stay open as long as the feed is used."""
        self._record, self._reading = record, Reading(record)
        record.noted = self._wake
        self._wake()
        return self

    @property
    def game(self) -> str:
        """The game's id in its events; empty before `begin`."""
        return "" if self._record is None else game_id(self._record.header_at(0))

    @property
    def path(self) -> Path:
        """The record's file."""
        return Path() if self._record is None else self._record.path

    @property
    def newest(self) -> int:
        """The number of the newest event; 0 before the first."""
        entries = () if self._record is None else tuple(self._record.entries())
        return next((entry.id for entry in reversed(entries) if entry.kind in KINDS), 0)

    def left(self, after: int) -> int:
        """The number of events above a number."""
        entries = () if self._record is None else self._record.entries(after=after)
        return sum(entry.kind in KINDS for entry in entries)

    def since(self, after: int) -> Iterator[Published]:
        """The events above a number, in order, made one at a time.

        Raises ``RecordError`` if the record can't be read.
        """
        late: Reading | None = None
        while self._record is not None and self._reading is not None:
            with self._making:
                event = next((each for seq, each in self._kept.items() if each.after <= after < seq), None)
                if event is None and self._reading.after <= after:
                    event = self._reading.next(after)
                    if event is not None:
                        self._kept[event.seq] = event
                        while len(self._kept) > KEPT:
                            self._kept.popitem(last=False)
                elif event is None:  # a reader that is far behind reads the record separately
                    late = late or Reading(self._record)
                    event = late.next(after)
            if event is None:
                return
            yield event
            after = event.seq

    @contextlib.contextmanager
    def listening(self, wake: Callable[[], None]) -> Iterator[None]:
        """In this context ``wake`` is called after each append, in the game's thread: it must not block."""
        self._listening = {*self._listening, wake}
        try:
            yield
        finally:
            self._listening = self._listening - {wake}

    def _wake(self) -> None:
        for wake in self._listening:
            wake()
