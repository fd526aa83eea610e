"""Games retold in German: pages, shared file, a dispute, texts; nothing stays in English."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webdriver import WebDriver

from arbiter.cli.main import main
from arbiter.pages.review import ReviewServer
from arbiter.pages.share import share
from arbiter.record.record import Record
from arbiter.review.judgements import Judgements
from arbiter.story.retelling import in_words
from arbiter.story.story import read_story, story_json
from arbiter.story.text import text_story
from arbiter.story.translation import names_in, words_of
from arbiter.watch import watch
from arbiter.watch.verify import compare, verified_lines
from arbiter.words.wording import wording
from engine.game import Seat
from engine.initiative.examples import ROUNDS
from engine.record.records import write_record
from tests.support.foreign_words import english_left
from tests.support.golden_games import GOLDENS
from tests.support.page_browser import complaints, driver, overflow_px, press, resize, text_of, until
from tests.support.recorded_games import disputed, write_game
from tests.support.watched_table import SimSource, options, parts, round_frames

__all__ = ["driver"]
QUICK = 300
GERMAN = wording("de")
SHOWN = """const named = ['alt', 'title', 'aria-label', 'placeholder'];
return [...document.querySelectorAll('body *')].filter((node) => !/^(SCRIPT|STYLE|OPTION)$/
        .test(node.tagName))
    .flatMap((node) => [...node.childNodes].filter((each) => each.nodeType === 3)
        .map((each) => each.textContent)
        .concat(named.map((name) => node.getAttribute(name) ?? ''))).join('\\n')"""
"""Everything that a page shows or provides for screen readers."""
TYPED = {"near", "far", "back", "blue", "red", "card", "stop", "turn", "timepiece", "neutral", "draw"}
"""Words of the notation, which is the same in every language."""
NAMED = re.compile(r"\S+\.game|Space|Home|End|Esc|Live|Pyramid Arbiter|English")
"""Keys, and the native names of languages."""


def left_on(driver: WebDriver) -> list[str]:
    return english_left(NAMED.sub(" ", str(driver.execute_script(SHOWN))))


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game with an illegal play, watched in English."""
    path = tmp_path_factory.mktemp("watched") / "a.game"
    source = SimSource(round_frames("illegal"))
    watch.run(options(source, ROUNDS["illegal"], path), parts(source, []))
    return path


def step_through(driver: WebDriver) -> list[str]:
    """The English left at each step from the first to the last."""
    found, last = [], int(text_of(driver, "#place").split()[-1])
    for number in range(last):
        until(driver, lambda page, now=number: text_of(page, "#place").startswith(f"{now + 1} "))
        found += left_on(driver)
        press(driver, Keys.ARROW_RIGHT)
    return found


def test_review_in_german_and_back(watched: Path, driver: WebDriver) -> None:
    resize(driver, 390, 844)
    with ReviewServer(watched, judgements=Judgements(nodes=QUICK), language="de") as server:
        driver.get("about:blank")
        driver.get(server.url)
        until(driver, lambda page: text_of(page, ".verdict .say") == "Aufbau")
        until(driver, lambda page: "still_thinking" not in page.page_source)
        assert step_through(driver) == []
        assert driver.title.endswith("Pyramiden-Schiedsrichter") and overflow_px(driver) <= 0
        driver.execute_script(
            "const box = document.getElementById('language'); box.value = 'en'; box.onchange()"
        )
        until(
            driver,
            lambda page: (
                "Round 1 over" in text_of(page, ".verdict .say") or "Match" in text_of(page, "#step")
            ),
        )
        assert driver.execute_script("return document.documentElement.lang") == "en"
        assert complaints(driver) == []
        driver.get("about:blank")


def test_shared_file_in_german(watched: Path, tmp_path: Path, driver: WebDriver) -> None:
    target = tmp_path / "a.html"
    share(watched, target, judgements=Judgements(nodes=QUICK), language="de")
    resize(driver, 1280, 900)
    driver.get(target.as_uri())
    until(driver, lambda page: text_of(page, ".verdict .say") == "Aufbau")
    assert left_on(driver) == []
    press(driver, Keys.END)
    until(driver, lambda page: "zu Ende: Kristin gewinnt" in text_of(page, ".verdict .say"))
    assert left_on(driver) == [] and complaints(driver) == []
    driver.get("about:blank")


def test_dispute_page_in_german(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, page = disputed(tmp_path / "a.game"), tmp_path / "case.html"
    assert main(["dispute", str(path), "--language", "de", "--html", str(page)]) == 5
    told = capsys.readouterr().out.replace(str(page), "")
    assert told.startswith("Runde 1, Zug 8,") and "[I1] " in told and "Erlaubt für Alison: große rote" in told
    text = re.sub(r"<(style|script)\b[^>]*>.*?</\1>", " ", page.read_text("utf-8"), flags=re.DOTALL)
    shown = [*re.findall(r'aria-label="([^"]*)"', text), html.unescape(re.sub(r"<[^>]*>", "\n", text))]
    assert 'lang="de"' in text and "mittlere gelbe 71%" in text
    assert english_left("\n".join([told, *shown])) == []


def test_text_of_a_watched_game_in_german(watched: Path, tmp_path: Path) -> None:
    assert (
        main(["export", str(watched), "--format", "text", "--language", "de", "-o", str(tmp_path / "a.txt")])
        == 0
    )
    text = (tmp_path / "a.txt").read_text("utf-8")
    comments = re.findall(r"\{([^}]*)\}", text)
    assert any("Es wurde zurückgenommen" in comment for comment in comments)
    assert english_left("\n".join(comments)) == []
    assert main(["judge", str(tmp_path / "a.txt")]) == 5


@pytest.mark.parametrize("name", sorted(ROUNDS))
def test_story_of_a_round_in_german(name: str, tmp_path: Path) -> None:
    with Record.open(write_game(tmp_path / "a.game", name), readonly=True) as record:
        story = in_words(read_story(record), GERMAN)
    for step in story_json(story)["steps"]:
        if step["kind"] == "question":  # the record's writer words its own question
            continue
        texts = [step["title"], step["verdict"]["word"], step["verdict"]["sentence"], step["legal_title"]]
        texts += [*step["verdict"]["meanings"].values(), *(option["text"] for option in step["options"])]
        assert english_left("\n".join([*texts, step["options_empty"], step["score_title"]])) == [], texts


@pytest.mark.parametrize("name", sorted(GOLDENS))
def test_story_of_a_text_in_german(name: str) -> None:
    story = in_words(text_story([GOLDENS[name]]), GERMAN)
    for step in story_json(story)["steps"]:
        texts = [
            step["verdict"]["word"],
            step["verdict"]["sentence"],
            step["legal_title"],
            step["score_title"],
        ]
        assert english_left("\n".join(texts)) == [], texts


def test_language_of_the_game_is_the_usual_one(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    source = SimSource(round_frames("basic"))
    watch.run(options(source, ROUNDS["basic"], path, language="de"), parts(source, []))
    with Record.open(path, readonly=True) as record:
        story = read_story(record)
        assert words_of(story.header).language == "de" and words_of(story.header, "en").language == "en"
        english = in_words(story, wording("en"))
    said = [remark.text for step in english.steps for remark in step.remarks if remark.kind == "said"]
    assert "Alison leads a small blue." in " ".join(said)
    assert not [text for text in said if re.search(r"\b(greift|pariert|gewinnt)\b", text)]
    with pytest.raises(ValueError, match="there are: de, en"):
        words_of({}, "xx")
    assert words_of({"language": "xx"}).language == "en"


def test_page_names_a_film_without_the_folders_of_its_machine(tmp_path: Path) -> None:
    for source, named in (
        ("/home/ann/games/friday.mp4", "friday.mp4"),
        (r"C:\games\friday.mp4", "friday.mp4"),
        ("http://ann:secret@phone.local:8080/video", "phone.local"),
        ("0", "0"),
    ):
        story = text_story([GOLDENS["nickel_example"]])
        told = story_json(replace(story, header={**story.header, "source": source}))
        assert told["subtitle"].split(" · ")[-1] == named


def test_players_without_a_name_have_one_in_every_language() -> None:
    names = {Seat.NEAR: "Near player", Seat.FAR: "Kristin"}
    assert names_in(names, GERMAN) == {Seat.NEAR: "Spieler vorn", Seat.FAR: "Kristin"}


def test_text_is_reviewed_in_german(tmp_path: Path, driver: WebDriver) -> None:
    path = tmp_path / "n.txt"
    path.write_text(write_record(GOLDENS["nickel_example"]), encoding="utf-8")
    with ReviewServer(path, judgements=Judgements(nodes=QUICK)) as server:
        driver.get("about:blank")
        driver.get(f"{server.url}?language=de")
        until(driver, lambda page: text_of(page, ".verdict .say") == "Aufbau")
        assert text_of(driver, ".why").startswith("Reihe 5: ")
        assert step_through(driver) == []
        svg = driver.execute_script(
            "return fetch('diagram/1/after.svg?language=de').then((reply) => reply.text())"
        )
        assert "Pyramide oder" in svg
        driver.get("about:blank")


@pytest.mark.parametrize("name", sorted(GOLDENS))
def test_text_is_judged_in_german(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "g.txt"
    path.write_text(write_record(GOLDENS[name]), encoding="utf-8")
    for command in (["judge", str(path)], ["judge", str(path), "--move", "1"], ["legal", str(path)]):
        main([*command, "--language", "de"])
        told = capsys.readouterr().out
        assert set(english_left(told)) <= TYPED, told
        assert "Danach: " in told or "Am Ende: " in told or "die Stellung ist" in told


def test_figures_and_corrections_in_german(watched: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = watched.with_name("b.game")
    path.write_bytes(watched.read_bytes())
    commands = [["statistics", str(path)], ["statistics", str(path.parent)]]
    commands.append(["correct", str(path), "--move", "2", "--replace", "Mblack"])
    for command in commands:
        assert main([*command, "--language", "de"]) == 0
        told = capsys.readouterr().out
        assert told.count("\n") > 3 and set(english_left(NAMED.sub(" ", told))) <= TYPED, told


def test_verify_in_german(watched: Path) -> None:
    with Record.open(watched, readonly=True) as record:
        story = read_story(record)
    shorter = replace(story, steps=story.steps[:-4])
    for other, end in ((story, "sie stimmen überein"), (shorter, "sie weichen ab")):
        lines = list(verified_lines(compare(story, other, "film"), "spiel", GERMAN))
        assert lines[-1] == end
        assert set(english_left("\n".join(lines).replace("film", ""))) <= TYPED
