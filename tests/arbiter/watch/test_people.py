"""People at the table: answers, disputes, muting and typed plays, from the terminal and the page."""

from __future__ import annotations

import json
import queue
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace
from itertools import islice, takewhile
from pathlib import Path
from typing import Any

import pytest

from arbiter.events.orders import (
    Accept,
    Back,
    Busy,
    Choose,
    Correct,
    Dispute,
    Enter,
    Mute,
    Order,
    Orders,
    Quit,
    Stop,
    parse_line,
)
from arbiter.pages.live import LiveServer
from arbiter.record.record import Record
from arbiter.watch.loop import LINGERING
from arbiter.watch.verify import verify
from arbiter.watch.watch import run
from engine.game import Seat
from engine.initiative.examples import ROUNDS
from engine.pieces import Colour
from tests.support.watched_rounds import entries, standing
from tests.support.watched_table import SimSource, options, parts, round_frames
from vision.observation import LevelReading, TableObservation, UnitObservation


class Typist:
    """Types lines just before frames: ``plan`` maps a frame's number to a line."""

    def __init__(self, plan: dict[int, str]) -> None:
        self.plan, self._lines = plan, queue.Queue[str | None]()
        self._taken = threading.Semaphore(0)

    def before(self, number: int) -> None:
        if number in self.plan:
            self.type(self.plan[number])

    def type(self, line: str) -> None:
        """Type a line and wait until it has been read."""
        self._lines.put(line)
        assert self._taken.acquire(timeout=10)

    def keys(self) -> Iterator[str]:
        while (line := self._lines.get()) is not None:
            yield line
            self._taken.release()


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("1\n", Choose(None, 0)),
        (" 3 ", Choose(None, 2)),
        ("d", Dispute()),
        ("M\n", Mute(None)),
        ("b", Back()),
        ("p", Accept()),
        ("q", Quit()),
        ("Mblue", Enter("Mblue")),
        ("", None),
        ("?", None),
    ],
)
def test_parse_line(line: str, order: Order | None) -> None:
    assert parse_line(line) == order


def test_orders_report_back() -> None:
    orders, done = Orders(), []

    def do(order: Order) -> None:
        if isinstance(order, Dispute):
            raise ValueError("no")
        if isinstance(order, Quit):
            raise Stop
        done.append(order)

    with ThreadPoolExecutor() as pool:
        asked = [pool.submit(orders.ask, order) for order in (Back(), Dispute())]
        while not all(one.done() for one in asked):
            orders.carry_out(do, 0.05)
    assert asked[0].exception() is None and done == [Back()]
    assert str(asked[1].exception()) == "no"
    stopped = orders.post(Quit())
    with pytest.raises(Stop):
        orders.carry_out(do)
    assert stopped.done()


# ----- a set-up


def test_set_up_is_put_right_and_accepted_in_the_terminal_and_again_when_verified(tmp_path: Path) -> None:
    """Near's small blue looks equally like green: it is named, accepted, and the round is played."""
    path = tmp_path / "a.game"
    plan = {10: "near.1=Xblue", 11: "Lred", 12: "near.1=Sblue", 14: "p"}
    lines = run_with_typist(path, doubtful(round_frames("basic")), plan)
    assert any("is not a pyramid" in line for line in lines)
    assert any("at set-up: write like" in line for line in lines)
    with Record.open(path, readonly=True) as record:
        said = [entry.data["what"] for entry in record.entries("set_by_hand")]
        (ready,) = [entry.data for entry in record.entries("setup") if not entry.data["problems"]]
        moves = list(record.entries("move"))
        source = SimSource(doubtful(round_frames("basic")))
        found = verify(record, source, parts(source, []))
    assert said == ["Sblue", "as shown"] and ready["accepted"] and len(moves) > 10
    assert found.same and found.missed == () and len(found.people) == 1


# ----- a question


def doubtful(observations: Iterator[TableObservation]) -> Iterator[TableObservation]:
    """A table on which near's small blue looks equally like green throughout."""
    for seen in observations:
        yield replace(seen, units=tuple(blurred(unit) for unit in seen.units))


def blurred(unit: UnitObservation) -> UnitObservation:
    near_row = unit.y_mm < -100 and unit.levels[0].size.word == "small"
    if not near_row or unit.levels[0].colour is not Colour.BLUE:
        return unit
    rest = 0.02 / (len(unit.levels[0].p_colour) - 2)
    both = {Colour.BLUE: 0.5, Colour.GREEN: 0.48}
    shares = {colour: both.get(colour, rest) for colour in unit.levels[0].p_colour}
    return replace(unit, levels=(LevelReading(shares, unit.levels[0].p_size),))


def run_with_typist(path: Path, frames: Iterator[TableObservation], plan: dict[int, str]) -> list[str]:
    typist, lines = Typist(plan), []
    source = SimSource(frames, before=typist.before)
    world = parts(source, lines, keys=typist.keys)
    assert run(options(source, ROUNDS["basic"], path), world) == 0
    return lines


def test_question_answered_in_the_terminal(tmp_path: Path) -> None:
    path, asked = tmp_path / "a.game", threading.Event()
    lines: list[str] = []
    typist = Typist({})

    def tell(line: str) -> None:
        lines.append(line)
        if "?" in line and "One:" in line:
            asked.set()

    def answer(number: int) -> None:
        if asked.is_set():
            asked.clear()
            question = next(e for e in entries(path) if e.kind == "question")
            blue = next(i for i, option in enumerate(question.data["options"]) if "blue" in option)
            typist.type(str(blue + 1))

    frames = list(doubtful(takewhile(lambda seen: seen.time_s < 10, round_frames())))
    source = SimSource(stretched(frames, 10, 4.0), before=answer)
    assert run(options(source, ROUNDS["basic"], path), parts(source, lines, tell=tell, keys=typist.keys)) == 0
    found = entries(path)
    kinds = [entry.kind for entry in found if entry.kind != "said"]
    assert kinds.count("question") == kinds.count("answer") == 1
    assert kinds.index("answer") == kinds.index("question") + 1
    assert standing(found)[:2] == ["Sblue", "Mblue"]
    question = next(entry for entry in found if entry.kind == "question")
    assert question.frames == ("now",)


def stretched(frames: list[TableObservation], at: int, seconds: float) -> list[TableObservation]:
    """The frames, with frame ``at`` held for some more seconds."""
    step, hold = 0.125, round(seconds / 0.125)
    held = [frames[at]] * hold
    whole = [*frames[:at], *held, *frames[at:]]
    return [replace(seen, time_s=step * n, frame_index=n) for n, seen in enumerate(whole)]


# ----- keys


def test_keys(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    frames = takewhile(lambda seen: seen.time_s < 9.3, round_frames())
    lines = run_with_typist(path, frames, {30: "d", 36: "m", 66: "1", 68: "nonsense", 72: "q"})
    found = entries(path)
    dispute = next(entry for entry in found if entry.kind == "dispute")
    assert dispute.frames == tuple(sorted(dispute.frames)) and "now" in dispute.frames
    assert len(dispute.frames) >= 7
    assert "muted" in lines and "no question is open" in lines
    assert any("nonsense" in line for line in lines)
    assert found[-1].data["how"] == "ended" and found[-1].time_s < 9.1
    assert lines[-1].startswith("go on with it:")


def test_a_play_taken_back_by_word(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    frames = takewhile(lambda seen: seen.time_s < 5, round_frames())
    run_with_typist(path, frames, {38: "b"})
    kinds = [entry.kind for entry in entries(path)]
    assert "take_back" in kinds


# ----- the page


def fetch(url: str, data: dict[str, Any] | None = None) -> bytes:
    body = None if data is None else json.dumps(data).encode()
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return bytes(answer.read())


def newest_state(url: str) -> dict[str, Any]:
    with urllib.request.urlopen(url + "events", timeout=10) as answer:
        line = next(line for line in answer if line.startswith(b"data: "))
    return dict(json.loads(line[6:]))


def on_page(path: Path, visits: dict[int, Callable[[str], object]]) -> tuple[dict[int, Any], list[str]]:
    """Run the basic round's start with a page and visit it before some frames; returns their results."""
    lines: list[str] = []
    pool, running = ThreadPoolExecutor(), {}

    def visit(number: int) -> None:
        url = next((line.split(": ")[1] for line in lines if line.startswith("live page")), "")
        if number in visits:
            running[number] = pool.submit(visits[number], url)
        if number - 1 in running:
            threading.Event().wait(0.3)  # POST requests take effect between frames

    source = SimSource(takewhile(lambda seen: seen.time_s < 9, round_frames()), live=True, before=visit)
    with pool:
        run(options(source, ROUNDS["basic"], path, headless=False), parts(source, lines))
    return {number: visit.result() for number, visit in running.items()}, lines


def test_page(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    seen, _ = on_page(
        path,
        {
            40: newest_state,
            45: lambda url: fetch(url + "frame.jpg"),
            50: lambda url: fetch(url + "dispute", {}),
            55: lambda url: fetch(url + "mute", {"muted": True}),
            65: newest_state,
        },
    )
    assert seen[40]["announcements"][0].startswith("Alison leads a small blue.")
    assert seen[40]["say"] == "Kristin must parry" and not seen[40]["muted"]
    assert seen[45].startswith(b"\xff\xd8")
    assert seen[65]["muted"] and seen[65]["turn"] > seen[40]["turn"]
    dispute = next(entry for entry in entries(path) if entry.kind == "dispute")
    assert "now" in dispute.frames


def test_corners_from_the_page_place_the_running_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    corners = [[0.40, 0.62], [0.58, 0.62], [0.56, 0.44], [0.42, 0.44]]

    def show(size: list[float]) -> Callable[[str], str]:
        def ask(url: str) -> str:
            try:
                return fetch(url + "place", {"corners": corners, "size": size}).decode()
            except urllib.error.HTTPError as error:
                return error.read().decode()

        return ask

    path = tmp_path / "a.game"
    seen, lines = on_page(path, {40: show([5, 5]), 50: show([297, 210]), 60: show([])})
    assert "20 to 3000" in seen[40] and '"ok": true' in seen[50] and "send four corners" in seen[60]
    (told,) = [line for line in lines if line.startswith("table placed by corners shown by hand")]
    (stored,) = (tmp_path / "data").rglob("*.json")
    assert str(stored) in told
    with Record.open(path, readonly=True) as record:
        kept = record.header["calibration"]
    assert kept["near_by"] == "camera" and kept["K"] == json.loads(stored.read_text())["K"]


def test_a_stale_answer_from_the_page_is_refused(tmp_path: Path) -> None:
    def answer(url: str) -> str:
        try:
            fetch(url + "answer", {"id": 7, "option": 0})
        except urllib.error.HTTPError as error:
            return error.read().decode()
        return "taken"

    seen, _ = on_page(tmp_path / "a.game", {40: answer})
    assert seen[40] == "no question is open"


def test_the_page_is_not_needed_to_end(tmp_path: Path) -> None:
    """The server's port is free again after the game."""
    _, lines = on_page(tmp_path / "a.game", {})
    port = int(next(line for line in lines if line.startswith("live page")).rstrip("/").rsplit(":", 1)[1])
    LiveServer(port).close()
    with Record.open(tmp_path / "a.game", readonly=True) as record:
        assert record.header["players"][Seat.FAR] == "Kristin"


@pytest.mark.parametrize("whole", [True, False])
def test_the_page_stays_until_somebody_ends_it(tmp_path: Path, whole: bool) -> None:
    """For a game watched to its end, and for a film that ends before its game."""
    lines: list[str] = []
    typist = Typist({})
    done = threading.Event()

    def tell(line: str) -> None:
        lines.append(line)
        if line == LINGERING:
            done.set()

    def end() -> dict[str, Any]:
        assert done.wait(300)
        url = next(line.split(": ")[1] for line in lines if line.startswith("live page"))
        state = newest_state(url)
        typist.type("q")
        return state

    source = SimSource(round_frames() if whole else islice(round_frames(), 60), live=whole)
    world = parts(source, lines, tell=tell, keys=typist.keys)
    with ThreadPoolExecutor() as pool:
        ending = pool.submit(end)
        assert run(options(source, ROUNDS["basic"], tmp_path / "a.game", headless=False), world) == 0
    state = ending.result()
    assert state["finished"] and state["film_over"] is not whole
    assert (state["over"] or "").startswith("Kristin wins 24" if whole else "")
    assert entries(tmp_path / "a.game")[-1].data["how"] == ("finished" if whole else "film")


def test_an_order_that_nobody_comes_to_is_told_and_dropped_and_one_in_hand_is_waited_for() -> None:
    orders, done = Orders(), list[Order]()
    with pytest.raises(Busy, match="try again"):
        orders.ask(Correct("undo"), 0.01)
    orders.carry_out(done.append)
    assert done == []  # pressing twice undoes only once

    begun, go_on = threading.Event(), threading.Event()

    def slowly(order: Order) -> None:
        begun.set()
        assert go_on.wait(10)
        done.append(order)

    class Taken(Orders):
        def post(self, order: Order) -> Future[None]:
            left = super().post(order)
            pool.submit(self.carry_out, slowly)
            assert begun.wait(10)
            return left

    with ThreadPoolExecutor() as pool:
        asked = pool.submit(Taken().ask, Back(), 0.01)
        assert begun.wait(10) and not wait([asked], 0.1).done
        go_on.set()
    assert asked.exception() is None and done == [Back()]


def test_orders_after_the_end_are_refused() -> None:
    orders = Orders()
    waiting = orders.post(Dispute())
    orders.close()
    assert str(waiting.exception()) == "the arbiter has stopped watching"
    with pytest.raises(ValueError, match="stopped watching"):
        orders.ask(Dispute())
