"""A real headless Chromium for the tests of the pages."""

from __future__ import annotations

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
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.ui import WebDriverWait

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
)


@contextmanager
def chromium(profile: Path, *more: str) -> Iterator[WebDriver]:
    """A browser with a fresh profile and ``more`` switches, closed at the end."""
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


def until(driver: WebDriver, ready: Callable[[WebDriver], Any], seconds: float = 10) -> Any:
    """Wait for something true of the page; an assertion names what never came.

    A page that is drawn anew while ``ready`` looks at it counts as not ready yet.
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
    """What can be pressed on the page and is under 44 CSS pixels wide or high."""
    return list(driver.execute_script(SMALL))


def complaints(driver: WebDriver) -> list[str]:
    """What the browser's console complained about since the last look."""
    return [line["message"] for line in driver.get_log("browser") if line["level"] in {"SEVERE", "WARNING"}]


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebDriver]:
    """One browser for the tests of a module; skipped only where none is installed."""
    if CHROMIUM is None or DRIVER is None:
        pytest.skip(MISSING)
    with chromium(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


def text_of(driver: WebDriver, selector: str) -> str:
    """The visible words of the first element that fits; empty without one."""

    def words(page: WebDriver) -> tuple[str]:
        found = page.find_elements("css selector", selector)
        return (found[0].text if found else "",)  # a tuple: no words are an answer too

    return until(driver, words)[0]


def press(driver: WebDriver, *keys: str) -> None:
    """Press keys on the page as a whole, one after the other."""
    body = driver.find_element("css selector", "body")
    for key in keys:
        body.send_keys(key)


def overflow_px(driver: WebDriver) -> int:
    """By how much the page is wider than its window."""
    return int(
        driver.execute_script(
            "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
    )


def foreign_requests(driver: WebDriver) -> list[str]:
    """Everything that the page loaded from somewhere else."""
    script = """return performance.getEntriesByType('resource').map((entry) => entry.name)
        .filter((name) => !name.startsWith(location.origin) && !/^(data|blob):/.test(name))"""
    return list(driver.execute_script(script))
