"""The live page in a real browser: the game fits one window, layout is stable, everything is readable."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver.remote.webdriver import WebDriver

from arbiter.events.ledger import Ply, judge
from arbiter.events.types import Question
from arbiter.pages.live import LiveServer
from arbiter.pages.live_state import live_state
from arbiter.pages.position import LONGEST, headline
from engine.game import Seat
from engine.initiative.notation import parse_play
from engine.nickel.examples import GAMES as NICKEL
from tests.support.page_browser import (
    BELOW,
    LIES_BELOW,
    TABLES,
    complaints,
    driver,
    overflow_px,
    press,
    resize,
    shot,
    show,
    text_of,
    told,
    until,
)
from tests.support.recorded_games import still

__all__ = ["driver"]
STATIC = Path(__file__).parents[3] / "arbiter" / "pages" / "static"
STATE = TABLES["initiative"]
PLAY = parse_play("Myellow", STATE, check=False)
ILLEGAL = Ply(PLAY, judge(STATE, PLAY))
MARK = {"at": [0.4, 0.5, 0.45, 0.4, 0.5, 0.5], "words": ["M yellow"], "tone": "illegal"}
PLAIN = {"at": [0.6, 0.5, 0.65, 0.4, 0.7, 0.5], "words": ["L red"], "tone": ""}
SEEN = """
const above = (selector) => {
  const node = document.querySelector(selector);
  const floats = getComputedStyle(node).position === "fixed" && !node.hidden;
  return floats ? node.getBoundingClientRect().top : innerHeight;
};
const bar = Math.min(above(".controls"), above("#question"));
return arguments[0].filter((selector) => {
  const node = document.querySelector(selector);
  const { top, bottom, left, right, width, height } = node.getBoundingClientRect();
  return !(width && height && top >= 0 && left >= 0 && right <= innerWidth && bottom <= bar + 1);
});"""
NEEDED = ["#say", "#attack", "#scores", "#legal li", "#diagram"]
ASKED = Question(
    time_s=1,
    id=3,
    text="Was it north red, south blue or upright green that was handed over?",
    options=(
        *(f"Kristin takes {of} off and puts a token there" for of in ("a", "b", "c")),
        "None: keep waiting",
    ),
    probabilities=(0.6, 0.3, 0.05, 0.05),
)
ON_TOP = """const { x, y, width, height } = arguments[0].getBoundingClientRect();
return arguments[0].contains(document.elementFromPoint(x + width / 2, y + height / 2));"""
APART = """const told = document.querySelector('#told'), panel = document.querySelector(arguments[0]);
told.textContent = 'Marked in the record. '.repeat(9);
const right = told.getBoundingClientRect().right;
told.textContent = '';
return right <= panel.getBoundingClientRect().left;"""
"""Whether the transient message lies beside a panel."""
CUT = """const list = document.querySelector('#legal');
return Math.max(list.scrollHeight - list.clientHeight, list.scrollWidth - list.clientWidth);"""
"""By how many pixels the legal moves overflow what is visible."""
OF_SANCTUM = ["#say", "#facts div:last-child", "#diagram"]
"""Sanctum's parts: nobody scores there, and there are no moves to choose from."""


GLANCED = {**TABLES, "nickel-first": NICKEL["line"].states()[0]}
"""Includes the state with the most legal moves."""


def options_in_sight(driver: WebDriver) -> int:
    """The number of legal moves; asserts that all are in sight without scrolling."""
    n = len(driver.find_elements("css selector", "#legal li"))
    assert driver.execute_script(SEEN, [f"#legal li:nth-child({at + 1})" for at in range(n)]) == []
    assert driver.execute_script(CUT) <= 0
    return n


@pytest.fixture
def page() -> Iterator[LiveServer]:
    with LiveServer(0) as made:
        made.publish_frame(still(STATE, 1280, 720))
        yield made


def test_night_differs_from_day_in_colours_alone() -> None:
    """So a layout that fits by day fits by night, and the layout tests look at only one of them."""
    sheets = [path.read_text("utf-8") for path in STATIC.glob("*.css")]
    nights = [
        rule for sheet in sheets for rule in re.findall(r"color-scheme:\s*dark\)\s*{(.*?)}\s*}", sheet, re.S)
    ]
    assert len(nights) == sum(sheet.count("prefers-color-scheme") for sheet in sheets) == 2
    for night in nights:
        rule, _, declared = night.partition("{")
        assert rule.strip() == ":root"
        for each in filter(str.strip, declared.split(";")):
            assert re.fullmatch(r"\s*--[a-z-]+:\s*(#[0-9a-f]{3,6}|0 1px .* rgb\(.*\))", each), each


@pytest.mark.parametrize(("width", "height", "dark"), [(1440, 900, False), (390, 844, True)])
@pytest.mark.parametrize("game", GLANCED)
def test_the_game_is_in_sight_without_scrolling(
    page: LiveServer, driver: WebDriver, game: str, width: int, height: int, dark: bool
) -> None:
    resize(driver, width, height, dark)
    show(driver, page.url)
    page.publish(told(GLANCED[game]))
    needed = OF_SANCTUM if game == "sanctum" else NEEDED
    until(driver, lambda page: text_of(page, needed[0]))
    loaded = "return ['#diagram', '#camera'].every((s) => document.querySelector(s).naturalWidth)"
    until(driver, lambda page: page.execute_script(loaded))
    shot(driver, f"glance-{game}-{width}{'-dark' if dark else ''}")
    assert driver.execute_script(SEEN, needed) == []
    n = options_in_sight(driver)
    assert overflow_px(driver) <= 0
    if width > 860:
        assert driver.execute_script("return document.documentElement.scrollHeight <= innerHeight")
    asked = told(GLANCED[game], question=ASKED)
    asked["question"]["crops"] = ["/static/logo.svg"] * 9
    page.publish(asked)
    until(driver, lambda page: len(page.find_elements("css selector", "#question-crops img")) == 9)
    shot(driver, f"glance-asked-{game}-{width}{'-dark' if dark else ''}")
    by_a_button = width < 860 and n > 2
    needed = [one for one in needed if "facts" not in one or width > 860]
    needed = [one.replace(" li", "-all") if by_a_button else one for one in needed]
    assert driver.execute_script(SEEN, needed) == []
    assert text_of(driver, "#legal-all") == (f"Legal now: {n}" if by_a_button else "")
    height = driver.execute_script("return document.querySelector('#diagram').clientHeight")
    assert height > (300 if width > 860 and game != "sanctum" else 150)
    for answer in driver.find_elements("css selector", "#question button"):
        driver.execute_script("arguments[0].scrollIntoView({block: 'nearest'})", answer)
        assert driver.execute_script(ON_TOP, answer)
    driver.execute_script("scrollTo(0, 0)")
    if by_a_button:
        driver.find_element("css selector", "#legal-all").click()
        shot(driver, f"glance-asked-all-{game}-{width}")
    assert options_in_sight(driver) == n
    assert overflow_px(driver) <= 0
    assert complaints(driver) == []


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1024, 768)])
def test_on_a_low_screen_a_question_leaves_out_the_picture_only(
    page: LiveServer, driver: WebDriver, width: int, height: int
) -> None:
    resize(driver, width, height)
    show(driver, page.url)
    asked = told(TABLES["nickel"], question=ASKED)
    asked["question"]["crops"] = ["/static/logo.svg"] * 9
    page.publish(asked)
    until(driver, lambda page: len(page.find_elements("css selector", "#question-crops img")) == 9)
    assert driver.execute_script(SEEN, [*NEEDED, "#question-crops img:last-child"]) == []
    for answer in driver.find_elements("css selector", "#question button"):
        assert driver.execute_script(ON_TOP, answer)


LINES = """const node = document.querySelector("#say");
return node.getBoundingClientRect().height / parseFloat(getComputedStyle(node).lineHeight);"""


@pytest.mark.parametrize("width", [390, 1440])
def test_a_headline_has_two_lines_at_most(page: LiveServer, driver: WebDriver, width: int) -> None:
    resize(driver, width, 900)
    show(driver, page.url)
    names = {Seat.NEAR: "Wilhelmina-Alexandrina of the Long Name", Seat.FAR: "Bartholomew Featherstonehaugh"}
    page.publish({**told(STATE), **live_state(STATE, names)})
    until(driver, lambda page: "Featherstonehaugh" in text_of(page, "#title"))
    assert driver.execute_script(LINES) < 2.1


def test_a_long_headline_is_divided_where_a_clause_ends() -> None:
    assert headline("Alison leads") == ("Alison leads", "")
    long = "Near's stock: I do not see large black, large blue, large green, large red"
    assert headline(long) == ("Near's stock", "I do not see large black, large blue, large green, large red")
    endless = "x" * (LONGEST + 1)
    assert headline(endless) == (endless, "")


def test_only_what_changed_is_drawn_anew(page: LiveServer, driver: WebDriver) -> None:
    """Focus, selection and scroll position survive other messages."""
    resize(driver, 1440, 900)
    show(driver, page.url)
    page.publish({**told(STATE), "notices": ["One", "Two"]})
    until(driver, lambda page: text_of(page, "#legal") and text_of(page, "#notices"))
    driver.execute_script(
        "window.before = ['#legal li', '#scores .player', '#notices li', '#marks polygon', '#attack p']"
        ".map((s) => document.querySelector(s)); const range = document.createRange();"
        "range.selectNodeContents(document.querySelector('#say')); getSelection().addRange(range);"
        "document.querySelector('#legal').focus();"
    )
    page.publish({**told(STATE), "notices": ["One", "Three"], "announcements": ["Something else"]})
    until(driver, lambda page: "Three" in text_of(page, "#notices"))
    assert driver.execute_script("return window.before.every((node) => node.isConnected)")
    assert driver.execute_script("return getSelection().toString()") == text_of(driver, "#say")
    assert driver.execute_script("return document.activeElement.id") == "legal"
    assert "Two" not in text_of(driver, "#notices")


def test_an_illegal_piece_is_marked_in_picture_and_drawing(page: LiveServer, driver: WebDriver) -> None:
    resize(driver, 1440, 900)
    show(driver, page.url)
    legal, wrong = ({**told(STATE, **more), "marks": [PLAIN]} for more in ({}, {"illegal": ILLEGAL}))
    wrong["marks"].append(MARK)
    assert "class='illegal'" not in legal["svg"] and wrong["svg"].count("class='illegal'") == 1
    page.publish(wrong)
    until(driver, lambda page: "Alison: medium yellow" in text_of(page, "#illegal"))
    until(driver, lambda page: page.find_elements("css selector", "#marks polygon.line.illegal"))
    words = driver.execute_script("return document.querySelector('#marks .label.illegal').textContent")
    assert words == "✕ M yellow"
    shot(driver, "illegal-1440")
    page.publish(legal)
    until(driver, lambda page: not page.find_elements("css selector", "#marks .illegal"))
    assert not text_of(driver, "#illegal")


def test_panels_push_nothing_aside(page: LiveServer, driver: WebDriver) -> None:
    """Native popovers: the page behind does not move, Escape closes them, the focus returns."""
    resize(driver, 1440, 900)
    show(driver, page.url)
    page.publish(told(STATE))
    until(driver, lambda page: text_of(page, "#legal"))
    where = f"return {NEEDED}.map((s) => document.querySelector(s).getBoundingClientRect().toJSON())"
    before = driver.execute_script(where)
    for key, panel in (("v", "#settings-panel"), ("e", "#fix"), ("c", "#corners-panel")):
        press(driver, key)
        until(driver, lambda page, panel=panel: text_of(page, panel))
        assert driver.execute_script(where) == before
        assert panel == "#corners-panel" or driver.execute_script(APART, panel)
        if panel != "#corners-panel":
            driver.switch_to.active_element.send_keys("\ue00c")
            until(driver, lambda page, panel=panel: not text_of(page, panel))


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (390, 844), (360, 640)])
def test_what_is_told_for_a_moment_lies_below_an_open_panel(
    page: LiveServer, driver: WebDriver, width: int, height: int
) -> None:
    resize(driver, width, height)
    show(driver, page.url)
    page.publish(told(STATE))
    until(driver, lambda page: text_of(page, "#legal"))
    for key, panel in (("v", "#settings-panel"), ("h", "#help"), ("e", "#fix"), ("c", "#corners-panel")):
        press(driver, key)
        until(driver, lambda page, panel=panel: text_of(page, panel))
        assert driver.execute_script(BELOW, panel) == LIES_BELOW, panel
        if panel != "#corners-panel":
            driver.switch_to.active_element.send_keys("\ue00c")
            until(driver, lambda page, panel=panel: not text_of(page, panel))


def test_the_diagnostic_view_is_switched_on(page: LiveServer, driver: WebDriver) -> None:
    facts = {
        "units": 21,
        "hands": 1,
        "still": True,
        "placed": True,
        "per_s": 7.4,
        "light": 96,
        "fault": "dark",
        "edge_px": 11.2,
        "blurred": True,
        "error_px": 0.31,
        "size": [1280, 720],
    }
    resize(driver, 1440, 900)
    show(driver, page.url)
    page.publish(told(STATE))
    assert not page.open_for_reading
    press(driver, "x")
    until(driver, lambda _: page.open_for_reading)
    page.publish_diagnosis(still(None, 300, 170), facts)
    words = until(driver, lambda page: text_of(page, "#diagnosis"))
    for part in (
        "21 things, 1 hand",
        "7.4 a second",
        "too dark (96)",
        "blurred (edges of 11.2 px)",
        "0.31 px",
    ):
        assert part in words
    script = "return document.querySelector(arguments[0]).getBoundingClientRect().toJSON()"
    picture, shown = (driver.execute_script(script, each) for each in ("#camera", "#diagnosis"))
    assert picture["bottom"] <= shown["top"] and shown["bottom"] < 900  # it covers nothing
    for number in range(2):
        page.publish_frame(still(STATE, 1280, 720 + number))
    until(
        driver,
        lambda page: page.execute_script("return document.querySelector('#camera').naturalWidth") == 300,
    )
    assert (
        driver.execute_script("return getComputedStyle(document.querySelector('#marks')).display") == "none"
    )
    press(driver, "x")
    page.publish_frame(still(STATE, 1280, 720))
    until(
        driver,
        lambda page: page.execute_script("return document.querySelector('#camera').naturalWidth") == 1280,
    )


CONTRAST = """
const linear = (value) => (value /= 255) <= .03928 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4;
const parsed = (text) => { const [r, g, b, a=1] = text.match(/[\\d.]+/g).map(Number); return [r,g,b,a]; };
const over = (top, below) => [0, 1, 2].map((k) => top[k] * top[3] + below[k] * (1 - top[3]));
const light = ([r, g, b]) => .2126 * linear(r) + .7152 * linear(g) + .0722 * linear(b);
const ground = (node) => {
  const own = node ? parsed(getComputedStyle(node).backgroundColor) : [255, 255, 255, 1];
  return own[3] === 1 || !node ? own : over(own, ground(node.parentElement));
};
const node = arguments[0], behind = ground(node);
const a = light(over(parsed(getComputedStyle(node).color), behind)), b = light(behind);
return (Math.max(a, b) + .05) / (Math.min(a, b) + .05);"""


@pytest.mark.parametrize("dark", [False, True])
def test_buttons_can_be_read_hovered_and_pressed(page: LiveServer, driver: WebDriver, dark: bool) -> None:
    resize(driver, 1440, 900, dark)
    show(driver, page.url)
    ask = Question(time_s=1, id=3, text="Which green?", options=("The medium green", "The large green"))
    page.publish({**told(STATE, question=ask), "muted": True})
    until(driver, lambda page: text_of(page, "#question-text"))
    driver.execute_script(
        "document.body.style.setProperty('--dur', 0); const style = new CSSStyleSheet();"
        "style.replaceSync('* { transition: none !important }'); document.adoptedStyleSheets = [style];"
        "for (const id of ['setup', 'setup-play']) document.querySelector('#' + id).hidden = false;"
        "document.querySelector('#setup-play').classList.add('ready');"
        "document.querySelector('#speak-here').setAttribute('aria-pressed', 'true');"
        "document.querySelector('#settings-panel').showPopover();"
    )
    driver.execute_cdp_cmd("DOM.enable", {})
    driver.execute_cdp_cmd("CSS.enable", {})
    root = driver.execute_cdp_cmd("DOM.getDocument", {})["root"]["nodeId"]
    chosen = "button:not([disabled])"
    nodes = driver.execute_cdp_cmd("DOM.querySelectorAll", {"nodeId": root, "selector": chosen})["nodeIds"]
    buttons = driver.find_elements("css selector", chosen)
    assert len(nodes) == len(buttons) > 10
    poor = {}
    for node, button in zip(nodes, buttons, strict=True):
        for states in ([], ["hover"], ["hover", "active"], ["focus", "focus-visible"]):
            asked = {"nodeId": node, "forcedPseudoClasses": states}
            driver.execute_cdp_cmd("CSS.forcePseudoState", asked)
            ratio = driver.execute_script(CONTRAST, button)
            if ratio < 4.5:
                poor[button.get_attribute("id") or button.text, *states] = round(ratio, 2)
    assert not poor


@pytest.mark.parametrize(
    ("names", "language", "sides"),
    [
        (("Near", "Far"), "en", ["", ""]),
        (("Vorn", "Hinten"), "de", ["", ""]),
        (("Alison", "Far"), "en", ["near side", ""]),
    ],
)
def test_who_has_no_name_is_called_by_the_side_once(
    page: LiveServer, driver: WebDriver, names: tuple[str, str], language: str, sides: list[str]
) -> None:
    resize(driver, 1440, 900)
    show(driver, page.url)
    page.publish(
        {**told(STATE), "language": language, "names": dict(zip(("near", "far"), names, strict=True))}
    )
    until(driver, lambda page: text_of(page, "#score-box .name") == names[1])
    shot(driver, f"unnamed-{language}-{names[0]}")
    found = driver.find_elements("css selector", "#score-box .seat")
    assert [each.text for each in reversed(found)] == sides
