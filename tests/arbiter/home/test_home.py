"""The home page in a real browser: starting a game by a click, library, settings, phones' permissions."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webdriver import WebDriver

from arbiter.cli.commands.home import Evening
from arbiter.home.library import listed, thumbnail
from arbiter.home.server import Home, HomeServer
from arbiter.home.start import SAMPLES, Wish, kits
from arbiter.pages.access import Door
from arbiter.pages.share import share
from arbiter.record.record import Record
from arbiter.review.judgements import Judgements
from arbiter.watch.places import Settings, read_settings, settings_file, write_settings
from arbiter.words.exits import UsageError
from arbiter.words.progress import OnPart
from tests.support.page_browser import (
    BELOW,
    LIES_BELOW,
    click,
    complaints,
    driver,
    foreign_requests,
    overflow_px,
    resize,
    shot,
    show,
    text_of,
    too_small,
    until,
)
from tests.support.recorded_games import write_game

__all__ = ["driver"]
SAMPLE = "sample"
PAIR = Path(__file__).parents[2] / "support" / "films" / "pair.mp4"
PATIENT_S = 600
"""Timeout (s) for a film on a busy machine; no test measures the time."""
WISH = {"game": "logistics", "players": {"near": "A", "far": "B"}, "source": "0", "options": {"cards": "3"}}


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keep the tests' settings and games in folders of their own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "games"
    made.mkdir()
    write_game(made / "over.game", "basic")
    with Record.open(write_game(made / "open.game", "call")) as record:
        record.amend_header(9.0, {"rounds": 2})
    (made / "broken.game").write_bytes(b"no game")
    return made


@pytest.fixture
def home(folder: Path) -> Iterator[HomeServer]:
    with HomeServer(Home(folder, Settings(), "The camera was unplugged", write_settings)) as server:
        yield server


def ask(
    server: HomeServer, method: str, path: str, data: Any = None, host: str = "127.0.0.1"
) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    headers = {"Content-Type": "application/json", "Host": f"{host}:{server.port}"}
    connection.request(method, path, None if data is None else json.dumps(data), headers)
    reply = connection.getresponse()
    return reply.status, reply.read()


def pick(driver: WebDriver, selector: str, value: str) -> None:
    """Choose an entry of a list."""
    script = "const [s, v] = arguments; s.value = v; s.dispatchEvent(new Event('change'));"
    driver.execute_script(script, driver.find_element("css selector", selector), value)


# ----- what is played


def test_a_wish_becomes_the_command_line() -> None:
    marked = Wish.of({**WISH, "game": "sanctum", "options": {"marker": "green"}})
    assert marked.words[-2:] == ("--turn-marker", "green")
    words = Wish.of(WISH).words
    assert words[:4] == ("watch", "logistics", "--source", "0")
    assert " ".join(words[4:]) == "--players A B --option cards=3 --option trios=2 --option tree_power=top"
    sample = Wish.of({**WISH, "source": SAMPLE})
    assert sample.noted and sample.words[3].endswith("logistics.mp4")
    alone = Wish.of({**WISH, "players": {"near": "A", "far": ""}}).words
    assert alone[4:7] == ("--players", "A", "")
    assert "--share" in Wish.of({**WISH, "source": "page"}).words
    three = Wish.of({**WISH, "others": ["2", "page", "4"]}).words  # no more than three
    assert three[2:9] == ("--source", "0", "--source", "2", "--source", "page", "--share")
    assert "2" not in Wish.of({**WISH, "source": SAMPLE, "others": ["2"]}).words
    for wrong in ({"game": "chess"}, {"source": " "}, {"options": {"cards": "nine"}}, {"players": None}):
        with pytest.raises((KeyError, TypeError, UsageError)):
            Wish.of({**WISH, **wrong})


def test_every_game_that_can_be_watched_is_offered_and_its_options_are_told(home: HomeServer) -> None:
    _, body = ask(home, "GET", "/home.json")
    offered = {game["key"]: game for game in json.loads(body)["games"]}
    assert offered.keys() == kits().keys() and {"initiative", "logistics", "nickel"} <= offered.keys()
    for game in offered.values():
        for option in game["options"]:
            texts = [option["title"], *(text for _, text in option["values"])]
            assert not any(text.startswith("page-") for text in texts) and len(set(texts)) == len(texts)


# ----- what was played


def test_games_are_listed_with_their_end(folder: Path) -> None:
    found = {game["file"]: game for game in listed(folder)}
    assert set(found) == {"over.game", "open.game", "broken.game"}
    over, unfinished, broken = found["over.game"], found["open.game"], found["broken.game"]
    assert over["over"] and over["winner"] in ("near", "far") and over["plies"] > 3
    assert not unfinished["over"] and unfinished["names"] == {"near": "Alison", "far": "Kristin"}
    assert broken["problem"] and not broken["over"]
    for how in ("film", "interrupted"):  # resumed with another film
        with Record.open(folder / "open.game") as record:
            record.append("ended", 60.0, {"how": how, "text": ""})
        (told,) = (game for game in listed(folder) if game["file"] == "open.game")
        assert told["film_over"] is (how == "film") and not told["over"]
    picture = thumbnail(folder / "over.game")
    assert picture is not None and picture[:2] == b"\xff\xd8"


def test_the_page_tells_what_is_wrong_in_its_language(folder: Path) -> None:
    with HomeServer(Home(folder, Settings(language="de"))) as german:
        _, body = ask(german, "GET", "/home.json")
        problems = {game["file"]: game["problem"] for game in json.loads(body)["library"]}
        refused = [
            ask(german, "GET", "/thumb/gone.game"),
            ask(german, "POST", "/start", {**WISH, "source": " "}),
        ]
    assert problems["over.game"] == "" and "ist keine Aufzeichnung eines Spiels" in problems["broken.game"]
    said = [(status, text.decode()) for status, text in refused]
    assert said == [(404, "dieses Spiel gibt es nicht"), (400, "wähle eine Kamera oder einen Film")]


@pytest.mark.parametrize(("width", "dark"), [(1440, True), (390, False)])
def test_the_page_shows_games_and_finds_them(
    home: HomeServer, driver: WebDriver, folder: Path, width: int, dark: bool
) -> None:
    resize(driver, width, 900, dark)
    show(driver, home.url)
    until(driver, lambda page: len(page.find_elements("css selector", "#records li")) == 3)
    assert text_of(driver, "#notice") == "The camera was unplugged"
    first = driver.find_element("css selector", "#records li")
    assert "Not finished" in first.text and "Go on" in first.text
    assert overflow_px(driver) <= 0 and too_small(driver) == []
    shot(driver, f"home-{width}{'-dark' if dark else ''}")
    search = driver.find_element("css selector", "#search")
    search.send_keys("kristin won")
    until(
        driver,
        lambda page: (
            [e.get_attribute("data-file") for e in page.find_elements("css selector", "#records li")]
            == ["over.game"]
        ),
    )
    search.clear()
    search.send_keys("nobody")
    until(driver, lambda page: text_of(page, "#none") == "No game fits.")
    with Record.open(folder / "open.game") as record:
        record.append("ended", 60.0, {"how": "film", "text": ""})
    driver.refresh()
    words = until(driver, lambda page: text_of(page, "[data-file='open.game']"))
    assert "To the end of the film; moves: " in words and "Go on" not in words
    assert complaints(driver) == [] and foreign_requests(driver) == []


def test_a_game_is_packed_with_how_far_it_is_and_saved(
    home: HomeServer, driver: WebDriver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    halfway, go_on = threading.Event(), threading.Event()

    def share_slowly(path: Path, target: Path, on_part: OnPart) -> None:
        on_part(2, 5)
        halfway.set()
        assert go_on.wait(PATIENT_S)
        share(path, target, judgements=Judgements(nodes=300), on_part=on_part)

    monkeypatch.setattr("arbiter.home.server.share", share_slowly)
    saving = {"behavior": "allow", "downloadPath": str(tmp_path)}
    driver.execute_cdp_cmd("Browser.setDownloadBehavior", saving)
    resize(driver, 390, 844)
    show(driver, home.url)
    click(driver, "[data-file='over.game'] .share")
    until(driver, lambda page: "over.game" in text_of(page, "#packing-words"))
    assert halfway.wait(PATIENT_S)
    bar = driver.find_element("css selector", "#packed")
    until(driver, lambda _: bar.get_attribute("value") == "0.4")
    assert overflow_px(driver) <= 0
    shot(driver, "home-packing-390")
    go_on.set()
    until(driver, lambda page: text_of(page, "#told").startswith("over.html is saved"), PATIENT_S)
    assert not bar.is_displayed() and json.loads(ask(home, "GET", "/packing/over.game")[1]) is None
    until(driver, lambda _: (tmp_path / "over.html").exists())
    assert b"Kristin" in (tmp_path / "over.html").read_bytes()


def test_what_cannot_be_packed_says_why(home: HomeServer, driver: WebDriver, folder: Path) -> None:
    resize(driver, 1440, 900)
    show(driver, home.url)
    until(driver, lambda page: page.find_elements("css selector", "#records .share"))
    (folder / "over.game").unlink()
    click(driver, "[data-file='over.game'] .share")
    until(driver, lambda page: text_of(page, "#told") == "there is no such game")
    driver.get_log("browser")


def test_a_review_is_opened_and_a_game_is_shared(home: HomeServer, driver: WebDriver) -> None:
    resize(driver, 1440, 900)
    show(driver, home.url)
    until(driver, lambda page: page.find_elements("css selector", "#records .review"))
    click(driver, "[data-file='over.game'] .review")
    until(driver, lambda page: text_of(page, "#timeline"))
    status, html = ask(home, "GET", "/share/over.game")
    assert status == 200 and b"Kristin" in html and len(html) > 10_000
    assert ask(home, "GET", "/share/..%2Fover.game")[0] == 404
    assert ask(home, "GET", "/mat.pdf")[1][:4] == b"%PDF"


def test_settings_are_kept_and_nonsense_is_refused(home: HomeServer, driver: WebDriver) -> None:
    resize(driver, 1440, 900)
    show(driver, home.url)
    until(driver, lambda page: page.find_elements("css selector", "#records li"))
    click(driver, "#open-settings")
    until(driver, lambda page: text_of(page, "#settings-title"))
    pick(driver, "#language", "de")
    until(driver, lambda page: text_of(page, "#settings-title").lower() == "einstellungen")
    assert read_settings().language == "de"
    assert settings_file().stat().st_mode & 0o077 == 0
    for size in ((1024, 768), (390, 844)):
        resize(driver, *size)
        assert driver.execute_script(BELOW, "#settings") == LIES_BELOW
    for data in ({"language": "xx"}, {"voice": "yes"}, {"commentary": 3}):
        assert ask(home, "POST", "/settings", data)[0] == 400
    assert ask(home, "POST", "/settings", {"token": "mine", "port": 1})[0] == 200
    assert read_settings().token != "mine" and read_settings().port != 1


def test_the_certificate_is_told_beside_the_code_to_scan(
    folder: Path, driver: WebDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Door, "fingerprint", "AB:CD:EF")
    with HomeServer(Home(folder, Settings(share=True)), door=Door("x" * 32, "127.0.0.1")) as server:
        show(driver, f"http://127.0.0.1:{server.port}/")
        until(driver, lambda page: page.find_elements("css selector", "#records li"))
        click(driver, "#open-settings")
        until(driver, lambda page: text_of(page, "#known").endswith("fingerprint (SHA-256): AB:CD:EF"))


def test_spoilt_settings_keep_nobody_from_playing() -> None:
    settings_file().parent.mkdir(parents=True)
    deep = "[" * 100_000
    for text, language in (
        ("{", "en"),
        ("[1]", "en"),
        (deep, "en"),
        ('{"language": "de", "port": "x", "share": 1}', "de"),
    ):
        settings_file().write_text(text)
        assert read_settings() == Settings(language=language)


# ----- an evening


class Watched:
    """An evening with the real referee, in its own thread."""

    def __init__(self, folder: Path) -> None:
        self.address, self._ready, self._stopped = "", threading.Event(), False
        self.evening = Evening(Settings(voice=False), folder, 0, lambda: self._stopped)
        self._thread = threading.Thread(target=self.evening.run, args=(self._began,), daemon=True)
        self._thread.start()
        assert self._ready.wait(PATIENT_S)

    def _began(self, server: HomeServer) -> None:
        self.address = server.url
        self._ready.set()

    def stop(self) -> None:
        self._stopped = True
        self._thread.join(PATIENT_S)
        assert not self._thread.is_alive()


def test_from_the_home_page_to_a_verdict_and_back(driver: WebDriver, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    watched = Watched(folder)
    try:
        resize(driver, 1440, 900)
        show(driver, watched.address)
        until(driver, lambda page: page.find_elements("css selector", "#games label"))
        driver.find_element("css selector", "#near").send_keys("Alison")
        driver.find_element("css selector", "#far").send_keys("Kristin")
        pick(driver, "#source", "sample")
        until(driver, lambda page: "4 of 4" in text_of(page, "#facts"), PATIENT_S)
        pick(driver, "#source", "sample")  # the same request again gets the same answer
        until(driver, lambda page: "4 of 4" in text_of(page, "#facts"), PATIENT_S)
        click(driver, "#play")
        until(driver, lambda page: text_of(page, "#say"), PATIENT_S)
        until(driver, lambda page: "Alison leads a small blue" in text_of(page, "#announcements"), PATIENT_S)
        assert watched.address == driver.current_url
        click(driver, "#leave")
        until(driver, lambda page: text_of(page, "#leave-yes"))
        click(driver, "#leave-yes")
        until(driver, lambda page: "Not finished; moves: " in text_of(page, "#records li"), PATIENT_S)
        (path,) = folder.glob("*.game")
        with Record.open(path, readonly=True) as record:
            moves = sum(1 for _ in record.entries("move"))  # the film continued until the click arrived
        assert moves >= 1 and f"Not finished; moves: {moves}" in text_of(driver, "#records li")
    finally:
        driver.get("about:blank")
        watched.stop()
    there = [line for line in complaints(driver) if "404" in line]  # asked while one made way for the other
    assert len(there) <= 3


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("logistics", "Cards a side: Three: a shorter game; Trios of each colour: One: fits a small set."),
        ("sanctum", "Turn marker: Yellow: it stands and lies by turns."),
    ],
)
def test_how_a_film_was_played_is_offered_in_words(
    name: str, said: str, home: HomeServer, driver: WebDriver
) -> None:
    show(driver, home.url)
    until(driver, lambda page: page.find_elements("css selector", "#games label"))
    click(driver, "#games label", "Nickel")
    pick(driver, "#source", "file")
    film = str(SAMPLES / f"{name}.mp4")
    driver.find_element("css selector", "#address").send_keys(film, Keys.TAB)
    until(driver, lambda page: text_of(page, "#noted-words").endswith(said))
    assert driver.find_element("css selector", "#games input:checked").get_attribute("value") == name
    click(driver, "#play")
    wish = home.wait(PATIENT_S)
    assert wish is not None and wish.noted and wish.words[:4] == ("watch", name, "--source", film)
    driver.get("about:blank")
    driver.get_log("browser")


def test_a_second_camera_is_chosen_with_its_picture_and_played_with(
    home: HomeServer, driver: WebDriver
) -> None:
    films = [str(PAIR), str(PAIR.with_name("pair-beside.mp4"))]
    second, third = (f"#others .other:nth-child({number})" for number in (1, 2))

    def offered() -> list[bool]:
        return [driver.find_element("css selector", f"{n} select").is_displayed() for n in (second, third)]

    show(driver, home.url)
    until(driver, lambda page: page.find_elements("css selector", "#games label"))
    assert offered() == [False, False]  # there is no camera: the sample video is chosen
    for row, film in (("#source", films[0]), (f"{second} select", films[1])):
        pick(driver, row, "file")
        place = "#address" if row == "#source" else f"{second} input"
        driver.find_element("css selector", place).send_keys(film, Keys.TAB)
        assert offered() == [True, film == films[1]]
    for place in ("#facts", "#other-views figcaption"):
        until(driver, lambda page, place=place: "of 4 seen" in text_of(page, place), PATIENT_S)
    sizes = "return ['#preview', '#other-views img'].map((s) => document.querySelector(s).naturalWidth)"
    assert driver.execute_script(sizes) == [960, 960]
    for width, dark in ((390, True), (1440, False)):
        resize(driver, width, 900, dark)
        assert overflow_px(driver) <= 0 and too_small(driver) == []
        shot(driver, f"home-second-camera-{width}")
    click(driver, "#play")
    wish = home.wait(PATIENT_S)
    assert wish is not None and wish.words[2:6] == ("--source", films[0], "--source", films[1])
    driver.get("about:blank")
    driver.get_log("browser")


def test_what_cannot_be_played_comes_back_with_the_reason(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    evening = Evening(Settings(voice=False), folder, 0)
    wish = Wish.of({**WISH, "source": str(tmp_path / "gone.mp4")})
    notice, code = evening._played(wish)
    assert "gone.mp4" in notice and code != 0 and read_settings().last["game"] == "logistics"
