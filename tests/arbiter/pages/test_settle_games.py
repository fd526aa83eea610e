"""Nickel, Logistics and Sanctum watched with the live page open: disputes, overruling, corrections."""

from __future__ import annotations

from pathlib import Path

import pytest
from selenium.webdriver.remote.webdriver import WebDriver

from arbiter.cli.main import main
from arbiter.record.record import Record
from arbiter.story.story import read_story, step_title
from arbiter.watch.watch import run
from engine.definition import NoRules
from engine.initiative.examples import ROUNDS
from engine.nickel.model import Rules
from tests.support.page_browser import (
    click,
    complaints,
    driver,
    foreign_requests,
    overflow_px,
    press,
    resize,
    shot,
    show,
    text_of,
    until,
)
from tests.support.simulated.nickel_sim import NickelSim, board
from tests.support.simulated.sanctum_sim import SanctumSim
from tests.support.watched_boards import NAMES, nickel_frames, sanctum_frames, watched
from tests.support.watched_logistics import OUTLINE, RULES, frames
from tests.support.watched_table import SimSource, options, parts

__all__ = ["driver"]


def titles(path: Path) -> list[str]:
    with Record.open(path, readonly=True) as record:
        story = read_story(record)
    assert not any(step.problem for step in story.steps)
    return [step_title(step, story.names) for step in story.steps]


def test_nickel_is_disputed_overruled_and_put_right(driver: WebDriver, tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    with watched(path, "nickel", Rules(), nickel_frames(NickelSim(board(1), 1), 3)) as address:
        resize(driver, 390, 1400)
        show(driver, address)
        until(driver, lambda page: "Alison takes a1" in text_of(page, "#log") or text_of(page, "#say"))
        press(driver, "d")
        until(driver, lambda page: text_of(page, "#case-title") == "Disputed: Alison takes c3")
        assert "Legal for Alison:" in text_of(driver, "#case")
        loaded = (
            "return [...document.querySelectorAll('#case img')].every((i) => i.complete && i.naturalWidth)"
        )
        until(driver, lambda page: page.execute_script(loaded))
        fits(driver, "nickel-dispute")
        click(driver, "#case button", "It does not count")
        until(driver, lambda page: "does not count" in text_of(page, "#case .decided"))
        click(driver, "#case button", "Correct it")
        until(driver, lambda page: "4. Alison takes c3" in text_of(page, "#fix-list"))
        assert "refused by the players" in text_of(driver, "#fix-list")
        assert "At set-up: c3=Nred. A rule: l_shape=4+2" in text_of(driver, "#fix")
        click(driver, "[data-op=undo]")
        until(driver, lambda page: "refused" not in text_of(page, "#fix-list"))
        driver.find_element("css selector", "#fix-text").send_keys("b1")
        fits(driver, "nickel-correct")
        click(driver, "#fix-list label", "3.")
        click(driver, "[data-op=replace]")
        until(driver, lambda page: "3. Kristin takes b1" in text_of(page, "#fix-list"))
        assert overflow_px(driver) <= 0 and complaints(driver) == [] and foreign_requests(driver) == []
    found = titles(path)
    assert "Kristin takes b1" in found and "Kristin takes a2" not in found
    with Record.open(path, readonly=True) as record:
        assert [entry.data["text"] for entry in record.entries("move")] == ["a1", "c1", "a2", "c3"]
        (dispute,) = record.entries("dispute")
    assert dispute.data["move"] == 4 and dispute.data["text"] == "near: c3" and "now" in dispute.frames


def fits(driver: WebDriver, name: str) -> None:
    """Assert that the page fits its window's width on a desktop and on a phone; it stays at phone width."""
    for width in (1280, 390):
        resize(driver, width, 1400)
        shot(driver, f"{name}-{width}")
        assert overflow_px(driver) <= 0


def test_logistics_is_disputed_and_put_right(driver: WebDriver, tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    with watched(path, "logistics", RULES, frames(), outline=OUTLINE) as address:
        resize(driver, 390, 1400)
        show(driver, address)
        until(driver, lambda page: text_of(page, "#say"))
        press(driver, "d")
        until(driver, lambda page: text_of(page, "#case-title") == "Disputed: Alison sows card 1")
        assert "Read as card 1" in text_of(driver, "#case") and "card1" not in text_of(driver, "#case")
        assert overflow_px(driver) <= 0
        shot(driver, "logistics-dispute-390")
        click(driver, "#case button", "Correct it")
        listed = "3. Kristin sows small green from the stock\nSgreen"
        until(driver, lambda page: listed in text_of(page, "#fix-list"))
        click(driver, "#fix-list label", "3.")
        driver.find_element("css selector", "#fix-text").send_keys("Syellow")
        click(driver, "[data-op=replace]")
        until(driver, lambda page: "3. Kristin sows small yellow" in text_of(page, "#fix-list"))
        click(driver, "[data-op=back]")
        until(driver, lambda page: text_of(page, "#say") == "Alison to move")
        assert overflow_px(driver) <= 0 and complaints(driver) == []
        shot(driver, "logistics-correct-390")
    back, put_right = "Alison sows card 1: taken back", "Kristin sows small yellow from the stock"
    assert titles(path)[-2:] == [back, "Disputed: Alison sows card 1"] or put_right in titles(path)


def test_sanctum_is_disputed_and_put_right(driver: WebDriver, tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    seen = sanctum_frames(SanctumSim(seed=1, marker=True))
    with watched(path, "sanctum", NoRules(), seen, marker="yellow") as address:
        resize(driver, 1280, 1000)
        show(driver, address)
        until(driver, lambda page: text_of(page, "#say") == "Blue has the initiative")
        press(driver, "e")
        until(driver, lambda page: "1. Blue captures town 1" in text_of(page, "#fix-list"))
        assert not driver.find_elements("css selector", "[data-op=rule]")
        click(driver, "#fix-list label", "1.")
        driver.find_element("css selector", "#fix-text").send_keys("red>town1")
        click(driver, "[data-op=replace]")
        until(driver, lambda page: text_of(page, "#say") == "Red has the initiative")
        shot(driver, "sanctum-correct-1280")
        press(driver, "d")
        until(driver, lambda page: text_of(page, "#case-title") == "Disputed: A turn starts")
        assert complaints(driver) == []
    assert titles(path)[1] == "Red captures town 1"


def test_disputes_of_the_other_games_are_told_and_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A watched game with an illegal move: its dispute as text and as a page."""
    path, html = tmp_path / "a.game", tmp_path / "case.html"
    source, asked = SimSource(nickel_frames(NickelSim(board(1), 1), 3)), {"game": "nickel", "rules": Rules()}
    assert run(options(source, ROUNDS["basic"], path, players=NAMES, **asked), parts(source, [])) == 0
    assert main(["dispute", str(path), "--move", "2", "--html", str(html)]) == 5
    out = capsys.readouterr().out
    assert "Kristin takes c1 (c1)" in out and "[N3]" in out and "Legal for Kristin:" in out
    assert "Kristin takes c1, " in out, "the readings name the pyramid on the square"
    page = html.read_text("utf-8")
    assert page.count("data:image/jpeg;base64,") == 2 and page.count("<svg") >= 4
    assert page.count('<rect x="') >= 2 and ">small " in page  # what was there before, and what is there now
    assert main(["dispute", str(path), "--move", "4"]) == 0
