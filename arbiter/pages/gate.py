"""How much of a page's server one visitor may take, and all together: connections, streams, requests.

It stands before the question who may come in (``arbiter.pages.access``): idle connections are dropped before
anything was asked, and what is too much is turned away without a word on the terminal.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from aiohttp import web

from arbiter.pages.refusal import Refused
from engine.message import Messages

say = Messages("arbiter")

MOST, MOST_EACH = 160, 40
"""Open connections in all, and of one address."""
STREAMS, STREAMS_EACH = 48, 12
"""Open streams of events likewise."""
IDLE_S = 10.0
"""A connection on which no request is being answered lives no longer."""
A_SECOND, AT_ONCE = 120.0, 360.0
"""Requests of one address: so many a second, and so many at once."""
REMEMBERED = 1000
"""Addresses whose requests are counted."""


class Gate:
    """Counts who is inside. For one event loop."""

    def __init__(self, idle_s: float = IDLE_S) -> None:
        self.idle_s = idle_s
        self.visits: dict[Any, Visit] = {}
        self._inside: Counter[str] = Counter()
        self._streams: Counter[str] = Counter()
        self._left: dict[str, tuple[float, float]] = {}

    def factory(self, make: Callable[[], Any]) -> Callable[[], asyncio.Protocol]:
        """A factory of protocols for ``loop.create_server`` in front of another."""
        return lambda: Visit(self, make())

    def enter(self, address: str) -> bool:
        """Whether one more connection of an address may come in."""
        if self._inside.total() >= MOST or self._inside[address] >= MOST_EACH:
            return False
        self._inside[address] += 1
        return True

    def leave(self, address: str) -> None:
        """A connection that came in is gone."""
        self._inside[address] -= 1
        self._inside += Counter()  # forget who has none

    def may_ask(self, address: str) -> bool:
        """Whether one more request of an address is answered now."""
        now = time.monotonic()
        left, at = self._left.pop(address, (AT_ONCE, now))
        left = min(AT_ONCE, left + (now - at) * A_SECOND)
        while len(self._left) >= REMEMBERED:
            del self._left[next(iter(self._left))]
        self._left[address] = max(0.0, left - 1), now
        return left >= 1

    @contextlib.contextmanager
    def stream(self, address: str) -> Iterator[None]:
        """An open stream; raises `Refused` where there are enough."""
        if self._streams.total() >= STREAMS or self._streams[address] >= STREAMS_EACH:
            raise Refused(web.HTTPTooManyRequests, say("door_streams"))
        self._streams[address] += 1
        try:
            yield
        finally:
            self._streams[address] -= 1

    @contextlib.contextmanager
    def busy(self, request: web.Request) -> Iterator[None]:
        """A request that is being answered keeps its connection."""
        visit = self.visits.get(request.transport)
        if visit is not None:
            visit.requests += 1
        try:
            yield
        finally:
            if visit is not None:
                visit.requests -= 1
                visit.wait()


class Visit(asyncio.Protocol):
    """One connection, in front of the protocol that answers it."""

    def __init__(self, gate: Gate, inner: Any) -> None:
        self._gate, self._inner, self._address = gate, inner, ""
        self._transport: Any = None
        self._alarm: asyncio.TimerHandle | None = None
        self.requests = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let it in, or close it at once."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if peer else ""
        if not self._gate.enter(address):
            self._inner = None
            transport.abort()  # type: ignore[attr-defined]
            return
        self._address, self._transport = address, transport
        self._gate.visits[transport] = self
        self._inner.connection_made(transport)
        self.wait()

    def wait(self) -> None:
        """No request is being answered: the next one has so long to arrive whole."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = asyncio.get_running_loop().call_later(self._gate.idle_s, self._late)

    def _late(self) -> None:
        if self.requests == 0 and self._transport is not None:
            self._transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        """It is gone."""
        if self._alarm is not None:
            self._alarm.cancel()
        if self._transport is not None:
            self._gate.visits.pop(self._transport, None)
            self._gate.leave(self._address)
            self._inner.connection_lost(error)

    def data_received(self, data: bytes) -> None:
        """Hand on what came."""
        if self._inner is not None:
            self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        """Hand on that nothing more comes."""
        return self._inner.eof_received() if self._inner is not None else None

    def pause_writing(self) -> None:
        """Hand on that the other side is slow."""
        if self._inner is not None:
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        """Hand on that it takes more."""
        if self._inner is not None:
            self._inner.resume_writing()
