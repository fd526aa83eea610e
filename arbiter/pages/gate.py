"""Limits on a page's server, for each visitor and in all: connections, streams, requests.

They apply before access control (``arbiter.pages.access``) and before the TLS handshake: idle connections are
dropped before the first request, and too many are refused without a word on the terminal.
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
"""Most open connections in all (this machine's own are exempt), and from one address."""
STREAMS, STREAMS_EACH = 48, 12
"""Most open event streams in all, and from one address."""
IDLE_S = 10.0
"""Time limit for a request to arrive completely, and for a connection without any request."""
KEPT_S = 600.0
"""Time limit for an admitted visitor's idle connection: longer than browsers keep it (Chromium 300 s), since
dropping it just as the page sends something would lose that request."""
HANDSHAKE_S = 5.0
"""Time limit for the TLS handshake."""
STALL_S = 15.0
"""Time limit for a visitor who does not read what is sent."""
HERE = "127.0.0.1"
A_SECOND, AT_ONCE = 120.0, 360.0
"""Most requests from one address: a second on average, and at once."""
REMEMBERED = 1000
"""Number of addresses whose requests are counted."""


class Gate:
    """Counts connections, streams and requests. For use in one event loop."""

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
        """A protocol factory for ``loop.create_server``, in front of another one. ``sealed`` encrypts here
        and not in the server, which would not count connections before the handshake is complete.
        """
        return lambda: Visit(self, make(), sealed)

    @property
    def inside(self) -> int:
        """The number of open connections, including those still in the handshake."""
        return self._inside.total()

    def enter(self, address: str) -> bool:
        """Count a connection from an address; returns whether it is admitted."""
        full = self._inside.total() >= MOST and address != HERE
        if full or self._inside[address] >= MOST_EACH:
            return False
        self._inside[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Note that an admitted connection has ended."""
        self._inside[address] -= 1
        self._inside += Counter()  # removes addresses without connections

    async def close(self) -> None:
        """Cancel handshakes in progress; the server closes the other connections."""
        for task in tuple(self.sealing):
            task.cancel()
        await asyncio.gather(*self.sealing, return_exceptions=True)

    def may_ask(self, address: str) -> bool:
        """Count a request from an address; returns whether it is answered now."""
        now = time.monotonic()
        left, at = self._left.pop(address, (AT_ONCE, now))
        left = min(AT_ONCE, left + (now - at) * A_SECOND)
        while len(self._left) >= REMEMBERED:
            del self._left[next(iter(self._left))]
        self._left[address] = max(0.0, left - 1), now
        return left >= 1

    @contextlib.contextmanager
    def stream(self, address: str) -> Iterator[None]:
        """A context that counts an open stream; raises `Refused` if there are too many."""
        if self._streams.total() >= STREAMS or self._streams[address] >= STREAMS_EACH:
            raise Refused(web.HTTPTooManyRequests, say("door_streams"))
        self._streams[address] += 1
        try:
            yield
        finally:
            self._streams[address] -= 1

    @contextlib.contextmanager
    def busy(self, request: web.Request) -> Iterator[None]:
        """A context in which the connection of a request is not closed as idle."""
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
        """Note that a request was admitted, so that its connection is kept longer for the next one."""
        if (visit := self.visits.get(request.transport)) is not None:
            visit.admitted = True

    def turn_out(self, admits: Callable[[web.Request], bool]) -> None:
        """Close the connections with a request that ``admits`` rejects."""
        for visit in tuple(self.visits.values()):
            if not all(admits(request) for request in visit.requests):
                visit.close()


class Visit(asyncio.Protocol):
    """One connection, in front of the protocol that answers it; encrypted with ``sealed``."""

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
        """Admit the connection, or close it at once."""
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
            transport.pause_reading()  # the data is for the decrypting transport
            task = asyncio.get_running_loop().create_task(self._seal(self._sealed))
            self._gate.sealing.add(task)
            task.add_done_callback(self._gate.sealing.discard)

    async def _seal(self, sealed: ssl.SSLContext) -> None:
        """Do the TLS handshake, within its time limit."""
        plain, bound_s = self._transport, self._gate.handshake_s
        try:
            made = await asyncio.get_running_loop().start_tls(
                plain, self, sealed, server_side=True, ssl_handshake_timeout=bound_s
            )
        except (OSError, TimeoutError):
            made = None
        if made is None or self._address is None:  # it failed, or the connection was lost meanwhile
            plain.abort()
            self.connection_lost(None)
            return
        self._transport = made
        self._begin()

    def _begin(self) -> None:
        """Start taking requests."""
        self._begun = True
        self._gate.visits[self._transport] = self
        self._inner.connection_made(self._transport)
        if self._early:
            self._inner.data_received(self._early)
        self.wait()

    def wait(self) -> None:
        """Start the time limit for the next request, which is longer for admitted visitors."""
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
        """Close the connection at once."""
        if self._transport is not None:
            self._transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        """Clean up after the connection was lost."""
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
        """Pass data on; the first data of a request starts its time limit."""
        if not (self._arriving or self.requests):
            self._arriving = True
            self._bound(self._gate.idle_s)
        if self._begun:
            self._inner.data_received(data)
        else:  # sent together with the end of the handshake
            self._early += data

    def eof_received(self) -> bool | None:
        """Pass the end of the data on."""
        return self._inner.eof_received() if self._begun else None

    def pause_writing(self) -> None:
        """Pass on that the visitor reads slowly, and close the connection if nothing is read for too long."""
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
        """Pass on that the visitor reads again."""
        if self._stalled is not None:
            self._stalled.cancel()
        if self._begun:
            self._inner.resume_writing()
