"""The overlay in a real browser: driven by the stream, transparent, and reconnecting after a break."""

from __future__ import annotations

import base64
from pathlib import Path

import cv2
import numpy as np
from selenium.webdriver.remote.webdriver import WebDriver

from arbiter.pages.live import LiveServer
from arbiter.record.record import Record
from arbiter.stream.feed import Feed
from arbiter.stream.socket import stream_routes
from tests.support.page_browser import complaints, driver, resize, text_of, until
from tests.support.recorded_games import write_game
from tests.support.streams.broker import append, facts_of

__all__ = ["driver"]


def test_it_follows_the_game_over_a_transparent_ground(driver: WebDriver, tmp_path: Path) -> None:
    with Record.open(write_game(tmp_path / "a.game", "illegal"), readonly=True) as source:
        entries, facts = list(source.entries()), facts_of(source)
    kinds = [(entry.kind, entry.data.get("legal")) for entry in entries]
    wrong, asked = kinds.index(("move", False)) + 1, [kind for kind, _ in kinds].index("question") + 1
    resize(driver, 1280, 720)
    with Record.create(tmp_path / "b.game", facts) as record:
        feed = Feed().begin(record)
        with LiveServer(0, more=lambda server: stream_routes(server, feed)) as page:
            port = page.port
            append(record, entries[:3])
            driver.get(f"{page.url}overlay")
            until(driver, lambda page: text_of(page, "#last") == FIRST, 30)
            assert [text_of(driver, f"#{seat} .name") for seat in ("near", "far")] == ["Alison", "Kristin"]
            assert driver.find_elements("css selector", "#near.leads")
            assert text_of(driver, "#near .points") == "1"
            driver.execute_cdp_cmd("Emulation.setDefaultBackgroundColorOverride", {"color": CLEAR})
            shot = driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"]
            picture = cv2.imdecode(np.frombuffer(base64.b64decode(shot), np.uint8), cv2.IMREAD_UNCHANGED)
            assert picture.shape == (720, 1280, 4)
            assert (picture[:200, :600, 3] == 0).all() and (picture[640:, 500:780, 3] > 150).any()
            append(record, entries[3:asked])
            until(driver, lambda page: text_of(page, "#calls"), 30)
            append(record, entries[asked:wrong])
            until(driver, lambda page: "must be" in text_of(page, "#illegal"), 30)
        append(record, entries[wrong:])
        with LiveServer(port, more=lambda server: stream_routes(server, feed)):
            until(driver, lambda page: "wins" in text_of(page, "#say"), 40)
            assert not driver.find_element("id", "illegal").is_displayed()
            assert not [line for line in complaints(driver) if "WebSocket" not in line]


FIRST = "Alison leads small blue"
CLEAR = {"r": 0, "g": 0, "b": 0, "a": 0}
