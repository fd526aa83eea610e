"""The set-up on the live page in a real browser: shown as read, corrected with two taps, accepted."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.remote.webdriver import WebDriver

from arbiter.camera.placing import Placed
from arbiter.record.record import Record
from arbiter.watch.watch import run
from arbiter.words.wording import wording
from calibration.camera import Camera, square_pixel_matrix
from calibration.store import Calibration
from engine.drawing.shapes import FILL
from engine.drawing.table import Lying, View
from engine.game import Seat, plain
from engine.games import GAMES
from engine.initiative.examples import ROUNDS, SETUP
from engine.nickel.model import SQUARES, Pyramid
from engine.nickel.model import Rules as NickelRules
from engine.pieces import Colour, Piece, Size
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
    too_small,
    until,
)
from tests.support.simulated.nickel_sim import NickelSim, board
from tests.support.simulated.table_sim import Noise, TableSim
from tests.support.watched_boards import NAMES
from tests.support.watched_table import SimEyes, SimSource, options, parts
from vision.observation import TableObservation
from vision.source.frames import Frame

__all__ = ["driver"]
SIZE = (1280, 720)
CAMERA = Camera(square_pixel_matrix(1440, *SIZE), np.zeros(5), (np.pi, 0, 0), (0, 0, 900), *SIZE, 0.1)
"""A camera looking straight down on the simulated table, which matches its boxes."""
SEEN_S = 7.0


class PictureSource(SimSource):
    """Frames that roughly show what is observed; after the last one the camera keeps running."""

    def read(self) -> Frame | None:
        frame = super().read()
        if frame is None:
            return None
        picture = np.full((SIZE[1], SIZE[0], 3), (120, 150, 175), np.uint8)
        for unit in self.seen[frame.index].units:
            _paint(picture, unit)
        return Frame(picture, frame.time_s, frame.index)


def _paint(picture: np.ndarray, unit: Any) -> None:
    left, top, right, bottom = (int(v) for v in unit.bbox_px)
    for level, reading in reversed(list(enumerate(unit.levels))):
        colour = FILL[max(reading.p_colour, key=reading.p_colour.get)]
        bgr = tuple(int(colour[k : k + 2], 16) for k in (5, 3, 1))
        low = bottom - 8 * (len(unit.levels) - 1 - level)
        shape = np.array([(left, low), ((left + right) // 2, low - (bottom - top)), (right, low)])
        cv2.fillPoly(picture, [shape], bgr)
        cv2.polylines(picture, [shape], True, (20, 20, 20), 1)


@contextmanager
def watched(path: Path, frames: Iterator[TableObservation], **more: Any) -> Iterator[str]:
    """The address of the live page of a table that has been watched for a while and does not change."""
    lines, keys = queue.Queue[str](), queue.Queue[str | None]()
    source = PictureSource(frames, live=True)
    table = {"game": "initiative", "headless": False, "record": path, **more}
    asked = options(source, ROUNDS["basic"], path, **{k: v for k, v in table.items() if k != "record"})
    placed = Calibration(CAMERA)
    world = parts(
        source,
        [],
        tell=lines.put,
        eyes=lambda calibration, palette: SimEyes(source, calibration=calibration),
        keys=lambda: iter(keys.get, None),
        place=lambda source, given, known: Placed(placed, (), iter(source)),
    )
    thread = threading.Thread(target=lambda: (run(asked, world), lines.put("over")), daemon=True)
    thread.start()
    try:
        address = ""
        stays = wording(more.get("language", "en")).say("watch_stays")
        while stays not in (line := lines.get(timeout=60)):
            assert line != "over"
            address = next((word for word in line.split() if word.startswith("http://")), address)
        yield address
    finally:
        keys.put("q")
        thread.join(20)
        assert not thread.is_alive()


def tap(driver: WebDriver, selector: str, x: float, y: float) -> None:
    """Tap an element at fractions of its width and height."""
    element = driver.find_element("css selector", selector)
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
    wide, high = element.size["width"], element.size["height"]
    offset = round((x - 0.5) * wide), round((y - 0.5) * high)
    ActionChains(driver).move_to_element_with_offset(element, *offset).click().perform()


def in_drawing(sim: TableSim, x_mm: float, y_mm: float) -> tuple[float, float]:
    """A table place in the drawing, as fractions of its width and height."""
    view = View.around([Lying(thing.pieces, thing.x, thing.y) for thing in sim.things])
    (x, y), (wide, high) = view.at(x_mm, y_mm), view.size_px
    return x / wide, (y - 20) / high


def in_picture(x_mm: float, y_mm: float) -> tuple[float, float]:
    """A pyramid's middle in the picture, as fractions of its width and height."""
    u, v = TableSim._pixel(x_mm, y_mm)
    return u / SIZE[0], (v - 8) / SIZE[1]


def entries(path: Path, kind: str) -> list[dict[str, Any]]:
    with Record.open(path, readonly=True) as record:
        return [dict(entry.data) for entry in record.entries() if entry.kind == kind]


def misread() -> TableSim:
    """A table on which near's large red permanently looks like a third medium yellow."""
    sim = TableSim(SETUP, 5, Noise(bias_share=20.0))
    sim.find(Seat.NEAR, Piece(Size.LARGE, Colour.RED)).lookalikes = ((Colour.YELLOW, Size.MEDIUM),)
    return sim


def test_a_misread_pyramid_is_put_right_with_two_taps_and_the_set_up_is_played(
    driver: WebDriver, tmp_path: Path
) -> None:
    """This test is in German, the others in this file are in English."""
    sim, path = misread(), tmp_path / "a.game"
    wrong = sim.find(Seat.NEAR, Piece(Size.LARGE, Colour.RED))
    resize(driver, 1440, 900)
    with watched(path, sim.still(SEEN_S), language="de") as url:
        show(driver, url)
        until(driver, lambda page: text_of(page, "#setup-title") and text_of(page, "#setup-problems"))
        assert text_of(driver, "#setup-play").startswith("Das stimmt, spielen")
        shot(driver, "setup-de-1440")
        click(driver, "#setup-play")
        until(driver, lambda page: text_of(page, "#told"))  # refused: it would be three of a kind
        assert entries(path, "set_by_hand") == []
        tap(driver, "#setup-drawing", *in_drawing(sim, wrong.x, wrong.y))
        until(driver, lambda page: text_of(page, "#choose-title"))
        shot(driver, "setup-choose-de-1440")
        click(driver, "#choose [data-what=Lred]")
        until(driver, lambda page: page.find_elements("css selector", "#setup-play.ready"))
        shot(driver, "setup-right-de-1440")
        click(driver, "#setup-play")
        until(driver, lambda page: not text_of(page, "#setup-title") and text_of(page, "#legal"))
        assert too_small(driver) == [] and overflow_px(driver) <= 0
        driver.get_log("browser")  # the refusal above
        assert foreign_requests(driver) == []
    (said, accepted) = entries(path, "set_by_hand")
    assert said["what"] == "Lred" and accepted["what"] == "as shown"
    seen = entries(path, "setup")[-1]
    assert seen["accepted"] and [each["what"] for each in seen["said"]] == ["Lred"]
    assert sorted(map(str, seen["setup"]["near"])) == sorted(str(plain(piece)) for piece in SETUP.near)


def test_on_a_phone_a_missing_pyramid_and_a_ghost_are_put_right_in_the_picture(
    driver: WebDriver, tmp_path: Path
) -> None:
    sim, path = TableSim(SETUP, 5), tmp_path / "a.game"
    lost = sim.find(Seat.FAR, Piece(Size.MEDIUM, Colour.BLUE))
    sim.things.remove(lost)
    ghost = sim._put("near-inventory", (Piece(Size.SMALL, Colour.GREEN),), 205, -190)
    resize(driver, 390, 844)
    with watched(path, sim.still(SEEN_S)) as url:
        show(driver, url)
        until(driver, lambda page: "instead of 10" in text_of(page, "#setup-problems"))
        shot(driver, "setup-390")
        tap(driver, "#camera", *in_picture(ghost.x, ghost.y))
        shot(driver, "setup-choose-390")
        click(driver, "#choose [data-what=nothing]")
        until(driver, lambda page: "Alison" not in text_of(page, "#setup-problems"))
        tap(driver, "#camera", *in_picture(lost.x, lost.y))
        until(driver, lambda page: text_of(page, "#choose-title").lower() == "what stands here?")
        click(driver, "#choose [data-what=Mblue]")
        until(driver, lambda page: page.find_elements("css selector", "#setup-play.ready"))
        assert too_small(driver) == [] and overflow_px(driver) <= 0
        shot(driver, "setup-right-390")
        press(driver, "p")
        until(driver, lambda page: not text_of(page, "#setup-title"))
        assert complaints(driver) == []
    seen = entries(path, "setup")[-1]
    assert seen["accepted"] and len(seen["setup"]["near"]) == len(seen["setup"]["far"]) == 10
    assert {"size": "medium", "colour": "blue"} in seen["setup"]["far"]


def test_a_board_with_a_square_that_shows_nothing_is_completed(driver: WebDriver, tmp_path: Path) -> None:
    setup, path = board(5), tmp_path / "a.game"
    sim = NickelSim(setup, 5)
    sim.things.remove(sim.thing("c3"))
    resize(driver, 390, 844)
    with watched(path, sim.still(SEEN_S), game="nickel", rules=NickelRules(), players=NAMES) as url:
        show(driver, url)
        click(driver, "#setup-open [data-name=c3]")
        shot(driver, "setup-nickel-choose-390")
        cell = setup.board[SQUARES.index("c3")]
        assert isinstance(cell, Pyramid)
        click(driver, f"#choose [data-what={cell.orientation.value[0].upper()}{cell.colour}]")
        until(driver, lambda page: page.find_elements("css selector", "#setup-play.ready"))
        shot(driver, "setup-nickel-390")
        click(driver, "#setup-play")
        until(driver, lambda page: not text_of(page, "#setup-title"))
    assert entries(path, "setup")[-1]["setup"]["text"] == GAMES["Nickel"].format_setup(setup)
