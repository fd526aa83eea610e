"""The table of films: what counts as right, asked, wrong or caught, and answers from the ground truth."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

from arbiter.events.types import MoveSeen, Question, SessionEvent
from arbiter.games.nickel.setup import NickelTable
from arbiter.table.reports import LOST
from arbiter.table.session import TableSession
from datasets.acting.films import IMPROVISED
from engine.game import Seat
from engine.message import Messages, just
from engine.nickel.model import SQUARES, Orientation, Pyramid, Rules
from engine.nickel.state import State
from engine.pieces import PALETTES, Colour
from scripts.film import setting
from scripts.films import BASELINE, SAMPLES, TABLE, known_as
from scripts.parts.baseline import settle
from scripts.parts.film_scores import HEADER, FilmScore, Step, scored, worse_than
from scripts.parts.truthful import Log, Reported, Truthful
from tests.support.simulated.nickel_sim import NickelSim, board
from vision.observation import TableObservation

ACTED: tuple[Step, ...] = (
    ("play", "near", "a1"),
    ("illegal", "far", "b2"),
    ("take_back", "far", "b2"),
    ("play", "far", "c5"),
)
READINGS = ("", "N3", "", "")


def told(*plies: str, asked: str = "", rule: str = "N3") -> list[Reported]:
    """Plies as ``kind seat text``; those with the text ``asked`` were asked about."""
    steps = [ply.split() for ply in plies]
    return [Reported(k, s, t, rule if k == "illegal" else "", t == asked) for k, s, t in steps]


EXACT = ("play near a1", "illegal far b2", "take_back far b2", "play far c5")


@pytest.mark.parametrize(
    ("heard", "right", "asked", "wrong", "missed", "caught", "alarms"),
    [
        (told(*EXACT), 4, 0, 0, 0, 1, 0),
        (told(*EXACT, asked="c5"), 3, 1, 0, 0, 1, 0),
        (told(*EXACT, rule="N8"), 4, 0, 0, 0, 0, 0),
        (told(*EXACT[:1], *EXACT[3:]), 2, 0, 0, 2, 0, 0),
        (told(*EXACT, "illegal near d4"), 4, 0, 1, 0, 1, 1),
        (told("illegal near a1", *EXACT[1:]), 3, 0, 1, 0, 1, 1),
        (told(*EXACT[:3], "play far c4"), 3, 0, 1, 0, 1, 0),
        (told(EXACT[0], "play far c4"), 1, 0, 1, 2, 0, 0),
        (told(EXACT[0], "play far c4", "play near d1", "play far e1", "play near e2"), 1, 0, 4, 0, 0, 0),
        ([], 0, 0, 0, 4, 0, 0),
    ],
    ids=[
        *("exact", "asked", "other rule", "missed", "extra", "false alarm", "other move"),
        *("one for three", "more than acted", "nothing"),
    ],
)
def test_plies_are_counted(
    heard: list[Reported], right: int, asked: int, wrong: int, missed: int, caught: int, alarms: int
) -> None:
    one = scored(ACTED, READINGS, heard)
    assert (one.plies, one.right, one.asked, one.wrong, one.missed) == (4, right, asked, wrong, missed)
    assert (one.illegal, one.caught, one.alarms) == (1, caught, alarms)
    assert one.perfect == (wrong == missed == alarms == 0 and caught == 1)


def test_rows_add_up_under_their_header() -> None:
    one, two = (
        FilmScore(4, 3, 1, 0, 0, 1, 1, 0, 2, 1, (1.0, 3.0)),
        FilmScore(6, 4, 0, 1, 1, 0, 0, 1, 0, 0, (2.0,)),
    )
    total = one + two
    assert (total.plies, total.right, total.asked, total.wrong, total.missed) == (10, 7, 1, 1, 1)
    assert (total.illegal, total.caught, total.alarms, total.questions, total.notices) == (1, 1, 1, 2, 1)
    assert one.perfect and not total.perfect
    names, figures = HEADER.split(), total.row("total").split()
    assert len(names) == len(figures) and dict(zip(names, figures, strict=True))["seconds"] == "2.00"
    assert FilmScore().row("none").split()[-1] == "-"


def test_a_baseline_is_written_then_compared_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, good, about = tmp_path / "videos.json", FilmScore(4, 4, 0, 0, 0, 1, 1), {"plies": 4}

    def settled(score: FilmScore, part: str = "a", write: bool = False, plies: int = 4) -> tuple[int, str]:
        code = settle(path, score.figures(), worse_than, write, {**about, "plies": plies}, part)
        return code, capsys.readouterr().out.strip()

    assert settled(good) == (0, "there is no baseline for just this: not compared")
    assert settled(good, write=True) == (0, "") and settled(good, "b", write=True) == (0, "")
    assert set(json.loads(path.read_text("utf-8"))) == {"a", "b"}
    assert settled(good) == (0, "no worse than the baseline")
    assert settled(good, plies=5)[1].endswith("not compared")
    code, lines = settled(FilmScore(5, 2, 1, 1, 1, 1, 0, 1))
    assert code == 1
    worse = ["right: 2, was 4", "caught: 0, was 1", "wrong: 1, was 0", "missed: 1, was 0", "alarms: 1, was 0"]
    assert [line.strip() for line in lines.splitlines()[1:]] == worse


def test_the_baseline_is_of_films_of_the_table_and_nothing_in_it_is_wrong() -> None:
    kept = json.loads(BASELINE.read_text("utf-8"))
    samples = map(known_as, SAMPLES.glob("*.mp4"))
    known = {*TABLE, *IMPROVISED, *samples}
    assert kept and {name.rpartition("-1001")[0] or name for name in kept} <= known
    for row in kept.values():
        assert (
            row["right"] + row["asked"] == row["plies"]
            and row["wrong"] == row["missed"] == row["alarms"] == 0
        )
    for name in TABLE:
        setting(name)


def test_a_log_folds_what_records_hold() -> None:
    log, base = Log(), {"seat": "near", "ply": 1}
    log.take("move", {**base, "text": "Mred", "legal": True, "reading": None, "time_s": 1.0})
    log.take("amended", {**base, "text": "Mred+1", "before": "Mred", "time_s": 2.0})
    log.take("answer", {"time_s": 3.0})
    log.take("take_back", {**base, "text": "Mred+1", "time_s": 3.0})
    assert [each.step for each in log.plies] == [("play", "near", "Mred+1"), ("take_back", "near", "Mred+1")]
    assert [each.asked for each in log.plies] == [False, True]


def overhead() -> dict[str, list]:
    """The simulated table's camera."""
    matrix = [[1600.0, 0, 640.0], [0, 1600.0, 360.0], [0, 0, 1.0]]
    return {"K": matrix, "rotation": np.diag([1.0, -1.0, -1.0]).tolist(), "translation": [0, 0, 1000.0]}


def test_a_misread_pyramid_is_told_from_the_truth_and_does_not_spoil_the_game() -> None:
    """A pyramid that points north looks to the arbiter as if it pointed east, from beginning to end."""
    sim = NickelSim(board(4), 4)
    misread = SQUARES[sim.setup.board.index(Pyramid(Colour.RED, Orientation.NORTH))]
    sim.things.remove(sim.thing(misread))
    sim.lay(misread, Pyramid(Colour.RED, Orientation.EAST))
    pieces = [
        {"x_mm": sim.at(name)[0], "y_mm": sim.at(name)[1], "word": str(cell)}
        for name, cell in zip(SQUARES, sim.setup.board, strict=True)
    ]
    state = State.start(sim.setup, Rules(), Seat.NEAR)
    moves = []
    for _ in range(4):
        move = next(each for each in state.legal_moves() if each.square != misread)
        moves.append(move)
        state = state.apply(move).state
    steps = [{"kind": "play", "seat": move.seat.value, "text": move.square} for move in moves]
    truth = {"steps": steps, "pieces": pieces, "camera": overhead()}
    session = Truthful(TableSession(NickelTable(Rules(), PALETTES["rainbow"])), truth)

    def feed(frames: Iterable[TableObservation]) -> list[SessionEvent]:
        return [event for frame in frames for event in session.observe(frame)]

    events = feed(sim.still(9.0))
    assert session.asked == sum(isinstance(event, Question) for event in events) >= 1
    assert session.snapshot().state.setup == sim.setup
    for move in moves:
        seen = [event for event in feed(sim.place(move.seat, move.square)) if isinstance(event, MoveSeen)]
        assert [(each.seat, each.text, each.legal) for each in seen] == [(move.seat.value, move.square, True)]
    assert [each.step for each in session.log.plies] == [(s["kind"], s["seat"], s["text"]) for s in steps]


def test_stones_that_look_like_pyramids_are_asked_about_at_most_once_a_player() -> None:
    looks = {Seat.NEAR: Colour.YELLOW, Seat.FAR: Colour.BLUE}
    sim = NickelSim(board(6), 6, tokens=looks)
    state, steps = State.start(sim.setup, Rules(), Seat.NEAR), []
    same, moves = {Pyramid(colour, Orientation.UP) for colour in looks.values()}, []
    for number in range(7):
        usable = [each for each in state.legal_moves() if state.at(each.square) not in same]
        move = usable[number * 3 % len(usable)]
        moves.append(move)
        steps.append({"kind": "play", "seat": move.seat.value, "text": move.square})
        state = state.apply(move).state
    truth = {"steps": steps, "camera": overhead()}
    session = Truthful(TableSession(NickelTable(Rules(), PALETTES["rainbow"])), truth)
    for frame in sim.still(2.0):
        session.observe(frame)
    for move in moves:
        for frame in sim.place(move.seat, move.square, 4.0):
            session.observe(frame)
    assert [each.step for each in session.log.plies] == [(s["kind"], s["seat"], s["text"]) for s in steps]
    assert not any(each.asked for each in session.log.plies[2:])


def test_a_virtual_play_is_no_ply_of_a_film() -> None:
    log = Log()
    common = {"time_s": 1.0, "legal": True, "seat": "near"}
    log.take("move", {**common, "text": "Lblue", "ply": 1, "play": {"virtual": False}})
    log.take("move", {**common, "text": "(Lblue)", "ply": 2, "play": {"virtual": True}})
    assert [told.text for told in log.plies] == ["Lblue"]


class Asking:
    """A session in its set-up that asks what it is told to."""

    def __init__(self, phase: str) -> None:
        self.phase = phase


def test_words_are_found_among_the_options_of_a_question() -> None:
    """The colour of a level of the stack, and who goes on from a table that nobody could explain."""
    word = "red, green, blue, black, yellow"
    steps = [{"seat": "far", "hand_in_s": 9.0, "hand_out_s": 9.5}]
    truth = {"camera": overhead(), "pieces": [{"x_mm": 0, "y_mm": 0, "word": word}], "steps": steps}
    answering, boxes = Truthful(None, truth), ((630.0, 350.0, 650.0, 370.0),)  # type: ignore[arg-type]
    initiative = Messages("arbiter.games.initiative")
    ordinal, left = initiative("which_level", ordinal="second"), tuple(map(just, (Colour.BLUE, Colour.GREEN)))
    asked = Question(id=1, text=ordinal, options=left, boxes=boxes, time_s=1.0)
    assert answering._option(asked, Asking("setup")) == 1  # type: ignore[arg-type]
    ways = tuple(Messages("arbiter")("tt_go_on", who=seat) for seat in Seat)
    lost = Question(id=2, text=LOST, options=ways, time_s=5.0)
    assert answering._option(lost, Asking("play")) == list(Seat).index(Seat.FAR)  # type: ignore[arg-type]
