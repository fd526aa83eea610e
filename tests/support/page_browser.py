"""A real headless Chromium for the tests of the pages."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.ui import WebDriverWait

from arbiter.corrections.move_list import Listed
from arbiter.pages.live_state import live_state, move_rows
from arbiter.telling.found import telling_for
from arbiter.voice.commentary import said_json
from arbiter.voice.table_words import whole
from arbiter.words.utterance import Utterance
from arbiter.words.wording import languages, wording
from engine.game import Seat
from engine.initiative.examples import ROUNDS
from engine.logistics.examples import example_states
from engine.nickel.examples import GAMES as NICKEL
from tests.support.tables_in_words import state_of

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
MISSING = "chromium and chromedriver are not installed: the pages can't be tried in a browser"
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--disable-back-forward-cache",  # otherwise every page opened starts a new process
)


@contextmanager
def chromium(profile: Path, *more: str) -> Iterator[WebDriver]:
    """A browser with a fresh profile and the switches ``more``, closed at the end."""
    options = Options()
    options.binary_location = str(CHROMIUM)
    for flag in (*FLAGS, *more, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    try:
        yield driver
    finally:
        driver.quit()


def resize(driver: WebDriver, width: int, height: int, dark: bool = False) -> None:
    """Show the page at a width in CSS pixels, by day or by night."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})


def until(driver: WebDriver, ready: Callable[[WebDriver], Any], seconds: float = 30) -> Any:
    """Wait until ``ready`` is true of the page, also on a busy machine; the assertion names what never came.

    A page that is redrawn while ``ready`` looks at it counts as not ready yet.
    """
    redrawn = (StaleElementReferenceException,)
    return WebDriverWait(driver, seconds, 0.05, ignored_exceptions=redrawn).until(ready)


SMALL = """const pressed = 'button, a[href], input, select, summary, label';
return [...document.querySelectorAll(pressed)].filter((node) => {
    const { width, height } = node.getBoundingClientRect();
    const shown = width && height && getComputedStyle(node).visibility !== 'hidden' && !node.closest('svg');
    const inside = node.matches('input') ? node.closest('label') : node.querySelector('select, input');
    return shown && !inside && Math.min(width, height) < 43.5;
}).map((node) => `${node.tagName} ${node.id} ${node.textContent.trim()}`)"""


def too_small(driver: WebDriver) -> list[str]:
    """Controls on the page that are less than 44 CSS pixels wide or high."""
    return list(driver.execute_script(SMALL))


def complaints(driver: WebDriver) -> list[str]:
    """Errors and warnings in the browser's console since the last call."""
    return [line["message"] for line in driver.get_log("browser") if line["level"] in {"SEVERE", "WARNING"}]


@contextmanager
def any_chromium(profile: Path) -> Iterator[WebDriver]:
    """A browser; skips the test only if none is installed."""
    if CHROMIUM is None or DRIVER is None:
        pytest.skip(MISSING)
    with chromium(profile) as browser:
        yield browser


@pytest.fixture(scope="module")
def driver(browser: WebDriver) -> Iterator[WebDriver]:
    """A new tab for a module's tests, with empty storage."""
    first = browser.current_window_handle
    browser.switch_to.new_window("tab")
    complaints(browser)  # from pages of earlier files, whose servers have gone
    yield browser
    browser.execute_cdp_cmd("Network.clearBrowserCookies", {})
    browser.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "all"})
    for tab in set(browser.window_handles) - {first}:
        browser.switch_to.window(tab)
        browser.close()
    browser.switch_to.window(first)


def text_of(driver: WebDriver, selector: str) -> str:
    """The visible text of the first matching element; empty without one."""

    def words(page: WebDriver) -> tuple[str]:
        found = page.find_elements("css selector", selector)
        return (found[0].text if found else "",)  # a tuple, because an empty text is a result too

    return until(driver, words)[0]


def press(driver: WebDriver, *keys: str) -> None:
    """Send keys to the page's body, one after the other."""
    body = driver.find_element("css selector", "body")
    for key in keys:
        body.send_keys(key)


def overflow_px(driver: WebDriver) -> int:
    """How much wider the page is than its window, in px."""
    return int(
        driver.execute_script(
            "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
    )


def foreign_requests(driver: WebDriver) -> list[str]:
    """Everything that the page loaded from elsewhere."""
    script = """return performance.getEntriesByType('resource').map((entry) => entry.name)
        .filter((name) => !name.startsWith(location.origin) && !/^(data|blob):/.test(name))"""
    return list(driver.execute_script(script))


SHOTS = os.environ.get("ARBITER_SHOTS")
"""A folder for screenshots, if somebody wants to look at them."""


def shot(driver: WebDriver, name: str) -> None:
    if SHOTS:
        driver.save_screenshot(str(Path(SHOTS) / f"{name}.png"))


def click(driver: WebDriver, selector: str, words: str = "", nth: int = 0) -> None:
    """Click the ``nth`` matching element whose text begins with ``words``, as soon as it exists.

    It works even if the bottom bar of a phone covers the element or the page redraws it meanwhile.
    """

    def clicked(page: WebDriver) -> bool:
        fitting = [e for e in page.find_elements("css selector", selector) if e.text.startswith(words)]
        if len(fitting) <= nth:
            return False
        page.execute_script("arguments[0].scrollIntoView({block: 'center'})", fitting[nth])
        fitting[nth].click()
        return True

    until(driver, clicked)


BELOW = """const told = document.querySelector('#told'), panel = document.querySelector(arguments[0]);
told.textContent = 'Marked in the record. '.repeat(6);
const { left, top, right, bottom } = told.getBoundingClientRect(), inner = [left + 9, right - 9];
const shown = [top + 9, bottom - 9].every((y) => inner.every((x) =>
  told === document.elementFromPoint(x, y)));
const hidden = [...panel.querySelectorAll('button')].filter((button) => {
  button.scrollIntoView({ block: 'nearest' });
  const { x, y, width, height } = button.getBoundingClientRect();
  return width && !button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map((button) => button.id);
const above = panel.getBoundingClientRect();
told.textContent = '';
return [shown, hidden, above.top >= 0 && above.bottom <= top, top >= 0 && bottom <= innerHeight];"""
"""Whether the transient message is readable, which buttons of a panel cannot be pressed meanwhile, and
whether one lies below the other with both inside the window."""
LIES_BELOW = [True, [], True, True]


MIDDLE = """const { x, y, width, height } = arguments[0].getBoundingClientRect();
return [x + width / 2 - visualViewport.offsetLeft, y + height / 2 - visualViewport.offsetTop];"""


def tap(driver: WebDriver, found: Any) -> None:
    """Press the middle of an element; for parts of a drawing the driver itself misses it on a phone."""
    point = ActionBuilder(driver)
    point.pointer_action.move_to_location(*map(round, driver.execute_script(MIDDLE, found))).click()
    point.perform()


def show(driver: WebDriver, url: str) -> None:
    """Open a page afresh, after clearing the console messages of the previous one."""
    driver.get("about:blank")
    driver.get_log("browser")
    driver.get(url)


NAMES = {Seat.NEAR: "Alison", Seat.FAR: "Kristin"}
STATES = ROUNDS["call"].states()
TABLES: dict[str, Any] = {
    "initiative": ROUNDS["illegal"].states()[7],
    "nickel": NICKEL["line"].states()[4],
    "logistics": example_states()[-1],
    "sanctum": state_of("sanctum_turns", 3),
}
"""A state of each game."""
SOUND = {"rate": 175, "volume": 1.0, "voice": "", "voices": ["Anna", "Bob"]}
MARKS = [{"at": [0.4, 0.5, 0.45, 0.4, 0.5, 0.5], "words": ["M yellow"], "tone": "illegal"}]
PLAY = Utterance("Ann leads a red. Bob must parry.", "play", brief="Ann leads a red.")
SYNTHESIS = """
window.spokenWords = [];
const voices = [["Anna", "de-DE"], ["Bob", "en-GB"], ["Cat", "en-US"]]
  .map(([name, lang]) => ({ name, lang }));
const fake = { getVoices: () => voices, addEventListener() {}, cancel() { window.spokenWords.push("CUT"); },
  speak(words) { window.spokenWords.push([words.text, words.lang, words.voice && words.voice.name]);
    window.finish = () => words.onend(); } };
Object.defineProperty(window, "speechSynthesis", { value: fake });
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; }
  set voice(value) { this.chosen = value; } get voice() { return this.chosen; } };
"""


def shown(state: Any, language: str = "en", said: tuple[Utterance, ...] = (), **more: Any) -> dict[str, Any]:
    """A state as the watch loop publishes it."""
    told = {
        "announcements": [each.text for each in reversed(said)],
        "said": [said_json(number, each) for number, each in reversed(list(enumerate(said, start=1)))],
        "muted": False,
        "language": language,
        "languages": dict(languages()),
        "commentary": "normal",
        "table": whole(state, NAMES, wording(language)),
    }
    return {**live_state(state, NAMES, wording(language), **more), **told}


def told(state: Any, **more: Any) -> dict[str, Any]:
    """A state of any game as the watch loop publishes it, with moves to correct and marks in the picture."""
    return {
        **shown(state, said=(PLAY,), **more),
        **telling_for(state).shown(state, NAMES, wording()),
        "moves": move_rows(
            [Listed(1, "near", "Sblue", "counts", True), Listed(2, "far", "Mred", "back", False)],
            lambda seat, text: f"{seat}: {text}",
        ),
        "typed": {"play": "Sblue", "set": "near.Sblue=Sred", "rule": ""},
        "sound": SOUND,
        "marks": MARKS,
    }
