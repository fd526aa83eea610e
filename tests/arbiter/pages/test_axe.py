"""Every state of every page, by day and by night, on a desktop and on a phone: axe finds no violation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.remote.webdriver import WebDriver
from selenium_axe_python import Axe

from arbiter.events.ledger import Ply, judge
from arbiter.events.types import Question
from arbiter.hall.server import HallServer
from arbiter.hall.store import Store
from arbiter.home.server import Home, HomeServer
from arbiter.pages.case_page import case_html
from arbiter.pages.live import LiveServer
from arbiter.pages.live_case import live_case
from arbiter.pages.live_setup import setup_fields
from arbiter.pages.review import ReviewServer
from arbiter.pages.share import share
from arbiter.record.record import Record
from arbiter.review.judgements import Judgements
from arbiter.story.case import find_case
from arbiter.story.story import read_story
from arbiter.stream.feed import Feed
from arbiter.stream.socket import stream_routes
from arbiter.table.setup.by_hand import Choice, Shown, Thing
from arbiter.watch.places import Settings
from arbiter.words.wording import wording
from engine.initiative.examples import ROUNDS
from engine.initiative.notation import parse_play
from engine.message import just
from engine.pieces import Colour, Piece, Size
from tests.support.page_browser import (
    TABLES,
    click,
    driver,
    press,
    resize,
    shot,
    shown,
    text_of,
    told,
    until,
)
from tests.support.recorded_games import disputed, still, write_game

__all__ = ["driver"]
STATE = TABLES["initiative"]
WRONG = parse_play("Myellow", STATE, check=False)
ASKED = Question(
    time_s=1,
    id=3,
    text="Which green?",
    options=("The medium green", "The large green"),
    probabilities=(0.6, 0.3),
)
FACTS = {"units": 21, "hands": 1, "still": True, "placed": True, "per_s": 7.4, "light": 96, "fault": "dark"}
FACTS |= {"edge_px": 11.2, "blurred": True, "error_px": 0.31, "size": [1280, 720]}
QUICK = 300
EVERYTHING: dict[str, Any] = {"resultTypes": ["violations"]}
CONTRAST = {**EVERYTHING, "runOnly": ["color-contrast"]}
LOOKS = (((1440, 900, False), EVERYTHING), ((390, 844, True), EVERYTHING))
CROSSED = (((390, 844, False), CONTRAST), ((1440, 900, True), CONTRAST))
"""The ways in which pages are checked. Only colours differ between day and night, and whatever has its own
colours on just a phone or just a desktop appears in some states of each page (``COLOURED``)."""
STEADY = """const style = new CSSStyleSheet();
style.replaceSync('* { transition: none !important; animation: none !important }');
document.adoptedStyleSheets = [style];"""
"""Switch transitions off: a colour in transition is not what people read."""


class Desk:
    """The pages of one game, made on first use and closed at the end.

    A page on which something was opened (``used``) is reloaded when the next state asks for it.
    """

    def __init__(self, folder: Path, driver: WebDriver) -> None:
        self.folder, self.driver, self.open = folder, driver, ExitStack()
        self.judgements, self.used = Judgements(nodes=QUICK), False

    @cached_property
    def table(self) -> LiveServer:
        return self.open.enter_context(self.table_alone())

    def table_alone(self) -> LiveServer:
        page = LiveServer(0, on_dispute=lambda move: None, on_correct=lambda *_: None)
        page.publish_frame(still(STATE, 1280, 720))
        return page

    @cached_property
    def library(self) -> HomeServer:
        self.record(), self.record("basic")
        return self.open.enter_context(HomeServer(Home(self.folder, Settings(share=True))))

    @cached_property
    def reviewed(self) -> ReviewServer:
        return self.open.enter_context(ReviewServer(self.record(), judgements=self.judgements))

    def show(self, url: str) -> None:
        """Go to a page; the current page is not reloaded if nothing was opened on it."""
        there = self.driver.current_url.partition("#")[0] == url.partition("#")[0]
        if self.used and there:
            self.driver.get("about:blank")
        self.used = False
        self.driver.get(url)

    def press(self, key: str) -> None:
        self.used = True
        press(self.driver, key)

    def click(self, selector: str) -> None:
        self.used = True
        click(self.driver, selector)

    def live(self, alone: LiveServer | None = None, **facts: Any) -> LiveServer:
        page = alone or self.table
        page.publish(facts)
        if self.used or self.driver.current_url != page.url:
            self.show(page.url)
        until(self.driver, lambda driver: text_of(driver, "#say") == facts["say"])
        return page

    def record(self, name: str = "illegal") -> Path:
        path = self.folder / f"{name}.game"
        return path if path.exists() else write_game(path, name)

    def home(self) -> None:
        self.show(self.library.url)
        until(self.driver, lambda driver: driver.find_elements("css selector", "#records li"))

    def review(self, step: int) -> None:
        self.show(f"{self.reviewed.url}#step-{step}")
        until(self.driver, lambda driver: text_of(driver, ".verdict .say"))


def waiting(desk: Desk) -> None:
    desk.live(**shown(None, notices=["I see only three markers"]))


def playing(desk: Desk) -> None:
    desk.live(**told(STATE))


def setting_up(desk: Desk) -> None:
    red, blue = just(Piece(Size.SMALL, Colour.RED)), just(Piece(Size.SMALL, Colour.BLUE))
    choices = {"piece": ((Choice("Sred", "small-red", red), Choice("Sblue", "small-blue", blue)),)}
    things = (
        Thing("near.1", (-40, -90), (300, 400, 360, 470), (Piece(Size.SMALL, Colour.RED),), "Sred", red, red),
        Thing("far.1", (40, 90), (500, 200, 560, 270), (), "nothing", None, blue, sure=False),
    )
    read = Shown(
        things, (just("Far has nine pyramids, ten are needed."),), just("One pyramid is missing."), choices
    )
    desk.used = True
    desk.live(**shown(None), setup=setup_fields(read, str, (1280, 720)))
    until(desk.driver, lambda driver: text_of(driver, "#setup-problems"))


def choosing(desk: Desk) -> None:
    setting_up(desk)
    desk.click("#setup-open button")
    until(desk.driver, lambda driver: text_of(driver, "#choose-title"))


def diagnosed(desk: Desk) -> None:
    page = desk.live(**told(STATE))
    desk.press("x")
    page.publish_frame(still(None, 1280, 720))  # the page requests the next picture only after this one
    until(desk.driver, lambda _: page.open_for_reading)
    page.publish_diagnosis(still(None, 300, 170), FACTS)
    until(desk.driver, lambda driver: text_of(driver, "#diagnosis"))


def nickel(desk: Desk) -> None:
    desk.live(**told(TABLES["nickel"]))


def logistics(desk: Desk) -> None:
    desk.live(**told(TABLES["logistics"]))


def sanctum(desk: Desk) -> None:
    desk.live(**told(TABLES["sanctum"]))


def illegal(desk: Desk) -> None:
    desk.live(**told(STATE, illegal=Ply(WRONG, judge(STATE, WRONG))))


def asking(desk: Desk) -> None:
    desk.live(**told(STATE, question=ASKED))
    until(desk.driver, lambda driver: text_of(driver, "#question-text"))


def won(desk: Desk) -> None:
    desk.live(**told(ROUNDS["illegal"].states()[-1]), finished=True)


def stopped(desk: Desk) -> None:
    page = desk.live(desk.table_alone(), **told(STATE))
    page.close()
    until(desk.driver, lambda driver: text_of(driver, "#gone"), 20)


def moves(desk: Desk) -> None:
    playing(desk)
    desk.press("e")
    until(desk.driver, lambda driver: text_of(driver, "#fix-title"))


def voice(desk: Desk) -> None:
    playing(desk)
    desk.press("v")
    until(desk.driver, lambda driver: text_of(driver, "#settings-title"))


def helping(desk: Desk) -> None:
    playing(desk)
    desk.press("h")
    until(desk.driver, lambda driver: text_of(driver, "#keys"))


def corners(desk: Desk) -> None:
    playing(desk)
    desk.press("c")
    until(desk.driver, lambda driver: text_of(driver, "#corners-panel"))


def disputing(desk: Desk) -> None:
    with Record.open(disputed(desk.folder / "d.game")) as record:
        found = live_case(record, wording())
    assert found is not None
    desk.used = True
    page = desk.live(**told(STATE))
    page.keep("case", found[1])
    page.publish({**told(STATE), "case": found[0]})
    until(desk.driver, lambda driver: text_of(driver, "#case-title"))


def disputed_file(desk: Desk) -> None:
    with Record.open(disputed(desk.folder / "f.game")) as record:
        html = case_html(find_case(read_story(record), record.entries("clip")), record.frame)
    (desk.folder / "case.html").write_text(html, "utf-8")
    desk.driver.get((desk.folder / "case.html").as_uri())


def home(desk: Desk) -> None:
    desk.home()


def home_settings(desk: Desk) -> None:
    desk.home()
    desk.click("#open-settings")
    until(desk.driver, lambda driver: text_of(driver, "#settings-title"))


def home_help(desk: Desk) -> None:
    desk.home()
    desk.click("#open-help")
    until(desk.driver, lambda driver: text_of(driver, "#help-title"))


def home_figures(desk: Desk) -> None:
    desk.home()
    desk.click("#statistics summary")
    until(desk.driver, lambda driver: text_of(driver, "#wins"))


def home_packing(desk: Desk) -> None:
    desk.home()
    desk.used = True
    desk.driver.execute_script("document.getElementById('packing').hidden = false")


def reviewing(desk: Desk) -> None:
    desk.review(2)
    until(desk.driver, lambda driver: driver.find_elements("css selector", "#graph svg"), 30)


def reviewed_illegal(desk: Desk) -> None:
    desk.review(10)


def tried(desk: Desk) -> None:
    desk.review(4)
    until(desk.driver, lambda driver: driver.find_elements("css selector", "#branch-open:not([hidden])"))
    desk.click("#branch-open")
    until(desk.driver, lambda driver: driver.find_elements("css selector", "#branch-options button"))


def touched(desk: Desk) -> None:
    desk.review(18)
    (place,) = until(
        desk.driver, lambda driver: driver.find_elements("css selector", '.places [data-place="play 2"]')
    )
    desk.used = True
    desk.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", place)
    ActionChains(desk.driver).move_to_element(place).click().perform()
    until(desk.driver, lambda driver: text_of(driver, "#touched-title"))


def shared_file(desk: Desk) -> None:
    target = desk.folder / "a.html"
    share(desk.record(), target, judgements=desk.judgements)
    desk.driver.get(f"{target.as_uri()}#step-10")
    until(desk.driver, lambda driver: text_of(driver, ".badge"))


def hall(desk: Desk) -> None:
    store = Store(desk.folder / "hall.sqlite")
    desk.open.callback(store.close)
    store.enter(["Ann", "Bob", "Cid"])
    store.pair([("Ann", "Bob"), ("Cid", "")])
    desk.show(desk.open.enter_context(HallServer(store, pairing="robin")).url)
    until(desk.driver, lambda driver: text_of(driver, "#standings"))


def overlay(desk: Desk) -> None:
    record = desk.open.enter_context(Record.open(desk.record(), readonly=True))
    feed = Feed().begin(record)
    page = desk.open.enter_context(LiveServer(0, more=lambda server: stream_routes(server, feed)))
    desk.driver.get(f"{page.url}overlay")
    until(desk.driver, lambda driver: text_of(driver, "#say"), 20)


def phone_as_camera(desk: Desk) -> None:
    page = desk.open.enter_context(LiveServer(0, on_picture=lambda _: None))
    desk.show(f"{page.url}camera")
    until(desk.driver, lambda driver: text_of(driver, "#start"))


STATES: tuple[Callable[[Desk], None], ...] = (
    home, home_settings, home_help, home_figures, home_packing, waiting, setting_up, choosing, playing,
    diagnosed, nickel, logistics, sanctum, illegal, asking, won, stopped, moves, voice,
    helping, corners, disputing,
    disputed_file, reviewing, reviewed_illegal, tried, touched, shared_file, hall, overlay, phone_as_camera,
)  # fmt: skip


COLOURED = (home, home_help, setting_up, diagnosed, illegal, asking, disputing, reviewed_illegal, hall)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory, driver: WebDriver) -> Iterator[Desk]:
    """One desk for all states; axe is injected into each page that is loaded."""
    source = Path(Axe(driver).script_url).read_text("utf-8")
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source})
    made = Desk(tmp_path_factory.mktemp("desk"), driver)
    with made.open:
        yield made
        driver.get("about:blank")


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_axe_finds_nothing(desk: Desk, driver: WebDriver, state: Callable[[Desk], None]) -> None:
    resize(driver, *LOOKS[0][0])
    state(desk)
    axe = Axe(driver)
    driver.execute_script(STEADY)
    found = {}
    for (width, height, dark), options in (*LOOKS, *(CROSSED if state in COLOURED else ())):
        resize(driver, width, height, dark)
        shot(driver, f"axe-{state.__name__}-{width}{'-dark' if dark else ''}")
        for fault in axe.run(options=options)["violations"]:
            for node in fault["nodes"]:
                found[width, dark, fault["id"], str(node["target"])] = node["failureSummary"]
    assert found == {}
