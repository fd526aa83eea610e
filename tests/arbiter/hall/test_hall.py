"""The hall: real tables over a real broker, its page in a real browser; it survives being killed."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.ui import Select

from arbiter.hall.server import HallServer
from arbiter.hall.store import Store
from arbiter.record.record import Record
from arbiter.stream.events import events_of
from arbiter.stream.feed import Feed
from arbiter.stream.follower import Follower
from arbiter.stream.publisher import Publisher
from tests.support.page_browser import (
    click,
    complaints,
    driver,
    overflow_px,
    resize,
    text_of,
    too_small,
    until,
)
from tests.support.recorded_games import write_game
from tests.support.streams.broker import Broker, append, facts_of

__all__ = ["driver"]


def game(path: Path, near: str, far: str, upto: int | None = None) -> Record:
    """The open record of an example game between two players; it ends as recorded games do."""
    with Record.open(write_game(path.with_suffix(".example")), readonly=True) as source:
        facts = {**facts_of(source), "rounds": 1, "players": {"near": near, "far": far}}
        record = Record.create(path, facts)
        append(record, list(source.entries())[:upto])
    if upto is None:
        record.append("ended", 99.0, {"how": "finished", "text": ""})
    return record


def asked(url: str, path: str, body: object = None) -> dict[str, object]:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url + path, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as reply:
        return dict(json.load(reply))


def test_results_settle_pairs_once_and_only_those_of_the_round(tmp_path: Path) -> None:
    store = Store(tmp_path / "hall.sqlite")
    store.enter(["Ann", "Bob", "Cid", "Ann"])
    assert store.players() == ("Ann", "Bob", "Cid")
    assert store.pair([("Bob", "Ann"), ("Cid", "")]) == 1
    with game(tmp_path / "a.game", "Ann", "Bob") as record:
        events = list(events_of(record.header_at(0), tuple(record.entries())))
    for event in (*events, events[-1]):
        store.take("t1", event)
    assert store.inbox().last == {("t1", events[-1].game): events[-1].seq}
    won = [2, 0] if events[-1].now["winner"] == "far" else [0, 2]  # Bob was paired as near but sat far
    assert [(pair["near"], pair["half_points"]) for pair in store.pairs()] == [("Bob", won), ("Cid", [2, 0])]
    store.pair([("Ann", "Bob")])
    store.take("t1", events[-1])  # the same game does not count again
    assert store.pairs()[-1]["half_points"] is None
    store.close()


def score(driver: WebDriver) -> str:
    """The result of the first pair on the page."""
    return str(
        driver.execute_script("return document.querySelector('#rounds select').selectedOptions[0].text")
    )


def test_what_is_entered_by_hand_counts_before_what_was_played(tmp_path: Path) -> None:
    store = Store(tmp_path / "hall.sqlite")
    with (
        HallServer(store, pairing="robin") as page,
        game(tmp_path / "a.game", "Ann", "Dot") as record,
    ):
        asked(page.url, "players", {"names": ["Ann", "Bob", "Cid", "Dot"]})
        asked(page.url, "round", {})
        for event in events_of(record.header_at(0), tuple(record.entries())):
            store.take("t1", event)

        def settled(near: object, half: int | None) -> None:
            asked(page.url, "result", {"round": 1, "near": near, "half": half})

        played = next(pair for pair in store.pairs() if {pair["near"], pair["far"]} == {"Ann", "Dot"})
        (other,) = (pair["near"] for pair in store.pairs() if pair["half_points"] is None)
        with pytest.raises(urllib.error.HTTPError, match="409"):  # Bob and Cid have not played
            asked(page.url, "round", {})
        settled(other, 1)
        turned = [2 - points for points in played["half_points"]]
        for half, wanted in ((turned[0], turned), (None, played["half_points"])):
            settled(played["near"], half)
            now = next(pair for pair in store.pairs() if pair["near"] == played["near"])
            assert (now["half_points"], now["by_hand"]) == (wanted, half is not None)
        for wrong in (
            {"near": "Eve"},
            {"near": other, "half": 3},
            {"near": other, "round": 2},
            {"near": None},
        ):
            with pytest.raises(urllib.error.HTTPError, match=r"40[04]"):
                asked(page.url, "result", {"round": 1, "half": 2, **wrong})
        asked(page.url, "leave", {"name": "Cid"})
        pairs = asked(page.url, "round", {})["pairs"]
        assert [each["far"] for each in pairs if each["round"] == 2 and "Cid" in each.values()] == []  # type: ignore[attr-defined]
        assert [each["name"] for each in asked(page.url, "event.json")["standings"] if each["away"]] == [
            "Cid"
        ]  # type: ignore[attr-defined]
        asked(page.url, "players", {"names": ["Cid"]})
        assert not store.away()
    store.close()


def test_the_hall_shows_tables_calls_and_standings(driver: WebDriver, tmp_path: Path) -> None:
    broker = Broker(tmp_path)
    broker.start()
    store = Store(tmp_path / "hall.sqlite")
    resize(driver, 1280, 900)
    with (
        HallServer(store, pairing="robin") as page,
        game(tmp_path / "a.game", "Ann", "Bob", upto=5) as asking,
    ):
        follower = Follower(
            broker.address("hall"), "hall", page.take, page.stands, store.inbox(), linked=page.linked
        )
        first = Publisher(
            broker.address("t1"), Feed().begin(asking), tmp_path / "s1", lambda: "http://t1.local/"
        )
        driver.get(page.url)
        until(driver, lambda page: "I am not sure" in text_of(page, "#calls"), 30)
        assert driver.find_element("css selector", "#calls a").get_attribute("href") == "http://t1.local/"
        with pytest.raises(urllib.error.HTTPError, match="409"):
            asked(page.url, "round", {})
        assert len(asked(page.url, "players", {"names": ["Ann", " Bob "]})["standings"]) == 2  # type: ignore[arg-type]
        asked(page.url, "round", {})
        with game(tmp_path / "b.game", "Bob", "Ann") as ended:
            second = Publisher(broker.address("t2"), Feed().begin(ended), tmp_path / "s2")
            until(driver, lambda page: len(page.find_elements("css selector", "#tables li")) == 2, 30)
            until(driver, lambda page: "Ann – Bob" in text_of(page, "#rounds") and score(page) != "open", 30)
            assert second.close(20) == 0
        result = driver.find_element("css selector", "#rounds select")
        assert result.get_attribute("aria-label") == "Result of Ann against Bob"
        before = text_of(driver, "#standings")
        Select(result).select_by_value("0" if score(driver) == "1:0" else "2")
        until(driver, lambda page: text_of(page, "#standings") != before, 30)
        Select(driver.find_element("css selector", "#rounds select")).select_by_value("")
        until(driver, lambda page: text_of(page, "#standings") == before, 30)
        click(driver, "#standings button")
        until(driver, lambda page: page.find_elements("css selector", "#standings tr.away"), 30)
        click(driver, "#standings tr.away button")
        until(driver, lambda page: not page.find_elements("css selector", "#standings tr.away"), 30)
        assert overflow_px(driver) == 0
        resize(driver, 390, 844)
        assert overflow_px(driver) == 0 and too_small(driver) == []
        table = asked(page.url, "event.json")
        assert sorted(each["half_points"] for each in table["standings"]) == [0, 2]  # type: ignore[attr-defined]
        with pytest.raises(urllib.error.HTTPError, match="409"):  # these two have already met
            asked(page.url, "round", {})
        broker.kill()
        until(driver, lambda page: "The broker does not answer" in text_of(page, "#cut"), 20)
        broker.start()
        until(driver, lambda page: not page.find_element("id", "cut").is_displayed(), 20)
        first.close()
        until(driver, lambda page: page.find_elements("css selector", "#tables li.gone"), 20)
        follower.close()
        assert not [line for line in complaints(driver) if "409" not in line]
    store.close()
    again = Store(tmp_path / "hall.sqlite")
    assert again.inbox() == follower.inbox and set(again.newest()) == {"t1", "t2"}
    again.close()
    broker.kill()
