"""Visitors with a link to the home page: what they may do there, and what they are told."""

from __future__ import annotations

import http.client
import json
import threading
from pathlib import Path

import pytest
from selenium.webdriver.remote.webdriver import WebDriver

from arbiter.home.server import Home, HomeServer
from arbiter.pages.access import Door
from arbiter.pages.live import LiveServer
from arbiter.record.record import Record
from arbiter.watch.places import Settings
from arbiter.words.progress import OnPart
from engine.initiative.examples import ROUNDS
from tests.support.page_browser import STATES, driver, show, shown, text_of, until
from tests.support.recorded_games import header, write_game

__all__ = ["driver"]
PATIENT_S = 60


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_game(tmp_path / "over.game", "basic")
    return tmp_path


def test_only_this_machine_starts_games(folder: Path) -> None:
    door = Door("x" * 32, "127.0.0.1")
    with HomeServer(Home(folder, Settings(share=True)), door=door) as server:
        assert server.url == f"http://127.0.0.1:{server.port}/"  # also opened here when shared
        cookie = {"Cookie": f"arbiter-{server.port}={'x' * 32}", "Content-Type": "application/json"}
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)

        def status(method: str, path: str, body: str | None = None) -> int:
            connection.request(method, path, body, {**cookie, "Host": f"table.local:{server.port}"})
            reply = connection.getresponse()
            reply.read()
            return reply.status

        assert status("GET", "/home.json") == 200 and status("GET", "/thumb/over.game") == 200
        assert status("GET", "/preview.jpg?source=0") == 403 and status("GET", "/notes.json?film=a") == 403
        for path in ("/start", "/settings"):
            assert status("POST", path, "{}") == 403
        assert status("GET", "/qr.svg") == 200
        assert server.wish is None


def test_who_looks_on_is_told_neither_the_players_link_nor_how_games_were_started(folder: Path) -> None:
    door = Door("x" * 32, "127.0.0.1", viewers="for-viewers")
    settings = Settings(share=True, last={"source": "http://ann:secret@cam/video"})
    with HomeServer(Home(folder, settings), door=door) as server:
        told = {}
        for token in ("x" * 32, "for-viewers"):
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
            cookie = f"arbiter-{server.port}={token}"
            connection.request("GET", "/home.json", headers={"Cookie": cookie, "Host": f"t:{server.port}"})
            told[token] = connection.getresponse().read().decode()
            connection.close()
            assert "secret" not in told[token]
            assert json.loads(told[token])["link"].endswith(f"?token={token}")
        assert "x" * 32 not in told["for-viewers"]


def test_who_looks_on_is_told_no_folders_and_no_cameras(folder: Path, tmp_path: Path) -> None:
    with Record.create(
        folder / "camera.game", {**header(ROUNDS["basic"]), "source": "http://ann:secret@cam/"}
    ):
        pass
    (folder / "spoilt.game").write_text("no game")
    door = Door("x" * 32, "127.0.0.1")
    with HomeServer(Home(folder, Settings(share=True), f"{folder}/a.game: gone"), door=door) as server:
        cookie = {"Cookie": f"arbiter-{server.port}={'x' * 32}", "Host": f"table.local:{server.port}"}
        for path in ("/home.json", "/statistics.json"):
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENT_S)
            connection.request("GET", path, headers=cookie)
            told = connection.getresponse().read().decode()
            connection.close()
            assert "Alison" in told and str(tmp_path) not in told and "secret" not in told


def test_a_page_that_only_looks_on_goes_over_to_the_game(folder: Path, driver: WebDriver) -> None:
    with HomeServer(Home(folder, Settings())) as server:
        show(driver, server.url)
        until(driver, lambda page: page.find_elements("css selector", "#records li"))
    with LiveServer(server.port) as live:
        live.publish(shown(STATES[5]))
        until(driver, lambda page: text_of(page, "#title") == "Kristin – Alison")
        driver.get("about:blank")
    driver.get_log("browser")


def test_long_work_is_done_one_after_the_other(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_work, most, free = threading.Semaphore(0), [], threading.Event()

    def share_slowly(path: Path, target: Path, on_part: OnPart) -> None:
        at_work.release()
        free.wait(PATIENT_S)
        most.append(path)
        target.write_text("a page")

    monkeypatch.setattr("arbiter.home.server.share", share_slowly)
    with HomeServer(Home(folder, Settings())) as server:
        asked = [http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENT_S) for _ in range(4)]
        for connection in asked:
            connection.request("GET", "/share/over.game")
        assert at_work.acquire(timeout=PATIENT_S)
        assert not at_work.acquire(timeout=1.0)  # the others wait
        free.set()
        assert [connection.getresponse().status for connection in asked] == [200] * 4
    assert len(most) == 4
