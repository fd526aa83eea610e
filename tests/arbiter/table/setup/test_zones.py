"""Nickel's board and Logistics' cards marked by hand: on the page, in the session, in the record."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from selenium.webdriver.remote.webdriver import WebDriver

from arbiter.events.types import MoveSeen, SetupSeen
from arbiter.games.nickel.board_grid import Grid
from arbiter.games.nickel.setup import NO_BOARD, NickelTable
from arbiter.kit.catalog import session_of
from arbiter.pages.live import LiveServer
from arbiter.pages.live_state import live_state
from arbiter.record.record import Record
from arbiter.table.session import TableSession
from arbiter.watch import watch
from engine.game import Seat
from engine.initiative.examples import ROUNDS
from engine.logistics.model import Layout
from engine.nickel.model import Rules
from engine.pieces import PALETTES
from tests.support.page_browser import (
    complaints,
    driver,
    overflow_px,
    press,
    resize,
    shot,
    show,
    text_of,
    until,
)
from tests.support.recorded_games import still
from tests.support.simulated.logistics_sim import LogisticsSim
from tests.support.simulated.nickel_sim import GRID, NickelSim, board
from tests.support.simulated.sanctum_sim import Table as SanctumTable
from tests.support.watched_boards import watched
from tests.support.watched_logistics import OUTLINE, RULES, frames
from tests.support.watched_table import SimSource, calibration, options, parts

__all__ = ["driver"]
HALF = 2.5


def corners_of(grid: Grid) -> list[tuple[float, float]]:
    """The outer corners (mm) of a board, near left first."""
    middle = grid.side / 2 - 0.5
    ways = ((-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF))
    return [grid.place(middle + x, middle + y) for x, y in ways]  # type: ignore[arg-type]


def test_a_board_that_is_not_found_is_shown() -> None:
    """Only nine pyramids are set up, so no board is found; once marked, the empty squares are named."""
    sim = NickelSim(board(1), 1)
    kept = list(sim.things)
    sim.things = kept[:9]
    session = TableSession(NickelTable(Rules(), PALETTES["rainbow"]))
    told = [event for frame in sim.still(6.0) for event in session.observe(frame)]
    assert isinstance(told[0], SetupSeen) and told[0].problems == (NO_BOARD,)
    with pytest.raises(ValueError, match="not a square board"):
        session.mark([(0, 0), (200, 0), (260, 150), (0, 150)])
    assert Grid.from_json(session.mark(corners_of(GRID))["grid"]) == Grid(10.0, -5.0, 34.0, 4.0)
    sim.things = kept
    (ready,) = [event for frame in sim.still(2.0) for event in session.observe(frame)]
    assert isinstance(ready, SetupSeen) and not ready.problems and session.snapshot().phase == "play"


def test_a_board_is_shown_anew_in_the_middle_of_a_game() -> None:
    """A wrongly marked board makes tracking impossible; marked correctly, the game continues."""
    sim = NickelSim(board(1), 1)
    session = TableSession(NickelTable(Rules(), PALETTES["rainbow"]))
    seen = [event for frame in sim.still(1.5) for event in session.observe(frame)]
    assert [event.kind for event in seen] == ["setup"]
    session.mark(corners_of(GRID.moved(3.0, -2.0)))
    assert not [event for frame in sim.still(1.0) for event in session.observe(frame)]
    (move,) = [event for frame in sim.place(Seat.NEAR, "d1") for event in session.observe(frame)]
    assert isinstance(move, MoveSeen) and move.text == "d1"


def test_cards_are_shown_by_hand() -> None:
    session = session_of("logistics", RULES, "rainbow", 1, {})
    assert isinstance(session, TableSession)
    sim = LogisticsSim(seed=3, layout=Layout.standard(RULES), fps=5.0)
    told = [event for frame in sim.still(6.0) for event in session.observe(frame)]
    assert isinstance(told[0], SetupSeen) and str(told[0].problems[0]).startswith("I see no cards")
    session.mark([(x, y) for x, y in OUTLINE])
    (ready,) = [event for frame in sim.still(3.0) for event in session.observe(frame)]
    assert isinstance(ready, SetupSeen) and not ready.problems


def test_a_game_without_a_board_has_none_to_show() -> None:
    with pytest.raises(ValueError, match="Sanctum has no board"):
        SanctumTable(1).session.mark(corners_of(GRID))


class Grey:
    """A page that keeps what is published."""

    def __init__(self, *asked: Any, **more: Any) -> None:
        self.zones, self.pictures, self.port, self.url = list[Any](), list[bytes](), 0, "page"
        self.open_for_reading = False

    def publish(self, state: Any) -> None:
        self.zones.append(state["zone"])

    def publish_frame(self, jpeg: bytes) -> None:
        self.pictures.append(jpeg)

    def keep(self, group: str, pictures: Any) -> None:
        del group, pictures

    def close(self) -> None:
        pass


def test_a_game_without_cards_goes_on_and_says_so_once(tmp_path: Path) -> None:
    """The table is empty: the watch runs to the end of the video, and the page offers to mark the cards."""
    sim, lines = LogisticsSim(seed=3, layout=Layout.standard(RULES), fps=5.0), list[str]()
    source, page = SimSource(sim.still(14.0), live=True), Grey()
    asked = options(source, ROUNDS["basic"], tmp_path / "a.game", game="logistics", rules=RULES)
    made = parts(source, lines, page=lambda *_, **__: page)
    assert watch.run(replace(asked, headless=False), made) == 0
    told = [line for line in lines if "I see no cards of two rows of 3" in line and "no round" not in line]
    assert len(told) == 1 and set(page.zones) == {"cards"}


def test_corners_are_typed(tmp_path: Path) -> None:
    """Corners in mm, typed while no cards are found, start the game; wrong ones give one clear line."""
    sim, lines = LogisticsSim(seed=3, layout=Layout.standard(RULES), fps=5.0), list[str]()
    corners = ",".join(str(number) for corner in OUTLINE for number in corner)
    path = tmp_path / "a.game"
    typed = ("corners 1,2,3", "corners 1,2,nan,4,5,6,7,8", "corners one,two", f"corners {corners}")
    source = SimSource(sim.still(8.0))
    asked = options(source, ROUNDS["basic"], path, game="logistics", rules=RULES)
    assert watch.run(asked, parts(source, lines, keys=lambda: typed)) == 0
    assert sum("four corners in mm" in line for line in lines) == 3
    with Record.open(path, readonly=True) as record:
        assert record.header["table"]["grid"]["count"] == 3
        setups = [entry for entry in record.entries() if entry.kind == "setup" and not entry.data["problems"]]
    assert len(setups) == 1


class Marks:
    """A live page that keeps the corners it was sent."""

    def __init__(self) -> None:
        self.sent: list[Any] = []
        self.page = LiveServer(0, on_mark=self.sent.append)
        self.page.publish_frame(still(None, 640, 480))


@pytest.fixture
def marks() -> Iterator[Marks]:
    made = Marks()
    yield made
    made.page.close()


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize(
    ("zone", "words"),
    [
        ("board", "five by five squares"),
        ("cards", "both rows of cards"),
        ("markers", "row of three markers"),
    ],
)
def test_the_page_sends_the_corners_of_the_zone(
    marks: Marks, driver: WebDriver, width: int, zone: str, words: str
) -> None:
    names = {Seat.NEAR: "Alison", Seat.FAR: "Kristin"}
    marks.page.publish({**live_state(None, names), "zone": zone})
    resize(driver, width, 1000)
    show(driver, marks.page.url)
    loaded = "return document.querySelector('#camera').naturalWidth"
    until(driver, lambda page: page.execute_script(loaded) == 640)
    until(driver, lambda page: text_of(page, "#say") == "Waiting for the set-up")
    press(driver, "c")
    until(driver, lambda page: words in text_of(page, "#corners-panel"))
    assert not driver.find_element("css selector", "#corners-own").is_displayed()
    assert overflow_px(driver) <= 0
    shot(driver, f"zone-{zone}-{width}")
    driver.find_element("css selector", "#corners-apply").click()
    until(driver, lambda page: "looks there from now on" in text_of(page, "#told"))
    assert marks.sent == [((0.38, 0.66), (0.62, 0.66), (0.58, 0.42), (0.42, 0.42))]
    assert complaints(driver) == []


def test_marked_while_watched_it_is_in_the_record(tmp_path: Path) -> None:
    path, camera = tmp_path / "a.game", calibration().camera
    pixels = camera.project(np.array([[x, y, 0.0] for x, y in OUTLINE]))
    parts_of = ((pixels + 0.5) / (camera.width, camera.height)).tolist()
    with watched(path, "logistics", RULES, frames(), outline=OUTLINE) as address:

        def post(corners: Any) -> int:
            head = {"Content-Type": "application/json"}
            data = json.dumps({"corners": corners}).encode()
            asked = urllib.request.Request(f"{address}mark", data, head)
            with urllib.request.urlopen(asked, timeout=20) as reply:
                return int(reply.status)

        assert post(parts_of) == 200
        with pytest.raises(urllib.error.HTTPError, match="400"):
            post(parts_of[:3])
    with Record.open(path, readonly=True) as record:
        table = record.header["table"]
    assert table["outline"] == OUTLINE and table["grid"]["count"] == 3
    assert abs(table["grid"]["pitch_mm"] - 72.0) < 0.5 and abs(table["grid"]["x_mm"]) < 0.5
