"""A phone as camera through the page: a real Chromium with a fake camera feeds a live source."""

from __future__ import annotations

import http.client
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from selenium.webdriver.remote.webdriver import WebDriver

from arbiter.camera.placing import Placed
from arbiter.pages.access import PageError, shared_door
from arbiter.pages.live import LiveServer
from arbiter.watch.timing import Stats
from arbiter.watch.watch import run
from engine.initiative.examples import ROUNDS
from tests.support.page_browser import (
    CHROMIUM,
    DRIVER,
    MISSING,
    PLAY,
    STATES,
    SYNTHESIS,
    chromium,
    complaints,
    overflow_px,
    resize,
    shown,
    text_of,
    until,
)
from tests.support.watched_table import SimEyes, SimSource, calibration, options, parts
from vision.observation import TableObservation
from vision.source.frames import Frame, SourceError
from vision.source.opening import open_source
from vision.source.phone import PageSource, Posted

FINISH = "window.finish?.(); return window.spokenWords"
"""Ends the current utterance; returns what has been spoken so far."""
SEEN = "return !document.getElementById('camera').classList.contains('waiting')"
FAKE = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebDriver]:
    """A browser with a camera."""
    if CHROMIUM is None or DRIVER is None:
        pytest.skip(MISSING)
    with chromium(tmp_path_factory.mktemp("profile"), *FAKE) as browser:
        yield browser


@pytest.fixture
def source() -> Iterator[PageSource]:
    made = open_source("page")
    assert isinstance(made, PageSource) and made.live
    yield made
    made.close()


def picture(grey: int) -> bytes:
    return cv2.imencode(".jpg", np.full((90, 160, 3), grey, np.uint8))[1].tobytes()


def another_picture(source: PageSource, first: Frame) -> bool:
    """Whether one of the next pictures isn't the first: between two ticks of the camera it comes twice."""
    following = (source.read() for _ in range(100))
    return any(frame and not np.array_equal(first.image_bgr, frame.image_bgr) for frame in following)


def test_phone_sends_its_newest_picture(phone: WebDriver, source: PageSource) -> None:
    with LiveServer(0, on_picture=source.offer) as server:
        resize(phone, 390, 844)
        phone.get(server.url + "camera")
        until(phone, lambda page: text_of(page, "#start") == "Start the camera")
        phone.find_element("css selector", "#start").click()
        first = source.read()
        assert first is not None and min(first.image_bgr.shape[:2]) >= 240 and first.image_bgr.std() > 10
        second = source.read()
        assert second is not None and second.index > first.index
        assert another_picture(source, first)
        until(phone, lambda page: "Sending pictures" in text_of(page, "#pulse"))
        assert overflow_px(phone) <= 0
        phone.find_element("css selector", "#start").click()
        until(phone, lambda page: text_of(page, "#pulse") == "Not sending")
        assert complaints(phone) == []


def test_phone_sends_from_the_network_while_another_device_looks_and_speaks(
    tmp_path: Path, source: PageSource
) -> None:
    """Two devices with their own profiles, encrypted, at this machine's address in the network."""
    if CHROMIUM is None or DRIVER is None:
        pytest.skip(MISSING)
    trusting = "--ignore-certificate-errors"
    try:
        door = shared_door()
    except PageError as error:
        pytest.skip(str(error))
    with (
        LiveServer(0, on_picture=source.offer, door=door) as server,
        chromium(tmp_path / "phone", trusting, *FAKE) as phone,
        chromium(tmp_path / "tablet", trusting) as tablet,
    ):
        phone.get(server.door.url(server.port, "camera"))
        assert phone.current_url == f"https://{door.address}:{server.port}/camera"
        until(phone, lambda page: text_of(page, "#start") == "Start the camera")
        phone.find_element("css selector", "#start").click()
        frame = source.read()
        assert frame is not None and frame.image_bgr.std() > 10
        tablet.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": SYNTHESIS})
        tablet.get(server.door.url(server.port))
        server.publish(shown(STATES[5], "de"))
        until(tablet, lambda page: text_of(page, "#settings").startswith("Stimme"))
        server.publish_frame(cv2.imencode(".jpg", frame.image_bgr)[1].tobytes())
        until(tablet, lambda page: page.execute_script(SEEN))
        tablet.find_element("css selector", "#settings").click()
        tablet.find_element("css selector", "#speak-here").click()
        server.publish(shown(STATES[5], "de", (PLAY,)))
        until(tablet, lambda page: PLAY.text in str(page.execute_script(FINISH)))
        assert complaints(phone) == complaints(tablet) == []
        for page in (phone, tablet):
            page.get("about:blank")


def test_page_without_page_source_says_how_to_start_it(phone: WebDriver) -> None:
    with LiveServer(0, language="de") as server:
        phone.get(server.url + "camera")
        until(phone, lambda page: text_of(page, "#start") == "Kamera starten")
        phone.find_element("css selector", "#start").click()
        until(phone, lambda page: "--source page" in text_of(page, "#problem"))
        phone.find_element("css selector", "#start").click()
    phone.get_log("browser")


def post(server: LiveServer, sender: str, body: bytes) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("POST", f"/camera/picture?id={sender}", body, {"Content-Type": "image/jpeg"})
    return connection.getresponse().status


def test_one_device_is_the_camera_until_it_falls_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[bytes] = []
    with LiveServer(0, on_picture=taken.append) as server:
        assert [post(server, "a", b"1"), post(server, "b", b"2"), post(server, "a", b"3")] == [200, 409, 200]
        monkeypatch.setattr("arbiter.pages.live.SENDER_S", 0.0)
        assert post(server, "b", b"4") == 200
    assert taken == [b"1", b"3", b"4"]


def test_only_the_newest_picture_is_kept() -> None:
    posted = Posted()
    for grey in range(0, 250, 5):
        posted.offer(picture(grey))
    ok, image = posted.read()
    assert ok and abs(int(image[0, 0, 0]) - 245) < 3
    assert posted.read() == (False, None)


def test_broken_picture_is_passed_over(source: PageSource) -> None:
    posted = Posted()
    posted.offer(b"no picture")
    assert posted.read() == (False, None)
    source.offer(picture(99))
    frame = source.read()
    assert frame is not None and abs(int(frame.image_bgr[0, 0, 0]) - 99) < 3


def test_silent_phone_is_told_at_last() -> None:
    with PageSource(patience_s=0.1) as source, pytest.raises(SourceError, match="page has sent no picture"):
        source.read()


def test_source_called_page_is_not_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "page").write_bytes(b"a file of that name")
    with open_source("page") as source:
        assert isinstance(source, PageSource)


class BlankEyes(SimEyes):
    """Eyes that see an empty table in every picture."""

    def look(self, frame: Frame) -> TableObservation:
        return TableObservation(frame.time_s, frame.index, (), (), True, True)


def test_watch_takes_its_pictures_from_the_page(tmp_path: Path, source: PageSource) -> None:
    lines: list[str] = []
    stats = Stats()

    def phone_then_quit() -> Iterator[str]:
        address = next(line.split(": ")[1] for line in lines if line.startswith("live page"))
        connection = http.client.HTTPConnection(address.split("/")[2], timeout=10)
        while not stats.frames:
            connection.request("POST", "/camera/picture?id=a", picture(80), {"Content-Type": "image/jpeg"})
            assert connection.getresponse().read() == b'{"ok": true}'
            time.sleep(1 / 30)  # as phones do
        yield "q"

    asked = options(source, ROUNDS["basic"], tmp_path / "a.game", headless=False)
    world = parts(SimSource([]), lines, eyes=lambda *given: BlankEyes(SimSource([])), keys=phone_then_quit)
    assert (
        run(asked, replace(world, place=lambda *given: Placed(calibration(), (), iter(source))), stats) == 0
    )
    assert any(re.match(r"the camera: open http://127\.0\.0\.1:\d+/camera ", line) for line in lines)
    assert stats.frames
