"""Untrusted input to a hall: foreign files, simultaneous requests for rounds, a crowd."""

from __future__ import annotations

import json
import sqlite3
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arbiter.cli.main import main
from arbiter.hall.server import HallServer
from arbiter.hall.store import MOST_PLAYERS, Store
from arbiter.home.start import SAMPLES
from arbiter.record.record import Record
from arbiter.stream.events import events_of, read_event
from arbiter.words.exits import UserError


def asked(url: str, path: str, body: str) -> int:
    """The status of the response."""
    request = urllib.request.Request(url + path, body.encode(), {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=20) as reply:
            return int(reply.status)
    except urllib.error.HTTPError as refused:
        return refused.code


def odd_files(folder: Path) -> tuple[Path, ...]:
    garbage, view = folder / "garbage.sqlite", folder / "view.sqlite"
    garbage.write_bytes(b"\x07" * 5000)
    with sqlite3.connect(view) as made:
        made.execute("CREATE VIEW taken AS SELECT 1 AS place, 2 AS game, 3 AS seq")
    made.close()
    return garbage, view, folder


def test_a_file_that_is_none_of_a_halls_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in odd_files(tmp_path):
        assert main(["hall", "mqtt://127.0.0.1:1", "--no-browser", "--database", str(path)]) == 1
        said = capsys.readouterr().err
        assert said.count("\n") == 1 and "fault" not in said and str(path) in said


def test_an_event_that_cannot_be_read_costs_its_table_alone(tmp_path: Path) -> None:
    Store(tmp_path / "a.sqlite").close()
    with sqlite3.connect(tmp_path / "a.sqlite") as made:
        made.executemany("INSERT INTO newest VALUES (?, ?)", [("t1", "[[["), ("t2", '{"a": 1}')])
    made.close()
    store = Store(tmp_path / "a.sqlite")
    with HallServer(store) as server:
        assert asked(server.url, "leave", '{"name": "nobody"}') == 200
    store.close()


def test_a_round_is_paired_once_however_many_ask(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.sqlite")
    store.enter(f"p{number}" for number in range(60))
    with HallServer(store) as server, ThreadPoolExecutor(8) as crowd:
        found = list(crowd.map(lambda _: asked(server.url, "round", "{}"), range(8)))
        assert sorted(found) == [200, *[409] * 7]
    assert {each["round"] for each in store.pairs()} == {1}
    store.close()


def test_more_than_can_be_paired_in_seconds_do_not_come_in(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.sqlite")
    store.enter(f"p{number}" for number in range(MOST_PLAYERS))
    with pytest.raises(UserError, match="500"):
        store.enter(["one more"])
    store.enter(["p1"])
    with HallServer(store) as server:
        assert asked(server.url, "players", json.dumps({"names": ["one more"]})) == 409
        assert asked(server.url, "players", json.dumps({"names": ["\ud800"]})) == 400
    assert len(store.players()) == MOST_PLAYERS
    store.close()


@pytest.mark.parametrize(
    "now", [{}, {"calls": None}, {"names": 5}, {"over": []}, {"rounds": "many"}, {"calls": [None]}]
)
def test_an_event_that_does_not_say_where_the_game_stands_is_none(now: dict[str, object]) -> None:
    """Another table's program may send anything, and the hall's page shows all tables."""
    with Record.open(SAMPLES / "friday.game", readonly=True) as record:
        event = list(events_of(record.header_at(0), tuple(record.entries())))[3]
    facts = json.loads(event.text())
    assert read_event(json.dumps(facts)) == event
    with pytest.raises(ValueError, match=r"game stands|not an event"):
        read_event(json.dumps({**facts, "now": {**facts["now"], **now} if now else {}}))
