"""Events made from a record: deterministic, in order, complete, and readable again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.record.record import Entry, Record
from arbiter.stream.address import read_address, table_of
from arbiter.stream.events import KINDS, Published, events_of, game_id, read_event
from arbiter.stream.feed import Feed
from arbiter.stream.inbox import Arrival, Inbox
from arbiter.words.exits import UsageError
from tests.support.played_games import GAMES
from tests.support.recorded_games import write_any_game, write_game


@pytest.fixture(scope="module")
def illegal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_game(tmp_path_factory.mktemp("events") / "a.game", "illegal")


def read(path: Path) -> tuple[dict[str, object], tuple[Entry, ...]]:
    with Record.open(path, readonly=True) as record:
        return record.header_at(0), tuple(record.entries())


def test_events_follow_the_record(illegal: Path) -> None:
    header, entries = read(illegal)
    events = list(events_of(header, entries))
    assert [event.seq for event in events] == [entry.id for entry in entries if entry.kind in KINDS]
    assert [event.after for event in events] == [0, *(event.seq for event in events[:-1])]
    assert {event.game for event in events} == {game_id(header)}
    wrong = next(event for event in events if event.kind == "move" and not event.data["legal"])
    assert wrong.now["illegal"] and wrong.told["text"] == wrong.now["illegal"]
    assert "class='illegal'" in wrong.now["svg"]
    back = next(event for event in events if event.kind == "take_back")
    assert back.now["illegal"] == "" and back.seq > wrong.seq
    asked = next(event for event in events if event.kind == "question")
    answered = next(event for event in events if event.kind == "answer")
    assert [call["kind"] for call in asked.now["calls"]] == ["question"] and answered.now["calls"] == []
    over = events[-1].now
    assert over["winner"] in ("near", "far") and over["over"] and over["names"] == header["players"]


def test_an_event_is_the_same_whenever_it_is_made(illegal: Path, tmp_path: Path) -> None:
    header, entries = read(illegal)
    all_at_once = [event.text() for event in events_of(header, entries)]
    as_it_came: list[str] = []
    with Record.create(tmp_path / "b.game", header) as record:
        feed = Feed().begin(record)
        for entry in entries:
            record.restore(entry, {})
            after = read_event(as_it_came[-1]).seq if as_it_came else 0
            as_it_came += [event.text() for event in feed.since(after)]
        assert [event.text() for event in feed.since(0)] == as_it_came
        assert feed.left(0) == len(as_it_came) and feed.newest == read_event(as_it_came[-1]).seq
    assert as_it_came == all_at_once
    assert [event.text() for event in events_of(header, entries, after=9)] == [
        text for text in all_at_once if read_event(text).seq > 9
    ]


def test_language_and_disputes_are_those_of_the_moment(illegal: Path, tmp_path: Path) -> None:
    header, entries = read(illegal)
    with Record.create(tmp_path / "c.game", header) as record:
        for entry in entries[:4]:
            record.append(entry.kind, entry.time_s, entry.data)
        record.amend_header(9.0, {"language": "de"})
        record.append("dispute", 9.5, {"time_s": 9.5, "round": 1, "move": 1, "text": "near: Sblue"})
        correction = {"time_s": 11.0, "round": 1, "op": "allow", "move": 1, "by": "people"}
        record.append("correction", 11.0, correction)
        events = list(events_of(record.header_at(0), tuple(record.entries())))
    assert [event.now["language"] for event in events[-3:]] == ["en", "de", "de"]
    assert [[call["kind"] for call in event.now["calls"]] for event in events[-2:]] == [["dispute"], []]


@pytest.mark.parametrize("name", GAMES)
def test_events_of_every_game_can_be_read_again(tmp_path: Path, name: str) -> None:
    setup, moves, rules = GAMES[name]
    header, entries = read(write_any_game(tmp_path / "n.game", name, setup, moves, rules))
    for event in events_of(header, entries):
        assert read_event(event.text()) == read_event(read_event(event.text()).text().encode())
        assert event.now["of"] == name.lower() and event.now["svg"].startswith("<svg")


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"version": 2}', '{"version": 1}', "\x00", "{" * 5000, '{"version": 1, "seq": -1}'],
)
def test_what_is_no_event_is_refused(text: str, illegal: Path) -> None:
    with pytest.raises(ValueError):
        read_event(text)
    facts = json.loads(next(events_of(*read(illegal))).text())
    assert read_event(json.dumps(facts)).seq == 1
    for key in ("game", "seq", "after", "data", "now"):
        with pytest.raises(ValueError):
            read_event(json.dumps({name: value for name, value in facts.items() if name != key}))


@settings(deadline=None)
@given(st.lists(st.integers(0, 29), max_size=60), st.sets(st.integers(1, 30), min_size=1))
def test_whatever_is_lost_or_comes_twice_each_event_is_taken_once_in_order(
    order: list[int], numbers: set[int]
) -> None:
    seqs = sorted(numbers)
    events = [
        Published("g", seq, before, "said", 0.0, "", {}, {}, {})
        for before, seq in zip([0, *seqs[:-1]], seqs, strict=True)
    ]
    inbox, taken = Inbox(), list[int]()

    def deliver(event: Published) -> None:
        nonlocal inbox
        if inbox.sees("t", event) is Arrival.NEXT:
            inbox, _ = inbox.takes("t", event), taken.append(event.seq)

    for at in order:
        deliver(events[at % len(events)])
    assert taken == seqs[: len(taken)]
    for event in events:  # the missing events, requested and sent again
        deliver(event)
    assert taken == seqs
    assert all(inbox.sees("t", event) is Arrival.AGAIN for event in events)
    assert inbox.sees("u", events[0]) is Arrival.NEXT


@pytest.mark.parametrize(
    ("text", "told", "port", "table"),
    [
        ("mqtt://broker/t-3", "mqtt://broker:1883/t-3", 1883, "t-3"),
        ("mqtts://me:se%2Fcret@broker:99/Tisch%203", "mqtts://broker:99/Tisch 3", 99, "Tisch 3"),
        ("mqtt://[::1]", "mqtt://::1:1883/here", 1883, "here"),
    ],
)
def test_addresses(text: str, told: str, port: int, table: str) -> None:
    address = read_address(text, "here")
    assert (str(address), address.port, address.table) == (told, port, table)
    assert address.password == ("se/cret" if "cret" in text else "")
    assert table_of(address.topic("events")) == (table, "events")


@pytest.mark.parametrize(
    "text",
    ["broker", "http://broker", "mqtt://", "mqtt://b:x", "mqtt://b/a/b", "mqtt://b/+", "mqtt://b/a?x=1"],
)
def test_addresses_that_are_none(text: str) -> None:
    with pytest.raises(UsageError):
        read_address(text, "here")
