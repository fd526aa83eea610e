"""Pieces from which vision may learn colours: those the record is certain of, with no open question."""

from __future__ import annotations

from pathlib import Path

from arbiter.table.setup.certain import certain
from arbiter.watch.watch import run
from engine.initiative.examples import ROUNDS, SETUP
from engine.initiative.model import Rules
from tests.support.simulated.nickel_table import Table as NickelTable
from tests.support.simulated.nickel_table import opening
from tests.support.simulated.table_session import Table
from tests.support.watched_table import SimEyes, SimSource, options, parts, round_frames


def test_all_single_pieces_and_the_stack_are_certain_once_set_up() -> None:
    table = Table(Rules.advanced(), set_up=False)
    assert certain(table.session.snapshot()) == ()
    table.feed(table.sim.still(1.5))
    found = certain(table.session.snapshot())
    stack = found[-1]
    assert stack[2] == SETUP.stack and abs(stack[0] - 260) < 6 and abs(stack[1]) < 6
    assert len(found) == 21
    for x_mm, y_mm, (colour,) in found[:-1]:
        thing = min(table.sim.things, key=lambda t: abs(t.x - x_mm) + abs(t.y - y_mm))
        assert thing.pieces[0].colour is colour


def test_while_an_illegal_play_waits_nothing_is_certain() -> None:
    table = Table(Rules.basic())  # by the advanced rules it may be half of a move: called later
    table.play("near: Sblue")
    assert len(certain(table.session.snapshot())) == 21
    table.play("far: Mgreen")
    assert table.session.snapshot().waiting is not None
    assert certain(table.session.snapshot()) == ()


def test_a_watched_game_teaches_the_eyes(tmp_path: Path) -> None:
    source = SimSource(round_frames())
    eyes, lines = SimEyes(source), list[str]()
    world = parts(source, lines, eyes=lambda calibration, palette: eyes)
    assert run(options(source, ROUNDS["basic"], tmp_path / "new.game"), world) == 0
    times = [time_s for time_s, _ in eyes.learnt]
    assert times == sorted(times) and len(eyes.learnt) > len(ROUNDS["basic"].steps) / 2
    assert len(eyes.learnt[0][1]) == 21


def test_a_board_that_was_set_up_teaches_its_colours_till_the_first_move() -> None:
    table = NickelTable().ready()
    found = certain(table.session.snapshot())
    assert len(found) == 25
    for x_mm, y_mm, (colour,) in found:
        thing = min(table.sim.things, key=lambda t: abs(t.x - x_mm) + abs(t.y - y_mm))
        assert thing.pieces[0].colour is colour
    table = NickelTable(2)
    opening(table)
    assert certain(table.session.snapshot()) == ()
