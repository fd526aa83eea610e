"""The stream at the page's own address: events over WebSocket, and the overlay that shows them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable, Iterator

from aiohttp import web

from arbiter.pages.server import PageServer, page
from arbiter.record.record import RecordError
from arbiter.stream.events import Published
from arbiter.stream.feed import Feed

HEARTBEAT_S = 10.0
"""Interval of the pings; a visitor who does not answer is disconnected."""
LONGEST_ASK = 512


def stream_routes(server: PageServer, feed: Feed) -> Iterable[web.RouteDef]:
    """``/stream?game=ID&after=N``: the events of the game in progress after number N, and each new one.

    From the first event without ``game`` or if another game is being played now; with ``newest`` from the
    newest.
    """

    async def stream(request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse(heartbeat=HEARTBEAT_S, max_msg_size=LONGEST_ASK)
        with server.gate.stream(request.remote or ""), contextlib.suppress(ConnectionError):
            await socket.prepare(request)
            await _send(server, feed, request, socket)
        return socket

    return [web.get("/stream", stream), web.get("/overlay", page("overlay.html"))]


async def _send(server: PageServer, feed: Feed, request: web.Request, socket: web.WebSocketResponse) -> None:
    """Send events until either side leaves."""
    loop, woken = asyncio.get_running_loop(), asyncio.Event()

    def wake() -> None:
        with contextlib.suppress(RuntimeError):  # the page has closed
            loop.call_soon_threadsafe(woken.set)

    leaving = asyncio.create_task(_left(socket, woken))
    after: int | None = None
    try:
        with feed.listening(wake):
            while not socket.closed:
                woken.clear()
                if after is None:
                    after = await asyncio.to_thread(_after, request, feed)
                events = iter(()) if after is None else feed.since(after)
                while (event := await asyncio.to_thread(_next, events)) is not None and not socket.closed:
                    await socket.send_str(event.text())
                    after = event.seq
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(woken.wait(), HEARTBEAT_S)
    finally:
        leaving.cancel()
        await socket.close()


def _next(events: Iterator[Published]) -> Published | None:
    """The next event; ``None`` if there are no more, or the record has been closed."""
    try:
        return next(events, None)
    except RecordError:
        return None


async def _left(socket: web.WebSocketResponse, woken: asyncio.Event) -> None:
    """Wait for the visitor to leave; whatever visitors send is ignored."""
    async for _ in socket:
        pass
    woken.set()


def _after(request: web.Request, feed: Feed) -> int | None:
    """The number of the event after which a visitor wants the stream; ``None`` until a game has begun, which
    may be later than the page opens."""
    if not feed.game:
        return None
    if "newest" in request.query:
        return max(0, feed.newest - 1)
    given = request.query.get("after", "0")
    known = given.isdecimal() and len(given) < 16 and request.query.get("game") == feed.game
    return int(given) if known else 0
