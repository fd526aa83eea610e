"""The hall's page: the state of every table, open calls for a person, and the standings of the event."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from aiohttp import web

from arbiter.hall.pairings import robin, standings, swiss
from arbiter.hall.store import Store, shown, summary
from arbiter.pages.access import Door
from arbiter.pages.refusal import Refused
from arbiter.pages.server import PageServer, asked_words, page, read_json, words_json
from arbiter.record.schema import to_text
from arbiter.stream.events import Published
from arbiter.words.exits import UsageError, UserError
from arbiter.words.wording import wording
from engine.message import Message, Messages, message_of

say = Messages("arbiter")

MOST_TABLES, MOST_ROUNDS = 2000, 2000
TOGETHER_S, HEARTBEAT_S = 0.1, 10.0
"""Changes within the first interval are sent together; without changes, a sign of life every second one."""


class HallServer(PageServer):
    """Serves the hall's page until ``close``; `take`, `stands` and `linked` are called in a `Follower`'s
    thread.

    ``pairing`` is ``swiss`` or ``robin``. Raises ``PageError``.
    """

    def __init__(
        self,
        store: Store,
        port: int = 0,
        door: Door | None = None,
        language: str = "en",
        pairing: str = "swiss",
    ) -> None:
        self._store, self._language, self._pairing = store, language, pairing
        self._status: dict[str, Mapping[str, Any]] = {}
        newest = store.newest()
        self._events: dict[str, Mapping[str, Any]] = {place: shown(newest[place]) for place in newest}
        self._pairs = threading.Lock()
        """Prevents pairing a round twice if several people ask for it at once."""
        self._broker = True
        self._changes = 1
        self._changed: dict[str, int] = dict.fromkeys(self._events, 1)
        super().__init__(self._own_routes(), port, door)

    def _own_routes(self) -> list[web.RouteDef]:
        return [
            web.get("/", page("hall.html")),
            web.get("/overlay", page("overlay.html")),
            web.get("/events", self._tables),
            web.get("/event.json", self._event),
            web.get("/words.json", self._words),
            web.get("/stream", self._stream),
            web.post("/players", self._enter),
            web.post("/leave", self._leave),
            web.post("/result", self._settle),
            web.post("/round", self._round),
        ]

    def translate(self, message: Message) -> str:
        """A message in the hall's language."""
        return wording(self._language).tell(message)

    # ----- from the follower's thread

    def take(self, table: str, event: Published) -> None:
        """Store an event and show it; raises if it could not be stored, so that it comes again."""
        if table not in self._events and len(self._events) >= MOST_TABLES:
            return
        self._store.take(table, event)
        facts = shown(event)
        self._post(table, lambda: self._events.__setitem__(table, facts))

    def stands(self, table: str, facts: Mapping[str, Any]) -> None:
        """Keep a table's status."""
        if table in self._status or len(self._status) < MOST_TABLES:
            self._post(table, lambda: self._status.__setitem__(table, dict(facts)))

    def linked(self, there: bool) -> None:
        """Show whether the broker is connected."""
        self._post("", lambda: setattr(self, "_broker", there))

    def _post(self, table: str, change: Callable[[], None]) -> None:
        def do() -> None:
            change()
            self._changes += 1
            if table:
                self._changed[table] = self._changes
            self._wake()

        with contextlib.suppress(RuntimeError):  # the page is closed
            self.loop.call_soon_threadsafe(do)

    # ----- for the page

    async def _tables(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        seen = 0
        with self.gate.stream(request.remote or ""), contextlib.suppress(ConnectionError):
            await response.prepare(request)
            while not self._stop.is_set():
                if not await self._news_since(seen):
                    await response.write(b": still here\n\n")
                    continue
                news = [place for place, at in self._changed.items() if at > seen]
                seen = self._changes
                tables = [self._summary(place) for place in sorted(news)]
                text = to_text({"broker": self._broker, "tables": tables})
                await response.write(f"data: {text}\n\n".encode())
                await asyncio.sleep(TOGETHER_S)
        return response

    async def _news_since(self, seen: int) -> bool:
        return await self._until(lambda: self._changes != seen, HEARTBEAT_S)

    def _summary(self, place: str) -> dict[str, Any]:
        return summary(place, self._events.get(place, {}), self._status.get(place, {}))

    async def _stream(self, request: web.Request) -> web.StreamResponse:
        """``?table=NAME``: the newest event of a table, and each new one, for the overlay."""
        place = request.query.get("table", "")
        socket = web.WebSocketResponse(heartbeat=HEARTBEAT_S, max_msg_size=512)
        with self.gate.stream(request.remote or ""), contextlib.suppress(ConnectionError):
            await socket.prepare(request)
            leaving, sent = asyncio.create_task(_left(socket)), ""
            try:
                while not socket.closed and not leaving.done() and not self._stop.is_set():
                    seen = self._changes
                    text = await asyncio.to_thread(self._store.newest_of, place)
                    if text is not None and text != sent:
                        await socket.send_str(sent := text)
                    await self._news_since(seen)
            finally:
                leaving.cancel()
                await socket.close()
        return socket

    async def _event(self, request: web.Request) -> web.StreamResponse:
        """The event's standings and pairs."""
        return web.json_response(text=to_text(await asyncio.to_thread(self._so_far)))

    def _so_far(self) -> dict[str, Any]:
        names, results, away = self._store.players(), self._store.results(), self._store.away()
        return {
            "pairing": self._pairing,
            "standings": [{**asdict(each), "away": each.name in away} for each in standings(names, results)],
            "pairs": self._store.pairs(),
        }

    async def _words(self, request: web.Request) -> web.StreamResponse:
        return web.json_response(words_json(asked_words(request, self._language)))

    # ----- from the organiser

    async def _enter(self, request: web.Request) -> web.StreamResponse:
        names = (await read_json(request)).get("names")
        if not isinstance(names, list):
            raise Refused(web.HTTPBadRequest, say("hall_names"))
        await self._try(lambda: self._store.enter(map(str, names)))
        return await self._event(request)

    async def _try(self, work: Callable[[], None]) -> None:
        """Do something in a thread; a ``UserError`` becomes a refusal."""
        try:
            await asyncio.to_thread(work)
        except UserError as error:
            raise Refused(web.HTTPConflict, message_of(error)) from None

    async def _leave(self, request: web.Request) -> web.StreamResponse:
        """``{"name"}`` is not paired any more until entered again."""
        await asyncio.to_thread(self._store.leave, str((await read_json(request)).get("name")))
        return await self._event(request)

    async def _settle(self, request: web.Request) -> web.StreamResponse:
        """``{"round", "near", "half"}``: a result by hand, as the near player's half points; ``null`` removes
        it."""
        facts = await read_json(request)
        number, half = facts.get("round"), facts.get("half")
        if not isinstance(number, int) or not 0 < number <= MOST_ROUNDS or half not in (None, 0, 1, 2):
            raise Refused(web.HTTPBadRequest, say("hall_no_pair"))
        if not await asyncio.to_thread(self._store.settle, number, str(facts.get("near")), half):
            raise Refused(web.HTTPNotFound, say("hall_no_pair"))
        return await self._event(request)

    async def _round(self, request: web.Request) -> web.StreamResponse:
        await read_json(request)
        await self._try(self._next_round)
        return await self._event(request)

    def _next_round(self) -> None:
        """Pair the next round; raises ``UsageError`` while one is open, or if everybody has met everybody."""
        with self._pairs:
            self._pair()

    def _pair(self) -> None:
        before, away = self._store.pairs(), self._store.away()
        names = [name for name in self._store.players() if name not in away]
        if len(names) < 2:
            raise UsageError(say("hall_few"))
        if any(each["half_points"] is None for each in before):
            raise UsageError(say("hall_open"))
        met = [(each["near"], each["far"]) for each in before]
        if self._pairing == "swiss":
            table = standings(self._store.players(), self._store.results())
            pairs = swiss([each for each in table if each.name not in away], met)
        elif not (pairs := robin(names, met)):
            raise UsageError(say("hall_all_met"))
        self._store.pair(pairs)


async def _left(socket: web.WebSocketResponse) -> None:
    """Wait for the visitor to leave."""
    async for _ in socket:
        pass
