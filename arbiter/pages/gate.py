"""How much of a page's server one visitor may take, and all together: connections, streams, requests.

It stands before the question who may come in (``arbiter.pages.access``), and before encryption is agreed on:
idle connections are dropped before anything was asked, and what is too much is turned away without a word on
the terminal.
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from aiohttp import web

from arbiter.pages.refusal import Refused
from engine.message import Messages

say = Messages("arbiter")

MOST, MOST_EACH = 160, 40
"""Open connections in all, and of one address; this machine's own come in although there are so many."""
STREAMS, STREAMS_EACH = 48, 12
"""Open streams of events likewise."""
IDLE_S = 10.0
"""For a request to arrive whole, from its first byte; a connection on which nothing came lives no longer."""
KEPT_S = 600.0
"""Where somebody who may come in was answered, the browser lets go first (Chromium after 300 s): one that is
dropped here just as the page sends something loses what was sent."""
HANDSHAKE_S = 5.0
"""For a visitor to agree on encryption."""
STALL_S = 15.0
"""For a visitor who takes nothing of what is sent."""
HERE = "127.0.0.1"
A_SECOND, AT_ONCE = 120.0, 360.0
"""Requests of one address: so many a second, and so many at once."""
REMEMBERED = 1000
"""Addresses whose requests are counted."""


class Gate:
    """Counts who is inside. For one event loop."""

    def __init__(self) -> None:
        self.idle_s, self.kept_s, self.handshake_s, self.stall_s = IDLE_S, KEPT_S, HANDSHAKE_S, STALL_S
        self.visits: dict[Any, Visit] = {}
        self.sealing: set[asyncio.Task[None]] = set()
        self._inside: Counter[str] = Counter()
        self._streams: Counter[str] = Counter()
        self._left: dict[str, tuple[float, float]] = {}

    def factory(
        self, make: Callable[[], Any], sealed: ssl.SSLContext | None = None
    ) -> Callable[[], asyncio.Protocol]:
        """A factory of protocols for ``loop.create_server`` in front of another; ``sealed`` encrypts what
        goes through (the server itself must not: it counts nobody before that is agreed on).
        """
        return lambda: Visit(self, make(), sealed)

    @property
    def inside(self) -> int:
        """How many connections are open, those that have agreed on nothing yet included."""
        return self._inside.total()

    def enter(self, address: str) -> bool:
        """Whether one more connection of an address may come in."""
        full = self._inside.total() >= MOST and address != HERE
        if full or self._inside[address] >= MOST_EACH:
            return False
        self._inside[address] += 1
        return True

    def leave(self, address: str) -> None:
        """A connection that came in is gone."""
        self._inside[address] -= 1
        self._inside += Counter()  # forget who has none

    async def close(self) -> None:
        """Turn away who is still agreeing on encryption; others are the server's to send home."""
        for task in tuple(self.sealing):
            task.cancel()
        await asyncio.gather(*self.sealing, return_exceptions=True)

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
            visit.requests.append(request)
        try:
            yield
        finally:
            if visit is not None:
                visit.requests.remove(request)
                visit.wait()

    def admitted(self, request: web.Request) -> None:
        """Who asks this may come in: the connection is kept for what they ask next."""
        if (visit := self.visits.get(request.transport)) is not None:
            visit.admitted = True

    def turn_out(self, admits: Callable[[web.Request], bool]) -> None:
        """Close the connections on which somebody who may not stay is being answered."""
        for visit in tuple(self.visits.values()):
            if not all(admits(request) for request in visit.requests):
                visit.close()


class Visit(asyncio.Protocol):
    """One connection, in front of the protocol that answers it; encrypted where it is to be ``sealed``."""

    def __init__(self, gate: Gate, inner: Any, sealed: ssl.SSLContext | None = None) -> None:
        self._gate, self._inner, self._sealed = gate, inner, sealed
        self._address: str | None = None
        self._transport: Any = None
        self._alarm: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None
        self._begun, self._early = False, b""
        self._arriving, self.admitted = False, False
        self.requests: list[web.Request] = []

    def connection_made(self, transport: Any) -> None:
        """Let it in, or close it at once."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if peer else ""
        if not self._gate.enter(address):
            transport.abort()
            return
        self._address, self._transport = address, transport
        self.wait()
        if self._sealed is None:
            self._begin()
        else:
            transport.pause_reading()  # what comes is for the one who decrypts it
            task = asyncio.get_running_loop().create_task(self._seal(self._sealed))
            self._gate.sealing.add(task)
            task.add_done_callback(self._gate.sealing.discard)

    async def _seal(self, sealed: ssl.SSLContext) -> None:
        """Agree on encryption, soon."""
        plain, bound_s = self._transport, self._gate.handshake_s
        try:
            made = await asyncio.get_running_loop().start_tls(
                plain, self, sealed, server_side=True, ssl_handshake_timeout=bound_s
            )
        except (OSError, TimeoutError):
            made = None
        if made is None or self._address is None:  # none, or gone meanwhile
            plain.abort()
            self.connection_lost(None)
            return
        self._transport = made
        self._begin()

    def _begin(self) -> None:
        """Requests may come."""
        self._begun = True
        self._gate.visits[self._transport] = self
        self._inner.connection_made(self._transport)
        if self._early:
            self._inner.data_received(self._early)
        self.wait()

    def wait(self) -> None:
        """No request is being answered: whoever is admitted has long for the next one."""
        self._arriving = False
        self._bound(self._gate.kept_s if self.admitted else self._gate.idle_s)

    def _bound(self, seconds: float) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = asyncio.get_running_loop().call_later(seconds, self._late)

    def _late(self) -> None:
        if not self.requests:
            self.close()

    def close(self) -> None:
        """End it at once."""
        if self._transport is not None:
            self._transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        """It is gone."""
        for alarm in (self._alarm, self._stalled):
            if alarm is not None:
                alarm.cancel()
        if self._address is None:
            return
        self._gate.leave(self._address)
        self._address = None
        if self._begun:
            self._gate.visits.pop(self._transport, None)
            self._inner.connection_lost(error)

    def data_received(self, data: bytes) -> None:
        """Hand on what came; the first of a request begins its time."""
        if not (self._arriving or self.requests):
            self._arriving = True
            self._bound(self._gate.idle_s)
        if self._begun:
            self._inner.data_received(data)
        else:  # it came with the end of the handshake
            self._early += data

    def eof_received(self) -> bool | None:
        """Hand on that nothing more comes."""
        return self._inner.eof_received() if self._begun else None

    def pause_writing(self) -> None:
        """Hand on that the other side is slow, and wait for as long as it takes anything."""
        self._await_taker(self._transport.get_write_buffer_size())
        if self._begun:
            self._inner.pause_writing()

    def _await_taker(self, unsent: int) -> None:
        def look() -> None:
            left = self._transport.get_write_buffer_size()
            if left < unsent:
                self._await_taker(left)
            else:
                self.close()

        self._stalled = asyncio.get_running_loop().call_later(self._gate.stall_s, look)

    def resume_writing(self) -> None:
        """Hand on that it takes more."""
        if self._stalled is not None:
            self._stalled.cancel()
        if self._begun:
            self._inner.resume_writing()
