"""The shared game is one HTML file: it opens from disk without a network and contains everything."""

from __future__ import annotations

import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webdriver import WebDriver

from arbiter.cli.main import main
from arbiter.pages.share import share
from arbiter.record.footage import Film
from arbiter.record.record import Record, RecordError
from arbiter.review.judgements import Judgements
from arbiter.review.small_film import small_film
from arbiter.words.exits import UserError
from engine.record.records import write_record
from tests.support.golden_games import GOLDENS
from tests.support.page_browser import (
    click,
    complaints,
    driver,
    overflow_px,
    press,
    resize,
    shot,
    text_of,
    until,
)
from tests.support.recorded_games import still, write_game

__all__ = ["driver"]
QUICK = 300
LOADED = """return [...document.querySelectorAll('img')].filter((image) => image.offsetParent)
    .every((image) => image.complete && image.naturalWidth > 0)"""
ASKED = """return performance.getEntriesByType('resource').map((entry) => entry.name)
    .filter((name) => !name.startsWith('data:'))"""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shared file of the round with an illegal parry."""
    folder = tmp_path_factory.mktemp("share")
    target = folder / "a.html"
    assert share(write_game(folder / "a.game", "illegal"), target, judgements=Judgements(nodes=QUICK)) is None
    return target


def test_it_opens_without_a_network(shared: Path, driver: WebDriver) -> None:
    driver.execute_cdp_cmd("Network.enable", {})
    offline = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
    driver.execute_cdp_cmd("Network.emulateNetworkConditions", offline)
    resize(driver, 1280, 900)
    driver.get(f"{shared.as_uri()}#step-10")
    until(driver, lambda page: text_of(page, ".badge") == "Illegal")
    assert "still has a large pyramid" in text_of(driver, ".why") and text_of(driver, ".rule") == "Rule I1"
    assert text_of(driver, "#legal") == "large red" and "Not allowed" in text_of(driver, "#remarks")
    until(driver, lambda page: page.execute_script(LOADED))
    assert len(driver.find_elements("css selector", "#stills img")) == 2
    assert "I1 1 (1 taken back)" in text_of(driver, "#figures-game")
    for width, dark in ((390, True), (1280, False)):
        resize(driver, width, 844, dark)
        for _ in range(3):
            press(driver, Keys.ARROW_RIGHT)
            until(driver, lambda page: page.execute_script(LOADED))
            assert overflow_px(driver) <= 0
    press(driver, Keys.END)
    assert text_of(driver, ".say") == "Round 1 over: Kristin wins"
    assert complaints(driver) == [] and driver.execute_script(ASKED) == []


def test_nothing_in_it_points_outside(shared: Path) -> None:
    text = shared.read_text("utf-8")
    assert "http://" not in text.replace("http://www.w3.org/", "") and "https://" not in text
    assert "<link" not in text and text.count("<script") == 2 and 'src="/static' not in text


def test_words_of_a_record_cannot_break_out(tmp_path: Path, driver: WebDriver) -> None:
    evil = "</script><script>document.title='owned'</script>"
    with Record.create(tmp_path / "a.game", {"game": "initiative", "players": [evil, "B"]}) as record:
        record.append("question", 1.0, {"text": evil, "options": [evil]})
    share(tmp_path / "a.game", tmp_path / "a.html")
    driver.get((tmp_path / "a.html").as_uri())
    until(driver, lambda page: text_of(page, ".verdict .say"))
    assert evil in text_of(driver, "#title") and driver.title != "owned"


FRAMED = """const box = (node) => { const at = node.getBoundingClientRect();
    return [at.left, at.top, at.right, at.bottom].map(Math.round); };
const marked = document.querySelector('#stills .marked');
return [box(marked.querySelector('img')), box(marked.querySelector('.frame'))];"""


def test_what_is_framed_stays_framed_in_smaller_pictures(tmp_path: Path, driver: WebDriver) -> None:
    with Record.open(write_game(tmp_path / "a.game", "basic", plies=2)) as record:
        seen = {"now": [{"box": [1440, 810, 1920, 1080], "words": "small red", "sure": 0.7}]}
        data = {"round": 1, "move": 1, "text": "near: Sblue", "seen": seen}
        record.append("dispute", 31.0, data, {"now": still(None, 1920, 1080)})
    share(tmp_path / "a.game", tmp_path / "a.html", judgements=Judgements(nodes=QUICK))
    resize(driver, 1280, 900)
    driver.get(f"{(tmp_path / 'a.html').as_uri()}#step-99")
    until(driver, lambda page: page.find_elements("css selector", "#stills .frame"))
    width = driver.execute_script("return document.querySelector('#stills img').naturalWidth")
    (left, top, right, bottom), frame = driver.execute_script(FRAMED)
    corner = [left + 0.75 * (right - left), top + 0.75 * (bottom - top), right, bottom]
    assert width == 1280 and frame == pytest.approx(corner, abs=4)


def test_its_size_is_bounded(shared: Path, tmp_path: Path) -> None:
    game = shared.with_suffix(".game")
    whole = shared.stat().st_size
    limit = 0.9 * whole / 1e6
    share(game, tmp_path / "small.html", limit, Judgements(nodes=QUICK))
    assert (tmp_path / "small.html").stat().st_size <= limit * 1e6
    with pytest.raises(UserError, match="--megabytes"):
        share(game, tmp_path / "tiny.html", 0.1, Judgements(nodes=QUICK))
    assert not (tmp_path / "tiny.html").exists()


def test_how_far_it_is_is_told_while_pictures_are_made_smaller(shared: Path, tmp_path: Path) -> None:
    told = list[float]()
    game, target = shared.with_suffix(".game"), tmp_path / "a.html"
    share(game, target, 12, Judgements(nodes=QUICK), on_part=lambda done, most: told.append(done / most))
    with Record.open(game, readonly=True) as record:
        pictures = sum(len(entry.frames) for entry in record.entries())
    assert told == sorted(told) and told[-1] <= 1
    assert len([each for each in told if each > 0.5]) >= pictures  # after the moves have been judged


def test_the_film_plays_beside_the_drawing(shared: Path, tmp_path: Path, driver: WebDriver) -> None:
    """At half size; a film that is too long for that is left out, an unreadable one is refused."""
    game, film = shared.with_suffix(".game"), tmp_path / "film.mp4"
    made = cv2.VideoWriter(str(film), cv2.VideoWriter_fourcc(*"mp4v"), 5, (320, 180))
    for number in range(60 * 5):
        made.write(np.full((180, 320, 3), number % 250, np.uint8))
    made.release()
    share(game, tmp_path / "a.html", 3, Judgements(nodes=QUICK), film=film)
    assert (tmp_path / "a.html").stat().st_size < 3e6
    resize(driver, 1280, 900)
    driver.get(f"{(tmp_path / 'a.html').as_uri()}#step-10")
    until(driver, lambda page: page.execute_script("return document.querySelector('#video').readyState > 1"))
    at = driver.execute_script("return document.querySelector('#video').currentTime")
    press(driver, Keys.ARROW_RIGHT)
    until(
        driver, lambda page: page.execute_script("return document.querySelector('#video').currentTime") > at
    )
    assert driver.find_element("id", "film").is_displayed() and complaints(driver) == []
    shot(driver, "shared-film-1280")
    assert small_film(Film(film), 3600.0, 100_000) is None
    with pytest.raises(UserError, match="film"):
        share(game, tmp_path / "b.html", film=tmp_path / "gone.mp4")


def test_films_of_two_cameras_lie_in_the_file(shared: Path, tmp_path: Path, driver: WebDriver) -> None:
    game, films = shutil.copy(shared.with_suffix(".game"), tmp_path / "two.game"), []
    for name in ("one", "two"):
        films.append(str(tmp_path / f"{name}.mp4"))
        made = cv2.VideoWriter(films[-1], cv2.VideoWriter_fourcc(*"mp4v"), 5, (320, 180))
        for number in range(60 * 5):
            made.write(np.full((180, 320, 3), number % 250, np.uint8))
        made.release()
    with Record.open(game) as record:
        record.amend_header(99.0, {"sources": films, "offsets_s": [0.0, 2.0]})
    share(game, tmp_path / "a.html", 3, Judgements(nodes=QUICK))
    driver.get(f"{(tmp_path / 'a.html').as_uri()}#step-10")
    time = (
        "return [document.querySelector('#video').readyState, document.querySelector('#video').currentTime]"
    )
    first = until(driver, lambda page: (got := page.execute_script(time))[0] > 1 and got[1])
    click(driver, "#cameras button", "Camera 2")
    until(driver, lambda page: page.execute_script(time)[1] == pytest.approx(first - 2.0, abs=0.05))
    assert complaints(driver) == []


def test_a_text_of_another_game(tmp_path: Path, driver: WebDriver) -> None:
    path = tmp_path / "a.txt"
    path.write_text(write_record(GOLDENS["nickel_line"]), encoding="utf-8")
    share(path, tmp_path / "a.html", judgements=Judgements(nodes=QUICK))
    driver.get(f"{(tmp_path / 'a.html').as_uri()}#step-3")
    until(driver, lambda page: text_of(page, ".verdict .say") == "Far player takes a5")
    until(driver, lambda page: page.execute_script(LOADED))


def test_refusals(shared: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(RecordError, match="not overwritten"):
        share(shared.with_suffix(".game"), shared)
    Record.create(tmp_path / "a.game", {"game": "initiative"}).close()
    assert main(["share", str(tmp_path / "a.game")]) == 1
    assert "nothing has happened" in capsys.readouterr().err
    assert not (tmp_path / "a.html").exists()
