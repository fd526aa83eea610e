"""Publishes a game's events to a broker, in order; undelivered ones are sent when the broker is back.

This machine stores what the broker has confirmed (`arbiter.stream.sent`); after an interruption or a restart
all later events are made from the record again. Subscribers can request missing events (topic ``ask``), which
are also made from the record.
"""

from __future__ import annotations

import math
import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path

from arbiter.record.record import Record, RecordError
from arbiter.record.schema import to_text
from arbiter.stream.address import Address
from arbiter.stream.broker import Link, LinkLost
from arbiter.stream.events import VERSION, Published, events_of
from arbiter.stream.feed import Feed
from arbiter.stream.sent import Sent
from engine.bounded import read_json
from engine.message import Messages, Said

say = Messages("arbiter")

LEAST_PAUSE_S, MOST_PAUSE_S = 0.5, 8.0
"""Pause between two attempts to reach the broker, doubled each time."""
AGAIN_S = 1.0
"""Least interval between sending a game again, however many request it."""
CLOSING_S = 5.0
"""Time limit for delivering the rest at the end of a game."""
NAMED = 8
"""Number of newest games in the table's status."""
MOST_ASKED = 100
END = "ended"
Ask = tuple[str, int]
"""A game, and the number of the last of its events that somebody has."""


class Publisher:
    """Publishes in a thread of its own until `close`; never delays the game.

    ``page`` gives the address of the viewers' page, perhaps empty; ``tell`` gets a message when the broker is
    lost and when it is back.
    """

    def __init__(
        self,
        address: Address,
        feed: Feed,
        kept: Path,
        page: Callable[[], str] = lambda: "",
        tell: Callable[[Said], None] = lambda line: None,
    ) -> None:
        self._address, self._feed, self._kept, self._page, self._tell = address, feed, kept, page, tell
        self._asked: queue.Queue[Ask] = queue.Queue(MOST_ASKED)
        self._again: dict[str, float] = {}
        self._wake, self._stop = threading.Event(), threading.Event()
        self.confirmed = 0
        """The number of the last event of this game that the broker has confirmed in this run."""
        self._away, self._end, self._pause_s = False, math.inf, LEAST_PAUSE_S
        self._thread = threading.Thread(target=self._run, name="publisher", daemon=True)
        self._thread.start()

    def close(self, timeout_s: float = CLOSING_S, patient: bool = False) -> int:
        """Deliver the rest within ``timeout_s``; returns the number of events still undelivered.

        ``patient``: the time limit starts again with each event that the broker takes.
        """
        self._end, had = time.monotonic() + timeout_s, self.confirmed
        self._stop.set()
        self._wake.set()
        while self._thread.is_alive() and time.monotonic() < self._end:
            self._thread.join(0.1)
            if patient and self.confirmed > had:
                self._end, had = time.monotonic() + timeout_s, self.confirmed
        return self._feed.left(self.confirmed)

    # ----- the thread

    def _run(self) -> None:
        with self._feed.listening(self._wake.set):
            while True:
                try:
                    self._connected()
                    return
                except Exception as error:  # the game must go on; it is tried again
                    self._lost(error)
                if self._stop.wait(self._pause_s):
                    if time.monotonic() > self._end:
                        return
                    time.sleep(LEAST_PAUSE_S)
                self._pause_s = min(2 * self._pause_s, MOST_PAUSE_S)

    def _lost(self, error: Exception) -> None:
        if not self._away:
            self._away = True
            self._tell(say("stream_lost", raw=str(self._address), raw2=str(error)))

    def _connected(self) -> None:
        """Publish until stopped and nothing is left; raises ``LinkLost`` if the broker is lost."""
        gone = self._address.topic("status"), to_text(self._status((), online=False))
        name = f"arbiter-{self._address.table}"
        sent = Sent(self._kept)
        try:
            if self._feed.game:  # noted even without a broker, so that it is delivered later
                sent.begins(str(self._address), self._feed.game, self._feed.path)
            with closing(Link(self._address, name, [self._address.topic("ask")], self._ask, gone)) as link:
                self._pause_s = LEAST_PAUSE_S
                if self._away:
                    self._away = False
                    self._tell(say("stream_back", raw=str(self._address)))
                self._left_behind(link, sent)
                self._serve(link, sent)
        finally:
            sent.close()

    def _serve(self, link: Link, sent: Sent) -> None:
        game, at = "", 0
        self._say_status(link, sent, online=True)
        while True:
            self._wake.clear()
            stopping = self._stop.is_set()
            if self._feed.game != game:
                game = self._feed.game
                at = sent.begins(str(self._address), game, self._feed.path)
                newest = self._feed.newest
                at = min(at, newest - 1 if newest else 0)  # send the newest again, in case the broker lost it
                self._say_status(link, sent, online=True)
            at = self._deliver(link, sent, at)
            self._answer(link, sent, at)
            if stopping:
                self._say_status(link, sent, online=False)
                return
            self._wake.wait(0.5)
            if link.lost:
                raise LinkLost("the connection broke")

    def _deliver(self, link: Link, sent: Sent, at: int) -> int:
        """Publish the events of the game in progress after number ``at``; returns the number of the last."""
        newest, topic = self._feed.newest, self._address.topic("events")
        for event in self._feed.since(at):
            link.publish(topic, event.text(), retain=event.seq >= newest)
            at = self.confirmed = event.seq
            sent.confirmed(str(self._address), event.game, at, event.kind == END)
        return at

    def _left_behind(self, link: Link, sent: Sent) -> None:
        """Publish undelivered events of earlier games whose records still exist."""
        topic = self._address.topic("events")
        for game, path, seq in reversed(sent.games(str(self._address), unfinished=True)):
            if game == self._feed.game:
                continue
            for event in recorded(path, game, seq):
                link.publish(topic, event.text())
                sent.confirmed(str(self._address), game, event.seq, event.kind == END)

    # ----- requests

    def _ask(self, topic: str, payload: bytes) -> None:
        """Take a request for missing events; called in the connection's thread."""
        try:
            facts = read_json(payload.decode("utf-8"), 1000)
            self._asked.put_nowait((str(facts["game"]), max(0, int(facts["after"]))))
        except (ValueError, LookupError, TypeError, queue.Full):
            return
        self._wake.set()

    def _answer(self, link: Link, sent: Sent, at: int) -> None:
        """Send requested events again, each game once for all requests, up to those sent already."""
        wanted: dict[str, int] = {}
        for game, after in self._pending():
            wanted[game] = min(after, wanted.get(game, after))
        topic, now = self._address.topic("events"), time.monotonic()
        for game, after in wanted.items():
            if now - self._again.get(game, -AGAIN_S) < AGAIN_S:
                continue
            self._again = {**dict(list(self._again.items())[-NAMED:]), game: now}
            for event in self._events(sent, game, after):
                if game == self._feed.game and event.seq > at:
                    break
                link.publish(topic, event.text(), retain=game == self._feed.game and event.seq == at)

    def _pending(self) -> Iterator[Ask]:
        while True:
            try:
                yield self._asked.get_nowait()
            except queue.Empty:
                return

    def _events(self, sent: Sent, game: str, after: int) -> Iterable[Published]:
        if game == self._feed.game:
            return self._feed.since(after)
        known = {name: path for name, path, _ in sent.games(str(self._address))}
        return recorded(known[game], game, after) if game in known else ()

    # ----- the table

    def _say_status(self, link: Link, sent: Sent, online: bool) -> None:
        games = [(game, seq) for game, _, seq in sent.games(str(self._address))[:NAMED]]
        link.publish(self._address.topic("status"), to_text(self._status(games, online)), retain=True)

    def _status(self, games: Iterable[Ask], online: bool) -> dict[str, object]:
        return {
            "version": VERSION,
            "table": self._address.table,
            "online": online,
            "page": self._page() if online else "",
            "games": [{"game": game, "seq": seq} for game, seq in games],
        }


def recorded(path: Path, game: str, after: int) -> Iterator[Published]:
    """The events of a recorded game after a number; none if its record is gone, broken or another game's."""
    try:
        with Record.open(path, readonly=True) as record:
            for event in events_of(record.header_at(0), tuple(record.entries()), after):
                if event.game != game:
                    return
                yield event
    except (RecordError, OSError):
        return
