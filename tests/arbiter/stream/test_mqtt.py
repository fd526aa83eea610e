"""Publishing over a real broker: brokers and tables are killed, and nothing is lost or duplicated."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from arbiter.cli.main import main
from arbiter.record.record import Record
from arbiter.stream.broker import Link
from arbiter.stream.events import Published, events_of
from arbiter.stream.feed import Feed
from arbiter.stream.follower import Follower
from arbiter.stream.publisher import Publisher
from tests.support.recorded_games import write_game
from tests.support.streams.broker import Broker, append, facts_of, table_that_is_killed, until
from tests.support.watched_rounds import watch


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    made = Broker(tmp_path)
    made.start()
    yield made
    made.kill()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_game(tmp_path_factory.mktemp("played") / "a.game", "illegal")


def told(path: Path) -> list[str]:
    with Record.open(path, readonly=True) as record:
        return [event.text() for event in events_of(record.header_at(0), tuple(record.entries()))]


class Reader:
    """A follower that keeps everything it receives."""

    def __init__(self, broker: Broker, name: str = "reader", **more: object) -> None:
        self.got: list[str] = []
        self.status: list[dict[str, object]] = []
        self.follower = Follower(
            broker.address(), name, self.take, lambda table, facts: self.status.append(dict(facts)), **more
        )

    def take(self, table: str, event: Published) -> None:
        self.got.append(event.text())


def test_a_watched_game_is_published_as_it_is_recorded(broker: Broker, tmp_path: Path) -> None:
    reader = Reader(broker)
    watch("basic", tmp_path, publish=broker.address())
    wanted = told(tmp_path / "a.game")
    until(lambda: len(reader.got) >= len(wanted))
    reader.follower.close()
    assert reader.got == wanted and reader.follower.faults == 0
    assert [each["online"] for each in reader.status][-1] is False
    assert json.loads(reader.got[-1])["kind"] == "ended"


def test_a_broker_that_is_killed_loses_nothing(broker: Broker, tmp_path: Path, played: Path) -> None:
    lines: list[str] = []
    reader = Reader(broker)
    with Record.open(played, readonly=True) as source:
        entries, facts = list(source.entries()), facts_of(source)
    with Record.create(tmp_path / "b.game", facts) as record:
        publisher = Publisher(
            broker.address(),
            Feed().begin(record),
            tmp_path / "sent",
            tell=lambda line: lines.append(str(line)),
        )
        append(record, entries[:8])
        until(lambda: reader.got)
        broker.kill()
        append(record, entries[8:14])
        until(lambda: lines)
        broker.start()
        append(record, entries[14:20])
        until(lambda: len(lines) == 2)
        broker.kill()
        broker.start()
        append(record, entries[20:])
        wanted = told(tmp_path / "b.game")
        until(lambda: len(reader.got) >= len(wanted))  # lost events are requested while the table is online
        assert publisher.close(30) == 0
    reader.follower.close()
    assert reader.got == wanted
    assert "is not there" in lines[0] and "nothing is missing" in lines[1]


def test_who_comes_late_or_comes_back_gets_what_was_missed(
    broker: Broker, tmp_path: Path, played: Path
) -> None:
    with Record.open(played, readonly=True) as source:
        entries, facts = list(source.entries()), facts_of(source)
    with Record.create(tmp_path / "b.game", facts) as record:
        publisher = Publisher(broker.address(), Feed().begin(record), tmp_path / "sent")
        append(record, entries[:10])
        until(lambda: publisher.confirmed >= 9)
        early = Reader(broker)
        until(lambda: len(early.got) == 10)
        early.follower.close()
        append(record, entries[10:18])
        until(lambda: publisher.confirmed >= 18)
        again = Reader(broker, inbox=early.follower.inbox)
        latest = Reader(broker, "latest", newest=True)
        until(lambda: len(again.got) == 8 and latest.got)
        append(record, entries[18:])
        assert publisher.close(30) == 0
    wanted = told(tmp_path / "b.game")
    until(lambda: len(again.got) + 10 == len(wanted) and latest.got[-1] == wanted[-1])
    again.follower.close()
    latest.follower.close()
    assert early.got + again.got == wanted
    assert latest.got == wanted[17:]


def test_what_could_not_be_taken_comes_again(broker: Broker, tmp_path: Path, played: Path) -> None:
    got: list[int] = []
    refused: list[int] = []

    def take(table: str, event: Published) -> None:
        if event.seq % 5 == 0 and event.seq not in refused:
            refused.append(event.seq)
            raise OSError("the disk is full")
        got.append(event.seq)

    follower = Follower(broker.address(), "careful", take)
    assert main(["publish", str(played), str(broker.address())]) == 0
    wanted = [json.loads(text)["seq"] for text in told(played)]
    with Record.open(played, readonly=True) as record:  # the table is online and answers
        publisher = Publisher(broker.address(), Feed().begin(record), tmp_path / "sent")
        until(lambda: len(got) == len(wanted), 40)
        publisher.close()
    follower.close()
    assert got == wanted and refused and follower.faults == len(refused)


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is killed so there")
def test_a_table_that_is_killed_goes_on_where_it_was(broker: Broker, tmp_path: Path, played: Path) -> None:
    reader = Reader(broker)
    record, sent, address = tmp_path / "b.game", tmp_path / "sent", str(broker.address())
    table_that_is_killed(played, record, address, sent, 12)
    table_that_is_killed(played, record, address, sent, 22)
    with Record.open(played, readonly=True) as source, Record.open(record) as resumed:
        publisher = Publisher(broker.address(), Feed().begin(resumed), sent)
        append(resumed, list(source.entries())[22:])
        assert publisher.close(30) == 0
    wanted = told(record)
    until(lambda: len(reader.got) >= len(wanted))
    reader.follower.close()
    assert reader.got == wanted and len(wanted) > 25
    assert [each["online"] for each in reader.status].count(False) >= 2  # announced by the broker


def test_a_game_that_ended_without_a_broker_is_delivered_with_the_next(
    broker: Broker, tmp_path: Path, played: Path
) -> None:
    broker.kill()
    first = told(played)
    with Record.open(played, readonly=True) as record:
        publisher = Publisher(broker.address(), Feed().begin(record), tmp_path / "sent")
        assert publisher.close(1) == len(first)
    broker.start()
    reader = Reader(broker)
    other = write_game(tmp_path / "c.game", "basic")
    wanted = [*first, *told(other)]
    with Record.open(other, readonly=True) as record:
        publisher = Publisher(broker.address(), Feed().begin(record), tmp_path / "sent")
        until(lambda: len(reader.got) == len(wanted))
        assert publisher.close(30) == 0
    reader.follower.close()
    assert reader.got == wanted


def test_a_follower_that_is_shut_out_gives_the_other_of_its_name_some_time(
    broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arbiter.stream.follower.PAUSE_S", 1000.0)
    there: list[bool] = []
    reader = Reader(broker, "twin", linked=there.append)
    until(lambda: there == [True])
    with closing(Link(broker.address(), "twin", (), lambda topic, payload: None)) as other:
        until(lambda: there[1:] == [False])
        for _ in range(50):
            other.publish("anything", "still here")
        assert not other.lost and there == [True, False]
    reader.follower.close()


def test_a_broker_that_is_not_there_is_one_line(
    tmp_path: Path, played: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arbiter.cli.commands.publish.PATIENCE_S", 0.2)
    assert main(["publish", str(played), "mqtt://127.0.0.1:1/t1"]) == 1
    assert "have not been delivered: `arbiter publish" in capfd.readouterr().err.splitlines()[-1]
    assert main(["publish", str(played), "broker"]) == 2
    assert "write the broker like mqtt://" in capfd.readouterr().err
