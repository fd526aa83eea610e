"""Who is winning: in words, on the command line and on the review page, computed in the background."""

from __future__ import annotations

import json
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webdriver import WebDriver

from arbiter.cli.main import main
from arbiter.judge.standing import cost, standing
from arbiter.pages.review import ReviewServer
from arbiter.record.record import Record
from arbiter.review.judgements import Judgements
from arbiter.story.story import Story, read_story
from engine.game import Seat
from engine.initiative.solver import judge_initiative
from engine.initiative.state import State
from engine.record.records import write_record
from engine.review import JudgedMove
from engine.solver import Judgement
from tests.support.golden_games import GOLDENS
from tests.support.page_browser import complaints, driver, overflow_px, press, resize, shot, text_of, until
from tests.support.recorded_games import write_game

__all__ = ["driver"]
NAMES = {Seat.NEAR: "Alison", Seat.FAR: "Kristin"}
QUICK = 3_000
OPEN = "Too much is still open to be certain:"


class Held:
    """A solver that waits until it is released."""

    def __init__(self) -> None:
        self.free = threading.Event()

    def __call__(self, state: Any, nodes: int) -> Judgement:
        assert self.free.wait(60)
        return judge_initiative(state, nodes)


@pytest.fixture(scope="module")
def pummel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record of the pummeling round, lost by a parry near its end."""
    return write_game(tmp_path_factory.mktemp("game") / "pummel.game", "pummel")


@pytest.fixture
def story(pummel: Path) -> Iterator[Story]:
    with Record.open(pummel) as record:
        yield read_story(record)


@pytest.mark.parametrize(
    ("judgement", "words"),
    [
        (Judgement(24, 24, 24, (), 1), "With best play Alison wins 24 points."),
        (Judgement(-1, -1, -1, (), 1), "With best play Kristin wins 1 point."),
        (Judgement(0, 0, 0, (), 1), "With best play it is a draw."),
        (Judgement(8, 60, 9, (), 1), "Alison is winning, by at least 8 points."),
        (Judgement(-60, -8, -9, (), 1), "Kristin is winning, by at least 8 points."),
        (Judgement(0, 60, 9, (), 1), "Alison can at least draw."),
        (Judgement(-60, 0, -9, (), 1), "Kristin can at least draw."),
        (Judgement(-9, 9, -4, (), 1), f"{OPEN} it looks like Kristin, by about 4 points."),
        (Judgement(-9, 9, 0, (), 1), f"{OPEN} it looks even."),
    ],
)
def test_standing(judgement: Judgement, words: str) -> None:
    assert standing(judgement, NAMES) == words


def test_cost() -> None:
    won, drawn, lost = (Judgement(n, n, n, ("best",), 1) for n in (4, 0, -9))
    open_loss = Judgement(-9, -2, -9, (), 1)
    assert cost(JudgedMove(Seat.NEAR, "m", won, won), str, False) == ()
    thrown = cost(JudgedMove(Seat.NEAR, "m", won, open_loss), str, True)
    assert thrown[:3] == ("This threw the win away.", "This gave away at least 6 points.", "Better: best.")
    assert thrown[3:] == ("It was lost here.",)
    assert cost(JudgedMove(Seat.NEAR, "m", drawn, lost), str, False)[0] == "This threw the draw away."
    assert cost(JudgedMove(Seat.FAR, "m", lost, drawn), str, False)[1] == "This gave away 9 points."


def finished(judgements: Judgements, story: Story) -> dict[str, Any]:
    """The review once everything is judged."""
    waiting = threading.Event()
    for _ in range(6_000):
        told = judgements.to_json(story)
        if told["done"]:
            return dict(told["steps"])
        waiting.wait(0.02)
    raise AssertionError("not everything was judged")


def test_one_that_fails_is_told_and_the_rest_is_judged(story: Story) -> None:
    end = story.steps[-1].after

    def broken(state: State, nodes: int) -> Judgement:
        if state == end:
            raise RecursionError("too deep")
        return judge_initiative(state, nodes)

    judgements = Judgements(broken, QUICK)
    judgements.begin(story)
    steps = finished(judgements, story)
    judgements.close()
    failed = [step for step in steps.values() if "too deep" in step["say"][0]]
    assert len(steps) == 19 and len(failed) == 1 and not any(step["turning"] for step in steps.values())


def test_what_there_was_no_time_for_says_so(story: Story) -> None:
    steps = Judgements(nodes=QUICK).finished(story, budget_s=0.0)["steps"]
    assert len(steps) == 19
    assert {tuple(step["say"]) for step in steps.values()} == {
        ("Not solved: there was no time for this play.",)
    }


def test_page_thinks_while_it_is_used(pummel: Path, driver: WebDriver) -> None:
    solver = Held()
    with ReviewServer(pummel, judgements=Judgements(solver, QUICK)) as server:
        resize(driver, 1280, 900)
        driver.get(f"{server.url}#step-2")
        until(driver, lambda page: "Still thinking" in text_of(page, "#standing-say"))
        press(driver, Keys.END)
        assert text_of(driver, ".say") == "Round 1 over: Alison wins" and text_of(driver, "#standing") == ""
        assert not driver.find_elements("css selector", ".turning")
        solver.free.set()
        until(driver, lambda page: page.find_elements("css selector", ".turning"), 60)
        (marked,) = driver.find_elements("css selector", "button:has(.turning)")
        assert "The round was lost here" in marked.get_attribute("aria-label")
        marked.click()
        said = text_of(driver, "#standing-say").splitlines()
        assert said[0] == "With best play Alison wins 960 points." and said[1] == "This threw the draw away."
        assert said[3:] == ["Better: large yellow on medium green.", "It was lost here."]
        for width, dark in ((390, True), (1280, False)):
            resize(driver, width, 844, dark)
            assert overflow_px(driver) <= 0
            shot(driver, f"turning-{width}")
        clip = driver.find_element("css selector", "#clip")
        with urllib.request.urlopen(clip.get_attribute("href"), timeout=60) as saved:
            assert "pummel-clip.mp4" in saved.headers["Content-Disposition"] and saved.read()[4:8] == b"ftyp"
        press(driver, Keys.HOME)
        until(driver, lambda page: not clip.is_displayed())  # only for the losing play
        assert complaints(driver) == []


def test_judge_command_solves(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(write_record(GOLDENS["initiative_illegal"]), encoding="utf-8")
    main(["judge", str(path), "--solve"])
    shown = capsys.readouterr().out
    assert "This gave away 3 points. Better: Lred." in shown and shown.count("With best play Kristin") == 14
    main(["judge", str(path), "--solve", "--json", "--move", "4"])
    (solved,) = json.loads(capsys.readouterr().out)["solved"]
    assert (solved["game"], solved["solver"], solved["turning_point"]) == ("Initiative", True, None)
    value = {"low": -27, "high": -27, "estimate": -27}
    cost_of_it = {"given_away": 3, "threw_away": False, "better": "Lred"}
    assert solved["moves"] == [{"number": 4, **value, **cost_of_it}]


def test_judge_command_says_which_game_it_cannot_solve(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "game.txt"
    path.write_text('[Game "Sanctum"]\n[Setup "town1=red"]\nturn\n', encoding="utf-8")
    main(["judge", str(path), "--solve"])
    assert "Who is winning: Sanctum cannot be solved" in capsys.readouterr().out


def test_nickel_is_won_or_lost_without_points(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(write_record(GOLDENS["nickel_line"]), encoding="utf-8")
    main(["judge", str(path), "--solve", "--move", "9"])
    said = capsys.readouterr().out.split("Who is winning")[1]
    assert "wins" in said and "point" not in said


class Counted(tuple[Any, ...]):
    """Steps that count how often they are iterated."""

    walks = 0

    def __iter__(self) -> Iterator[Any]:
        type(self).walks += 1
        return super().__iter__()


def test_asking_again_does_not_go_through_the_game_again(story: Story) -> None:
    held = Held()
    again = Story(story.header, story.names, Counted(story.steps))
    judgements = Judgements(held, QUICK)
    judgements.begin(again)
    asked = [judgements.to_json(again) for _ in range(5)]
    held.free.set()
    judgements.close()
    assert Counted.walks == 1 and not any(each["done"] for each in asked)
    assert len(judgements.to_json(story)["steps"]) == len(asked[0]["steps"])
