"""The review page in a real browser: stepping, pictures, diagrams, verdicts, and playing the film."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webdriver import WebDriver

from arbiter.pages.review import ReviewServer
from arbiter.record.record import Record, RecordError
from arbiter.review.export import export
from arbiter.review.judgements import Judgements
from engine.initiative.examples import ROUNDS
from engine.record.records import write_record
from tests.support.golden_games import GOLDENS
from tests.support.page_browser import (
    click,
    complaints,
    driver,
    foreign_requests,
    overflow_px,
    press,
    resize,
    text_of,
    too_small,
    until,
)
from tests.support.recorded_games import header, write_game

__all__ = ["driver"]
SAMPLE = Path(__file__).parents[3] / "arbiter" / "samples" / "initiative-basic.mp4"
LOADED = """return [...document.querySelectorAll('#stills img, #diagram')]
    .every((image) => image.complete && image.naturalWidth > 0)"""


@pytest.fixture(scope="module")
def review(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReviewServer]:
    """The review of the round with an illegal parry and a take-back."""
    with ReviewServer(write_game(tmp_path_factory.mktemp("game") / "a.game", "illegal")) as server:
        yield server


def show(driver: WebDriver, url: str) -> None:
    driver.get("about:blank")
    driver.get(url)
    until(driver, lambda page: text_of(page, ".verdict .say"))


def test_arrow_keys_step(review: ReviewServer, driver: WebDriver) -> None:
    resize(driver, 1280, 900)
    show(driver, review.url)
    assert text_of(driver, ".say") == "Set-up" and text_of(driver, "#place") == "1 of 20"
    press(driver, Keys.ARROW_RIGHT)
    assert text_of(driver, ".say") == "Alison leads small blue"
    press(driver, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
    assert text_of(driver, ".say") == "The arbiter asks"
    press(driver, Keys.END, Keys.ARROW_RIGHT)
    assert text_of(driver, ".say") == "Round 1 over: Kristin wins" and text_of(driver, "#place") == "20 of 20"
    assert "24 (8 pyramids × 3 points)" in text_of(driver, ".why")
    press(driver, Keys.HOME, Keys.ARROW_LEFT)
    assert text_of(driver, "#place") == "1 of 20"
    assert complaints(driver) == [] and foreign_requests(driver) == []


def test_illegal_step_shows_everything(review: ReviewServer, driver: WebDriver) -> None:
    show(driver, f"{review.url}#step-10")
    assert text_of(driver, ".badge") == "Illegal" and text_of(driver, ".rule") == "Rule I1"
    assert "still has a large pyramid" in text_of(driver, ".why")
    assert text_of(driver, "#legal-title").lower() == "legal for alison"
    assert text_of(driver, "#legal") == "large red"
    assert "Not allowed" in text_of(driver, "#remarks")
    assert len(driver.find_elements("css selector", "#stills img")) == 2
    until(driver, lambda page: page.execute_script(LOADED))
    current = driver.find_element("css selector", "[aria-current=step]")
    assert "medium yellow" in current.text and "Illegal" in current.get_attribute("aria-label")


def test_graph_verdict_film_and_position_are_in_sight_together(
    review: ReviewServer, driver: WebDriver
) -> None:
    with ReviewServer(review.record.path, film=SAMPLE) as server:
        resize(driver, 1440, 900)
        show(driver, f"{server.url}#step-2")
        until(driver, lambda page: page.find_elements("css selector", "#graph-plane path"), 30)
        bottom = "return document.querySelector(arguments[0]).getBoundingClientRect().bottom"
        for part in ("#graph-plane", "#track", "#verdict", "#video", "#diagram", "#branch-open"):
            assert driver.execute_script(bottom, part) <= 900, part
        assert driver.execute_script("return document.querySelector('#diagram').clientWidth") > 400


def test_timeline_and_diagram_by_click_and_key(review: ReviewServer, driver: WebDriver) -> None:
    resize(driver, 1280, 900)
    show(driver, review.url)
    driver.find_elements("css selector", "#timeline button")[3].click()
    assert text_of(driver, ".say") == "Kristin parries with medium blue"
    picture = driver.find_element("css selector", "#diagram")
    assert picture.get_attribute("src").endswith("/diagram/3/after.svg")
    press(driver, "b")
    assert picture.get_attribute("src").endswith("/diagram/3/before.svg")
    assert driver.find_element("css selector", "#before").get_attribute("aria-pressed") == "true"
    until(driver, lambda page: page.execute_script(LOADED))


def test_single_keys_are_switched_off_and_arrows_stay(review: ReviewServer, driver: WebDriver) -> None:
    def before() -> str | None:
        return driver.find_element("css selector", "#before").get_attribute("aria-pressed")

    resize(driver, 1280, 900)
    show(driver, review.url)
    until(driver, lambda page: page.find_elements("css selector", "#timeline button"))
    press(driver, "b")
    assert before() == "true"
    click(driver, ".foot .tick")
    press(driver, "b", Keys.ARROW_RIGHT)
    assert before() == "true" and shown_at(driver).startswith("2 ")
    click(driver, ".foot .tick")
    press(driver, "b")
    assert before() == "false"


@pytest.mark.parametrize(("width", "dark"), [(390, True), (1280, False)])
def test_every_step_fits(review: ReviewServer, driver: WebDriver, width: int, dark: bool) -> None:
    resize(driver, width, 844, dark)
    show(driver, review.url)
    for _ in range(19):
        press(driver, Keys.ARROW_RIGHT)
        assert overflow_px(driver) <= 0
    driver.execute_script("scrollTo(0, document.body.scrollHeight)")
    back = driver.find_element("css selector", "#back")
    assert back.is_displayed() and back.rect["height"] >= 40


@pytest.mark.parametrize("width", [390, 1280])
def test_everything_is_large_enough_for_a_finger(review: ReviewServer, driver: WebDriver, width: int) -> None:
    resize(driver, width, 844)
    show(driver, f"{review.url}#step-7")
    driver.find_element("css selector", "#loop").click()
    assert too_small(driver) == []


def test_damaged_record_is_shown_with_a_word(review: ReviewServer, driver: WebDriver, tmp_path: Path) -> None:
    cut = tmp_path / "cut.game"
    cut.write_bytes(review.record.path.read_bytes()[:-200_000])
    with ReviewServer(cut) as server:
        show(driver, server.url)
        assert "damaged" in text_of(driver, "#banner") and text_of(driver, ".say") == "Set-up"
    assert server.warning and "cut-salvaged.game" in server.warning


def test_empty_record_says_so(driver: WebDriver, tmp_path: Path) -> None:
    Record.create(tmp_path / "a.game", header(ROUNDS["basic"])).close()
    with ReviewServer(tmp_path / "a.game") as server:
        driver.get(server.url)
        until(driver, lambda page: "Nothing has happened" in text_of(page, "#banner"))


def test_words_of_the_record_stay_words(driver: WebDriver, tmp_path: Path) -> None:
    evil = "<img src=x onerror=document.title='owned'>"
    with Record.create(tmp_path / "a.game", {**header(ROUNDS["basic"]), "players": [evil, "B"]}) as record:
        record.append("question", 1.0, {"text": evil, "options": [evil]})
        record.append("said", 1.0, {"text": evil})
    with ReviewServer(tmp_path / "a.game") as server:
        show(driver, server.url)
        assert evil in text_of(driver, "#title") and evil in text_of(driver, ".why")
        assert driver.title != "owned" and not driver.find_elements("css selector", "img[src=x]")


def test_game_in_progress_can_be_reviewed(driver: WebDriver, tmp_path: Path) -> None:
    with Record.create(tmp_path / "a.game", header(ROUNDS["basic"])) as record:
        record.append("dispute", 1.0, {})
        with ReviewServer(tmp_path / "a.game") as server:
            show(driver, server.url)
            assert text_of(driver, "#place") == "1 of 1"
            record.append("dispute", 2.0, {})
            show(driver, server.url)
            assert text_of(driver, "#place") == "1 of 2"


def test_no_record_no_page(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="no file"):
        ReviewServer(tmp_path / "absent.game")


def test_film_plays_in_the_browser(review: ReviewServer, driver: WebDriver, tmp_path: Path) -> None:
    film = export(review.record.path, "mp4", tmp_path / "a.mp4")[0]
    driver.get(film.as_uri())
    driver.execute_script(
        "document.querySelector('video').muted = true; document.querySelector('video').play()"
    )
    script = "const film = document.querySelector('video'); return film.error ? -1 : film.currentTime"
    until(driver, lambda page: page.execute_script(script) > 0.3, 20)
    assert driver.execute_script("return document.querySelector('video').videoWidth") == 1280


# ----- the timeline


def shown_at(driver: WebDriver) -> str:
    return text_of(driver, "#place")


def kind(driver: WebDriver, name: str, which: str) -> object:
    return driver.find_element("css selector", f"#kinds li[data-kind={name}] {which}")


def test_timeline_marks_filters_and_jumps(review: ReviewServer, driver: WebDriver) -> None:
    resize(driver, 1280, 900)
    show(driver, review.url)
    marks = driver.find_elements("css selector", "#marks .mark")
    drawn = [mark.get_attribute("data-kind") for mark in marks]
    assert len(drawn) == 20 and drawn.count("illegal") == 1 and drawn.count("question") == 1
    shapes = "return [...document.querySelectorAll('#kinds path')].map((path) => path.getAttribute('d'))"
    found = driver.execute_script(shapes)
    assert len(set(found)) == len(found) == len(set(drawn)), "a shape of its own for every kind"
    kind(driver, "illegal", ".on").click()
    assert text_of(driver, ".badge") == "Illegal" and shown_at(driver) == "10 of 20"
    press(driver, "q")
    assert text_of(driver, ".say") == "The arbiter asks"
    press(driver, "i")
    assert shown_at(driver) == "10 of 20"
    kind(driver, "move", ".toggle").click()
    kind(driver, "setup", ".toggle").click()
    kind(driver, "initiative", ".toggle").click()
    assert [b.get_attribute("value") for b in driver.find_elements("css selector", "#timeline button")] == [
        "2", "9", "10", "19",
    ]  # fmt: skip
    press(driver, Keys.HOME, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert shown_at(driver) == "10 of 20"
    kind(driver, "move", ".toggle").click()
    assert len(driver.find_elements("css selector", "#marks .mark")) == 19
    assert complaints(driver) == []


def test_strip_is_a_slider_for_pointer_and_keys(review: ReviewServer, driver: WebDriver) -> None:
    resize(driver, 1280, 900)
    show(driver, review.url)
    track = driver.find_element("css selector", "#track")
    ActionChains(driver).move_to_element(track).click().perform()
    middle = int(track.get_attribute("aria-valuenow"))
    assert 7 <= middle <= 13 and shown_at(driver) == f"{middle} of 20"
    ActionChains(driver).move_to_element(track).click_and_hold().move_by_offset(500, 0).release().perform()
    assert int(track.get_attribute("aria-valuenow")) > middle
    track.send_keys(Keys.HOME)
    assert track.get_attribute("aria-valuetext") == "1 of 20: Set-up, Ready"
    track.send_keys(Keys.ARROW_RIGHT)
    assert shown_at(driver) == "2 of 20"


def test_stills_play_in_a_loop_with_the_diagram_in_step(review: ReviewServer, driver: WebDriver) -> None:
    show(driver, f"{review.url}#step-4")
    press(driver, "[", Keys.ARROW_RIGHT, "]")
    ends = [
        driver.find_element("css selector", f"#loop-{end}").get_attribute("value") for end in ("from", "to")
    ]
    assert ends == ["4", "5"] and driver.find_element("css selector", "#band").is_displayed()
    press(driver, " ")
    places, moments = set(), set()

    def looped(page: WebDriver) -> bool:
        places.add(shown_at(page))
        state = "return [document.querySelector('#diagram').getAttribute('src')]"
        moments.update(page.execute_script(state))
        return {"4 of 20", "5 of 20"} <= places and len(moments) == 4

    until(driver, looped, 30)
    assert places == {"4 of 20", "5 of 20"}
    press(driver, " ", "l")
    assert not driver.find_element("css selector", "#band").is_displayed()


def test_film_plays_with_the_steps_following(review: ReviewServer, driver: WebDriver, tmp_path: Path) -> None:
    """The steps follow the film at half speed, a click on a step moves the film."""
    with ReviewServer(review.record.path, film=SAMPLE) as server:
        resize(driver, 1280, 900)
        show(driver, server.url)
        at = "return document.querySelector('#video').currentTime"
        until(
            driver,
            lambda page: page.execute_script("return document.querySelector('#video').readyState") >= 2,
        )
        driver.find_elements("css selector", "#timeline button")[3].click()
        time_s = driver.execute_script("return Number(document.querySelector('#video').currentTime)")
        assert time_s == pytest.approx(11.0, abs=0.2)
        driver.find_element("css selector", "#speeds button[value='0.5']").click()
        assert driver.execute_script("return document.querySelector('#video').playbackRate") in (0.5, 1)
        driver.find_element("css selector", "#play").click()
        until(driver, lambda page: page.execute_script(at) > time_s + 0.5, 30)
        assert driver.execute_script("return document.querySelector('#video').playbackRate") == 0.5
        driver.execute_script("document.querySelector('#video').currentTime = 31")
        until(driver, lambda page: int(shown_at(page).split()[0]) >= 9, 30)
        driver.find_element("css selector", "#play").click()
        assert complaints(driver) == [] and foreign_requests(driver) == []


BESIDE = """const box = (id) => document.getElementById(id).getBoundingClientRect();
const [film, drawn] = [box("film"), box("diagram")];
return [film.top, film.bottom <= innerHeight && film.top < drawn.bottom && film.bottom > drawn.top];"""


def test_the_film_is_beside_the_drawing_and_stays_there(review: ReviewServer, driver: WebDriver) -> None:
    with ReviewServer(review.record.path, film=SAMPLE) as server:
        resize(driver, 1440, 900)
        show(driver, server.url)
        until(driver, lambda page: page.find_elements("css selector", "#timeline button"))
        found = []
        for step in driver.find_elements("css selector", "#timeline button")[:12]:
            driver.execute_script("arguments[0].click()", step)
            found.append(driver.execute_script(BESIDE))
        driver.get("about:blank")  # what is still on its way is not missed by the tests that follow
        assert {round(top) for top, _ in found} == {round(found[0][0])} and all(beside for _, beside in found)


def test_a_film_of_another_camera_shows_the_same_moment(
    review: ReviewServer, driver: WebDriver, tmp_path: Path
) -> None:
    game = shutil.copy(review.record.path, tmp_path / "two.game")
    beside = shutil.copy(SAMPLE, tmp_path / "beside.mp4")
    with Record.open(game) as record:
        record.amend_header(99.0, {"sources": [str(SAMPLE), str(beside)], "offsets_s": [0.0, -3.0]})
    at = "const film = document.querySelector('#video'); return film.readyState < 2 ? -1 : film.currentTime"
    with ReviewServer(game) as server:
        resize(driver, 1280, 900)
        show(driver, f"{server.url}#step-4")
        until(driver, lambda page: page.execute_script(at) == pytest.approx(11.0, abs=0.2), 30)
        clock = text_of(driver, "#time")
        click(driver, "#cameras button", "Camera 2")
        until(driver, lambda page: page.execute_script(at) == pytest.approx(14.0, abs=0.2), 30)
        assert driver.execute_script("return document.querySelector('#video').src").endswith("/film/1")
        assert text_of(driver, "#place") == "4 of 20" and text_of(driver, "#time") == clock
        press(driver, Keys.ARROW_RIGHT)
        until(driver, lambda page: page.execute_script(at) > 15.0, 30)
        assert complaints(driver) == []


def test_figures_of_the_game_and_of_its_folder(review: ReviewServer, driver: WebDriver) -> None:
    resize(driver, 390, 844)
    show(driver, review.url)
    said = text_of(driver, "#figures-game")
    assert "I1 1 (1 taken back)" in said and "1, 1 answered" in said
    folder = driver.find_element("css selector", "#folder")
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", folder)
    folder.click()
    until(driver, lambda page: "Sblue Mblue" in text_of(page, "#figures-folder"))
    assert overflow_px(driver) <= 0


@pytest.mark.parametrize("name", ["logistics_example", "nickel_line", "sanctum_turns"])
def test_texts_of_the_other_games(name: str, driver: WebDriver, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(write_record(GOLDENS[name]), encoding="utf-8")
    with ReviewServer(path, judgements=Judgements(nodes=20)) as server:
        resize(driver, 390, 844, True)
        show(driver, f"{server.url}#step-3")
        for _ in range(3):
            press(driver, Keys.ARROW_RIGHT)
            until(driver, lambda page: page.execute_script(LOADED))
            assert text_of(driver, ".badge") in ("Legal", "Round over") and overflow_px(driver) <= 0
        until(driver, lambda page: page.execute_script("return document.readyState") == "complete")
        assert complaints(driver) == []
