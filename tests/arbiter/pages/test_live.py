"""The live page in a real browser: newest picture, newest state, answers, mute, disputes."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webdriver import WebDriver

from arbiter.events.ledger import Ply, judge
from arbiter.events.orders import Busy
from arbiter.events.types import Question
from arbiter.pages.access import PageError
from arbiter.pages.live import LiveServer
from arbiter.pages.live_state import live_state
from arbiter.pages.pressed import Pressed
from engine.game import Seat
from engine.initiative.examples import ROUNDS
from engine.initiative.notation import parse_play
from tests.support.page_browser import (
    click,
    complaints,
    driver,
    foreign_requests,
    overflow_px,
    press,
    resize,
    text_of,
    until,
)
from tests.support.recorded_games import still

__all__ = ["driver"]
NAMES = {Seat.NEAR: "Alison", Seat.FAR: "Kristin"}
STATES = ROUNDS["call"].states()
ASK = Question(
    time_s=1, id=3, text="Which green?", options=("The medium green", "The large green", "Keep waiting")
)


class Desk:
    """A live page and everything that it sent back."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.page = LiveServer(
            0,
            on_answer=lambda question, option: self.calls.append(("answer", question, option)),
            on_mute=lambda muted: self.calls.append(("mute", muted)),
            on_dispute=lambda move: self.calls.append(("dispute",)),
        )

    def request(self, method: str, path: str, body: str = "", **headers: str) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", self.page.port, timeout=10)
        connection.request(
            method, path, body or None, {key.replace("_", "-"): value for key, value in headers.items()}
        )
        return connection.getresponse()


@pytest.fixture
def desk() -> Iterator[Desk]:
    made = Desk()
    yield made
    made.page.close()


def test_state_shows_whose_turn_it_is(desk: Desk, driver: WebDriver) -> None:
    resize(driver, 1280, 900)
    driver.get(desk.page.url)
    assert text_of(driver, "#say") == "Waiting for the set-up"
    desk.page.publish(
        live_state(STATES[5], NAMES, totals={Seat.NEAR: 24, Seat.FAR: 0}, announcements=["New", "Old"])
    )
    until(driver, lambda page: text_of(page, "#say") == "Kristin must parry")
    assert text_of(driver, "#attack strong") == "medium red on medium black, red up 2"
    assert text_of(driver, "#legal") == "medium green"
    assert [item.text for item in driver.find_elements("css selector", "#announcements li")] == ["New", "Old"]
    far, near = (player.text for player in driver.find_elements("css selector", ".player"))
    assert "Kristin" in far and "to play" in far and "\n8\n" in far
    assert "initiative" in near and "\n20\n" in near and "match 24" in near
    script = "return document.querySelector('#diagram').naturalWidth"
    until(driver, lambda page: page.execute_script(script))
    desk.page.publish(live_state(STATES[-1], NAMES))
    until(driver, lambda page: text_of(page, "#say") == "Alison wins the round")
    assert "36" in text_of(driver, ".legal .empty")
    assert complaints(driver) == [] and foreign_requests(driver) == []


def test_picture_is_the_newest(desk: Desk, driver: WebDriver) -> None:
    driver.get(desk.page.url)
    pictures = [still(state, 320, 180) for state in STATES]
    for number in range(300):
        desk.page.publish_frame(pictures[number % len(pictures)])
    newest = still(None, 330, 186)
    desk.page.publish_frame(newest)
    shown = "return document.querySelector('#camera').naturalWidth"
    until(driver, lambda page: page.execute_script(shown) == 330)
    loaded = (
        "return performance.getEntriesByType('resource').filter((one) => /frame.jpg/.test(one.name)).length"
    )
    count = driver.execute_script(loaded)
    assert count < 150


def test_other_cameras_are_shown_small_and_large(desk: Desk, driver: WebDriver) -> None:
    resize(driver, 1400, 900)
    desk.page.publish({**live_state(STATES[1], NAMES), "views": [2, 3]})
    driver.get(desk.page.url)
    complaints(driver)  # from earlier pages whose servers have gone
    desk.page.publish_frame(still(STATES[1], 640, 360))
    for number, width in ((2, 320), (3, 300)):
        desk.page.publish_view(number, still(STATES[2], width, 180))
    widths = "return [...document.querySelectorAll('#views img')].map((one) => one.naturalWidth)"
    until(driver, lambda page: page.execute_script(widths) == [320, 300])
    second = driver.find_elements("css selector", "#views button")[0]
    small = second.size["width"]
    shown = driver.find_element("id", "camera").rect
    for view in driver.find_elements("css selector", "#views button"):  # no piece lies under it
        assert view.rect["y"] >= shown["y"] + shown["height"] and view.size["width"] > 90
    assert second.get_attribute("title").startswith("Camera 2")
    second.click()
    until(driver, lambda page: second.size["width"] > 3 * small)
    second.click()
    until(driver, lambda page: second.size["width"] == small)
    desk.page.publish({**live_state(STATES[1], NAMES), "views": []})
    until(driver, lambda page: not page.find_elements("css selector", "#views button"))
    assert desk.request("GET", "/view.jpg?number=7").status == 204
    assert not complaints(driver)


def test_late_page_gets_the_newest_picture_at_once(desk: Desk) -> None:
    for number in range(50):
        desk.page.publish_frame(b"picture %d" % number)
    reply = desk.request("GET", "/frame.jpg?after=0")
    assert reply.read() == b"picture 49" and reply.headers["X-Frame"] == "50"
    began = time.monotonic()
    desk.page.loop.call_soon_threadsafe(desk.page.loop.call_later, 0.2, desk.page.publish_frame, b"later")
    assert desk.request("GET", "/frame.jpg?after=50").read() == b"later"
    assert 0.1 < time.monotonic() - began < 10


def test_question_is_answered_by_key_and_by_click(desk: Desk, driver: WebDriver) -> None:
    resize(driver, 1280, 900)
    driver.get(desk.page.url)
    desk.page.publish(live_state(STATES[3], NAMES, question=ASK))
    until(driver, lambda page: text_of(page, "#question-text") == "Which green?")
    press(driver, "2")
    until(driver, lambda page: desk.calls == [("answer", 3, 1)])
    until(driver, lambda page: not text_of(page, "#question-text"))
    desk.page.publish(
        live_state(
            STATES[3], NAMES, question=Question(time_s=2, id=4, text="And now?", options=("Yes", "No"))
        )
    )
    until(driver, lambda page: text_of(page, "#question-text") == "And now?")
    press(driver, "9")
    driver.find_element("css selector", "#question-options button").click()
    until(driver, lambda page: desk.calls[1:] == [("answer", 4, 0)])


def test_illegal_play_is_named_with_its_rule(desk: Desk, driver: WebDriver) -> None:
    state = ROUNDS["illegal"].states()[7]
    play = parse_play("Myellow", state, check=False)
    driver.get(desk.page.url)
    desk.page.publish(live_state(state, NAMES, illegal=Ply(play, judge(state, play))))
    until(driver, lambda page: "Alison: medium yellow" in text_of(page, "#illegal .what"))
    words = text_of(driver, "#illegal")
    assert "Rule I1" in words and "the parry must be large" in words
    desk.page.publish(live_state(state, NAMES))
    until(driver, lambda page: not text_of(page, "#illegal"))


def test_mute_and_dispute(desk: Desk, driver: WebDriver) -> None:
    resize(driver, 1280, 900)
    driver.get(desk.page.url)
    desk.page.publish(live_state(STATES[3], NAMES))
    until(driver, lambda page: text_of(page, "#say"))
    press(driver, "m")
    until(driver, lambda page: desk.calls == [("mute", True)])
    until(driver, lambda page: "Muted" in text_of(page, "#mute"))
    driver.find_element("css selector", "#mute").click()
    until(driver, lambda page: desk.calls[1:] == [("mute", False)])
    press(driver, "d")
    until(driver, lambda page: desk.calls[2:] == [("dispute",)])
    until(driver, lambda page: "Marked in the record" in text_of(page, "#told"))


@pytest.mark.parametrize(("width", "dark"), [(390, True), (1280, False)])
def test_fits_and_is_reached_by_keyboard(desk: Desk, driver: WebDriver, width: int, dark: bool) -> None:
    resize(driver, width, 844, dark)
    driver.get(desk.page.url)
    names = {Seat.NEAR: "Wilhelmina-Alexandrina of the Long Name", Seat.FAR: "<b>Kristin</b>"}
    desk.page.publish(live_state(STATES[0], names, question=ASK, notices=["The camera was bumped"]))
    until(driver, lambda page: text_of(page, "#question-text"))
    assert overflow_px(driver) <= 0
    assert "<b>Kristin</b>" in text_of(driver, ".scores")
    reached = []
    for _ in range(8):
        press(driver, Keys.TAB) if not reached else driver.switch_to.active_element.send_keys(Keys.TAB)
        reached.append(driver.switch_to.active_element.text.replace("\n", " "))
    assert any("Mute" in words for words in reached) and any("Dispute" in words for words in reached)
    assert any("The large green" in words for words in reached)
    shown = driver.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, shown[4:-1].split(","))) < 150) is dark


def test_single_keys_are_switched_off_and_stay_off(desk: Desk, driver: WebDriver) -> None:
    def rests(driver: WebDriver) -> bool:
        """Whether the settings key does nothing: digits and letters typed into fields are no shortcuts."""
        press(driver, "v")
        return not text_of(driver, "#settings-panel")

    resize(driver, 1280, 844)
    driver.get(desk.page.url)
    desk.page.publish(live_state(STATES[0], NAMES))
    until(driver, lambda page: text_of(page, "#say"))
    press(driver, "h")
    keys = until(driver, lambda page: text_of(page, "#keys"))
    assert all(word in keys for word in ("Mute", "Turn and score", "What is detected"))
    assert "M" in text_of(driver, "#mute") and not driver.find_elements("css selector", ".keyless")
    click(driver, "label:has(#keys-work)")
    driver.refresh()
    until(driver, lambda page: text_of(page, "#say"))
    assert rests(driver) and not driver.find_element("css selector", "#mute kbd").is_displayed()
    assert not driver.find_elements("css selector", "#mute[aria-keyshortcuts]")
    click(driver, "#open-help")
    click(driver, "label:has(#keys-work)")
    press(driver, "\ue00c")
    assert not rests(driver) and driver.find_elements("css selector", "#mute[aria-keyshortcuts]")


def test_page_says_when_the_arbiter_has_stopped(desk: Desk, driver: WebDriver) -> None:
    driver.get(desk.page.url)
    until(driver, lambda page: text_of(page, "#pulse") == "Live")
    desk.page.close()
    until(driver, lambda page: "stopped" in text_of(page, "#pulse"))
    resize(driver, 390, 844)
    whole = "const p = document.querySelector('#subtitle'); return p.scrollWidth <= p.clientWidth"
    assert driver.execute_script(whole), "what is played is cut off"
    desk.page.publish({"names": {}})
    driver.get_log("browser")


JSON = {"Content_Type": "application/json"}


@pytest.mark.parametrize(
    ("method", "path", "body", "headers", "status"),
    [
        ("GET", "/", "", {"Host": "evil.example"}, 403),
        (
            "POST",
            "/mute",
            '{"muted": true}',
            {**JSON, "Origin": "http://evil.example"},
            403,
        ),
        ("POST", "/mute", '{"muted": true}', {"Content_Type": "text/plain"}, 415),
        ("POST", "/mute", "[1]", JSON, 400),
        ("POST", "/answer", '{"id": "x"}', JSON, 400),
        ("GET", "/piece/huge-red.svg", "", {}, 404),
        ("GET", "/piece/north-teal.svg", "", {}, 404),
        ("GET", "/static/../live.py", "", {}, 404),
        ("POST", "/mute", '{"muted": true}', JSON, 200),
    ],
)
def test_only_the_page_itself_gives_orders(
    desk: Desk, method: str, path: str, body: str, headers: dict[str, str], status: int
) -> None:
    assert desk.request(method, path, body, **headers).status == status
    assert bool(desk.calls) is (status == 200)


@pytest.mark.parametrize(
    ("error", "status"), [(OSError("the disk is full"), 500), (Busy("not taken: try again"), 503)]
)
def test_failing_callback_is_told_to_the_page(desk: Desk, error: Exception, status: int) -> None:
    def fail(move: int) -> None:
        raise error

    desk.page._do = Pressed(on_dispute=fail)
    reply = desk.request("POST", "/dispute", "{}", Content_Type="application/json")
    assert (reply.status, reply.read()) == (status, str(error).encode())


def test_port_in_use_is_told_in_a_line(desk: Desk) -> None:
    with pytest.raises(PageError, match=f"port {desk.page.port}.*--port"):
        LiveServer(desk.page.port)


def test_state_is_json_before_the_set_up() -> None:
    state = live_state(None, NAMES, waiting="One pyramid is missing")
    assert json.loads(json.dumps(state))["say"] == "One pyramid is missing"
    assert state["legal"] == [] and state["scores"]["far"] == {"total": 0, "how": ""}


def test_what_stands_somewhere_is_taken_and_nonsense_refused(desk: Desk) -> None:
    said: list[tuple[Any, ...]] = []
    desk.page._do = Pressed(
        on_say=lambda what, place, in_picture: said.append((what, place, in_picture)),
        on_accept=lambda: said.append(("play",)),
    )
    kind = {"Content_Type": "application/json"}
    for body, status in (
        ({"what": "Lred", "at": [1.5, -190]}, 200),
        ({"what": "nothing", "at": [0.5, 0.25], "picture": True}, 200),
        ({"play": True}, 200),
        ({"what": "Lred"}, 400),
        ({"what": "Lred", "at": ["x", 1]}, 400),
        ({"what": "Lred", "at": [1e400, 1]}, 400),
        ({"at": [1, 2]}, 400),
    ):
        assert desk.request("POST", "/setup", json.dumps(body), **kind).status == status
    assert said == [("Lred", (1.5, -190.0), False), ("nothing", (0.5, 0.25), True), ("play",)]


def test_who_follows_the_game_gets_its_end_and_is_let_go() -> None:
    """The stream is ended, not cut off, so closing need not wait until it may be cut off."""
    with LiveServer(0) as page:
        page.publish({"say": "Alison leads small blue"})
        connection = http.client.HTTPConnection("127.0.0.1", page.port)
        connection.request("GET", "/events")
        events = connection.getresponse()
        assert events.readline().startswith(b"data: ")
    events.read()  # raises `IncompleteRead` where it was cut off
    assert events.isclosed()
