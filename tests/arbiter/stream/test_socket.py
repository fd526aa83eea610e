"""The stream over WebSocket on a real page: from the start, from a given event, and live."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest

from arbiter.pages.live import LiveServer
from arbiter.record.record import Record
from arbiter.stream.events import events_of, game_id, read_event
from arbiter.stream.feed import Feed
from arbiter.stream.socket import stream_routes
from tests.support.recorded_games import write_game
from tests.support.streams.broker import append, facts_of, until


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[LiveServer, Record, list[str]]]:
    """A page, the record of its game with a few entries, and the entries to come."""
    with Record.open(write_game(tmp_path / "a.game"), readonly=True) as source:
        entries, facts = list(source.entries())[:12], facts_of(source)
    with Record.create(tmp_path / "b.game", facts) as record:
        feed = Feed()
        with LiveServer(0, more=lambda server: stream_routes(server, feed)) as page:
            append(record, entries[:6])
            feed.begin(record)
            yield page, record, entries[6:]


async def listen(url: str, count: int, after: object = None) -> list[str]:
    """The next ``count`` events; ``after`` is called once the first has come."""
    found: list[str] = []
    async with aiohttp.ClientSession() as visitor, visitor.ws_connect(url, max_msg_size=0) as socket:
        async for message in socket:
            found.append(message.data)
            if callable(after) and len(found) == 1:
                await asyncio.to_thread(after)
            if len(found) == count:
                return found
    return found


def test_events_come_from_the_start_and_as_they_happen(table: tuple[LiveServer, Record, list[str]]) -> None:
    page, record, coming = table
    address = f"http://127.0.0.1:{page.port}/stream"
    found = asyncio.run(listen(address, 12, lambda: append(record, coming)))
    assert found == [event.text() for event in events_of(record.header_at(0), tuple(record.entries()))]
    game = read_event(found[0]).game
    assert asyncio.run(listen(f"{address}?game={game}&after=9", 3)) == found[9:]
    assert asyncio.run(listen(f"{address}?game=another&after=9", 2)) == found[:2]


@pytest.mark.parametrize(("asked", "seqs"), [("game={game}&after=4", [5, 6]), ("newest=1", [6])])
def test_who_is_there_before_the_game_goes_on_gets_nothing_twice(
    tmp_path: Path, asked: str, seqs: list[int]
) -> None:
    """When a table comes back, its page opens before its record."""
    with Record.open(write_game(tmp_path / "a.game"), readonly=True) as source:
        entries, facts = list(source.entries())[:6], facts_of(source)
    with Record.create(tmp_path / "b.game", facts) as record:
        append(record, entries)
        game, feed = game_id(record.header_at(0)), Feed()

        def goes_on() -> None:
            until(lambda: feed._listening)
            feed.begin(record)

        with LiveServer(0, more=lambda server: stream_routes(server, feed)) as page:
            begins = threading.Thread(target=goes_on)
            begins.start()
            address = f"http://127.0.0.1:{page.port}/stream?{asked.format(game=game)}"
            found = asyncio.run(listen(address, len(seqs)))
            begins.join()
    assert [read_event(each).seq for each in found] == seqs


def test_other_pages_and_strangers_get_nothing(table: tuple[LiveServer, Record, list[str]]) -> None:
    page, *_ = table

    async def refused(host: str, **headers: str) -> int:
        async with aiohttp.ClientSession() as visitor:
            asked = {"Host": f"{host}:{page.port}", **headers}
            answer = await visitor.get(f"http://127.0.0.1:{page.port}/stream", headers=asked)
            return answer.status

    assert asyncio.run(refused("127.0.0.1", Origin="http://elsewhere.example")) == 403
    assert asyncio.run(refused("elsewhere.example")) == 403
