"""Follows the tables of a broker: every event is taken once and in order; missing ones are requested."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from typing import Any

from arbiter.record.schema import to_text
from arbiter.stream.address import ROOT, Address, table_of
from arbiter.stream.broker import Link, LinkLost
from arbiter.stream.events import VERSION, Published, read_event
from arbiter.stream.inbox import Arrival, Game, Inbox
from engine.bounded import read_json

PAUSE_S = 1.0
"""Pause before reconnecting: otherwise two clients with one name would disconnect each other continually."""
AGAIN_S = 1.5
"""Interval between requests for missing events."""
MOST_MISSING = 10_000
"""Most games with missing events; more are ignored."""
Taken = Callable[[str, Published], None]
Stood = Callable[[str, Mapping[str, Any]], None]


class Follower:
    """Follows in a thread of its own until `close`.

    ``take(table, event)`` gets each event after those in ``inbox``, once and in the order of its game; if it
    raises, the event counts as not taken and comes again. Store ``event.seq`` together with its effects, and
    pass it as ``inbox`` after a restart. ``status(table, facts)`` gets a table's status. All events of a new
    game are requested, or with ``newest`` only those from now on. ``linked`` is called with whether the
    broker is connected. ``name`` must be unique: two followers with one name disconnect each other.
    """

    def __init__(
        self,
        broker: Address,
        name: str,
        take: Taken,
        status: Stood = lambda table, facts: None,
        inbox: Inbox | None = None,
        table: str = "+",
        newest: bool = False,
        linked: Callable[[bool], None] = lambda there: None,
    ) -> None:
        self._broker, self._name, self._take, self._status = broker, name, take, status
        self.inbox, self._newest = inbox or Inbox(), newest
        self._topics = [f"{ROOT}/{table}/{what}" for what in ("events", "status")]
        self._missing: dict[Game, int] = {}
        self._asked: dict[Game, float] = {}
        self._link: Link | None = None
        self._linked = linked
        self._there: bool | None = None
        """The last value passed to ``linked``."""
        self.connected = False
        self.faults = 0
        """How often ``take`` or ``status`` has failed, or an invalid event has come."""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="follower", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop following."""
        self._stop.set()
        self._thread.join(10.0)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                with closing(Link(self._broker, self._name, self._topics, self._message, keep=True)) as link:
                    self._follow(link)
            except LinkLost:
                pass
            self.connected, self._link = False, None
            if not self._stop.is_set():
                self._tell(there=False)
            self._stop.wait(PAUSE_S)

    def _tell(self, there: bool) -> None:
        if there is not self._there:
            self._there = there
            self._linked(there)

    def _follow(self, link: Link) -> None:
        self._link, self.connected = link, True
        self._tell(there=True)
        while not link.lost and not self._stop.wait(0.25):
            for (table, game), seq in list(self._missing.items()):
                had = self.inbox.last.get((table, game), 0)
                if had >= seq:
                    self._missing.pop((table, game), None)
                elif time.monotonic() - self._asked.get((table, game), 0.0) > AGAIN_S:
                    self._asked[table, game] = time.monotonic()
                    link.offer(f"{ROOT}/{table}/ask", to_text({"game": game, "after": had}))

    def _message(self, topic: str, payload: bytes) -> None:
        try:
            table, what = table_of(topic)
            if what == "events":
                self._event(table, read_event(payload))
            else:
                self._stands(table, read_json(payload.decode("utf-8"), 100_000))
        except Exception:  # the stream must go on; an event that was not taken is requested again
            self.faults += 1

    def _event(self, table: str, event: Published) -> None:
        arrival = self.inbox.sees(table, event)
        known = (table, event.game) in self.inbox.last
        if arrival is Arrival.NEXT or (arrival is Arrival.EARLY and self._newest and not known):
            self._misses(table, event.game, event.seq)
            self._take(table, event)
            self.inbox = self.inbox.takes(table, event)
        elif arrival is Arrival.EARLY:
            self._misses(table, event.game, event.seq)

    def _misses(self, table: str, game: str, seq: int) -> None:
        """Note that an event with that number exists, which is requested until it is taken."""
        if len(self._missing) < MOST_MISSING or (table, game) in self._missing:
            self._missing[table, game] = max(seq, self._missing.get((table, game), 0))

    def _stands(self, table: str, facts: Any) -> None:
        if not isinstance(facts, dict) or facts.get("version") != VERSION:
            raise ValueError("not a status")
        for each in facts.get("games", ()):
            if not self._newest or (table, str(each["game"])) in self.inbox.last:
                self._misses(table, str(each["game"]), int(each["seq"]))
        self._status(table, facts)
