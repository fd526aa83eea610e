"""Guests who come by a link: what the pages offer them and what they withhold."""

from __future__ import annotations

import http.client
import io
import json
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from aiohttp import web
from selenium.webdriver.remote.webdriver import WebDriver

from arbiter.home.server import Home, HomeServer
from arbiter.pages.access import Door
from arbiter.pages.live import LiveServer
from arbiter.record.record import Record
from arbiter.watch.closing import reviews_of
from arbiter.watch.places import Settings
from engine.initiative.examples import ROUNDS
from tests.support.page_browser import STATES, click, driver, press, shot, show, shown, text_of, until
from tests.support.recorded_games import header, write_game

__all__ = ["driver"]
DOOR = Door("x" * 32, "127.0.0.1", viewers="for-viewers")
PATIENT_S = 60
PLAYERS = ["mute", "dispute", "correct", "corners", "settings"]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[HomeServer]:
    write_game(tmp_path / "over.game", "basic")
    with HomeServer(Home(tmp_path, Settings(share=True)), door=DOOR) as server:
        yield server


def ask(
    server: HomeServer, method: str, path: str, token: str = "", body: str | None = None
) -> tuple[int, str]:
    """The server's response to a guest with a link, or to the machine itself."""
    name = "guest.localhost" if token else "127.0.0.1"
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENT_S)
    cookie = {"Cookie": f"arbiter-{server.port}={token}", "Content-Type": "application/json"}
    connection.request(method, path, body, {**cookie, "Host": f"{name}:{server.port}"})
    reply = connection.getresponse()
    return reply.status, reply.read().decode(errors="replace")


def enter(driver: WebDriver, port: int, token: str) -> None:
    """Enter by a link, as from another device."""
    show(driver, f"http://guest.localhost:{port}/?token={token}")


def offered(driver: WebDriver) -> list[str | None]:
    """The visible buttons."""
    found = driver.find_elements("css selector", ".controls button")
    return [each.get_attribute("id") for each in found if each.is_displayed()]


@pytest.mark.parametrize("token", ["x" * 32, "for-viewers"])
def test_guests_review_a_game_and_change_nothing(home: HomeServer, token: str) -> None:
    status, told = ask(home, "GET", "/review/over.game/game.json", token)
    assert status == 200 and not json.loads(told)["record"] and not json.loads(told)["mine"]
    mine = json.loads(ask(home, "GET", "/review/over.game/game.json")[1])
    assert mine["record"] and mine["mine"]
    for path in ("still/1/now", "diagram/3/after.svg", "judgements.json", "words.json", ""):
        assert ask(home, "GET", f"/review/over.game/{path}", token)[0] in (200, 404), path
    for path in ("correct", "touch"):
        body = '{"op": "undo", "place": "near0"}'
        assert ask(home, "POST", f"/review/over.game/{path}", token, body)[0] == 403, path
    assert ask(home, "GET", "/review/over.game/folder.json", token)[0] == 403
    branched = ask(home, "GET", "/review/over.game/branch.json?index=2&moves=%5B%5D", token)
    assert branched[0] == 200 and json.loads(branched[1])["options"]
    for wrong in ("../over.game", "none.game", "..%2Fover.game"):
        assert ask(home, "GET", f"/review/{wrong}/game.json", token)[0] == 404, wrong


def test_a_review_tells_guests_no_camera(home: HomeServer, tmp_path: Path) -> None:
    facts = {**header(ROUNDS["basic"]), "source": "http://ann:secret@cam/"}
    with Record.create(tmp_path / "camera.game", facts):
        pass
    told = ask(home, "GET", "/review/camera.game/game.json", "for-viewers")
    assert told[0] == 200 and "secret" not in told[1] and str(tmp_path) not in told[1]


def test_a_guest_looks_at_a_game_and_comes_home(home: HomeServer, driver: WebDriver) -> None:
    enter(driver, home.port, "for-viewers")
    click(driver, "#records .review")
    until(driver, lambda page: page.find_elements("css selector", "#timeline button"))
    assert "/review/over.game/" in driver.current_url
    click(driver, "#on")
    assert text_of(driver, "#place").startswith("2 ")
    click(driver, "#branch-open")
    until(driver, lambda page: page.find_elements("css selector", "#branch-options button"))
    assert not driver.find_elements("css selector", ".places") and not text_of(driver, "#folder")
    shot(driver, "guest-review")
    click(driver, "#home")
    until(driver, lambda page: page.find_elements("css selector", "#records li"))


def test_who_watched_looks_at_the_game_once_it_is_over(driver: WebDriver, tmp_path: Path) -> None:
    path = write_game(tmp_path / "just.game", "basic")

    def more(server: LiveServer) -> list[web.RouteDef]:
        return reviews_of(path, "en", server, stack).routes

    with ExitStack() as stack, LiveServer(0, door=DOOR, about={"record": path.name}, more=more) as live:
        live.publish({**shown(STATES[5]), "finished": False})
        enter(driver, live.port, "for-viewers")
        until(driver, lambda page: text_of(page, "#title") == "Kristin – Alison")
        assert ask(live, "GET", "/review/just.game/game.json", "for-viewers")[0] == 409
        live.publish({**shown(STATES[-1]), "finished": True})
        click(driver, "#after a")
        until(driver, lambda page: page.find_elements("css selector", "#timeline button"))
        assert ask(live, "GET", "/review/other.game/game.json", "for-viewers")[0] == 404
        assert ask(live, "POST", "/review/just.game/correct", "x" * 32, '{"op": "undo"}')[0] == 403
        driver.get("about:blank")
    driver.get_log("browser")


def test_who_looks_on_is_offered_what_they_may_do(driver: WebDriver) -> None:
    told = list[tuple[str, bool]]()

    def tell(what: str, aloud: bool) -> str:
        told.append((what, aloud))
        return "Far attacks."

    state = {
        **shown(STATES[5]),
        "sound": {"rate": 1, "volume": 1, "voice": "", "voices": [], "problem": "mute"},
    }
    with LiveServer(0, door=DOOR, on_tell=tell, about={"resume": "arbiter watch"}) as live:
        live.publish(state)
        for token, buttons in (("for-viewers", ["settings"]), ("x" * 32, PLAYERS)):
            enter(driver, live.port, token)
            until(driver, lambda page: text_of(page, "#title") == "Kristin – Alison")
            until(driver, lambda page: offered(page) == buttons)  # noqa: B023
            assert not text_of(driver, "#told")  # guests cannot repair the machine's sound
            press(driver, "t")
            until(driver, lambda page: text_of(page, "#told") == "Far attacks.")
        assert told == [("table", False), ("table", True)]  # only players can make the machine speak
        driver.get("about:blank")
    driver.get_log("browser")


def test_a_problem_is_reported_from_the_home_page(home: HomeServer, driver: WebDriver) -> None:
    assert ask(home, "GET", "/report.zip", "x" * 32)[0] == 403
    show(driver, home.url)
    click(driver, "#open-help")
    until(driver, lambda page: text_of(page, "#report-save"))
    click(driver, "#report label")
    link = driver.find_element("css selector", "#report-save").get_attribute("href")
    connection = http.client.HTTPConnection("127.0.0.1", home.port, timeout=PATIENT_S)
    connection.request("GET", link[link.index("/report") :])
    with zipfile.ZipFile(io.BytesIO(connection.getresponse().read())) as zipped:
        assert {"about.json", "log.txt", "record.game"} <= set(zipped.namelist())
