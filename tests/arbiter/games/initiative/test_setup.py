"""Set-ups that are wrong or hard to read: what the arbiter says, asks and accepts."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace

import pytest

from arbiter.events.types import (
    MoveSeen,
    Question,
    SetupSeen,
)
from arbiter.games.initiative.session import GameSession
from engine.game import Seat
from engine.initiative.examples import KRISTIN, SETUP
from engine.initiative.model import Rules, Setup
from engine.pieces import Colour, Piece, Size
from tests.support.simulated.table_session import Table, kinds
from tests.support.simulated.table_sim import Noise, TableSim
from tests.support.words import texts
from vision.observation import TableObservation


def test_setup_with_a_piece_missing_and_one_too_many() -> None:
    table = Table(Rules.basic(), set_up=False)
    lost = table.sim.things[3]
    table.sim.things.remove(lost)
    (seen,) = table.feed(table.sim.still(6.0))
    assert isinstance(seen, SetupSeen)
    assert texts(seen.problems) == ("near has 9 pyramids instead of 10",)
    table.feed(table.sim.hand(0, -190))
    table.sim.things.append(lost)
    (seen,) = table.feed(table.sim.still(2.0))
    assert isinstance(seen, SetupSeen) and seen.problems == ()


@pytest.mark.parametrize(("gone", "told"), [(1, 2), (4, 0)])
def test_nine_pyramids_on_either_side_are_not_ten(gone: int, told: int) -> None:
    """One faint pyramid may be missing on each side; people who play with fewer leave out more."""
    table = Table(Rules.basic(), set_up=False)
    for seat in Seat:
        inventory = [thing for thing in table.sim.things if thing.name == f"{seat}-inventory"]
        for thing in inventory[:gone]:
            table.sim.things.remove(thing)
    problems = [event.problems for event in table.feed(table.sim.still(6.0)) if isinstance(event, SetupSeen)]
    assert texts(problems[0]) == tuple(f"{seat} has 9 pyramids instead of 10" for seat in Seat)[:told]


def test_what_may_be_single_is_no_pile_where_all_pyramids_are_there() -> None:
    """Seen steeply from above, a black pyramid shows no edges from which to count levels."""
    sim, session = TableSim(SETUP, 1), GameSession(Rules.basic())
    thing = sim.find(Seat.NEAR, SETUP.near[0])
    events = []
    for frame in sim.still(6.0):
        near = {id(u): abs(u.x_mm - thing.x) + abs(u.y_mm - thing.y) < 15 for u in frame.units}
        many = {1: 0.28, 2: 0.38, 3: 0.34}
        units = tuple(replace(u, p_levels=many) if near[id(u)] else u for u in frame.units)
        assert any(near.values())
        events += session.observe(replace(frame, units=units))
    assert [(kinds([event]), texts(event.problems)) for event in events if isinstance(event, SetupSeen)] == [
        (["setup"], ())
    ]


def test_setup_with_three_of_a_kind() -> None:
    tripled = Setup((*SETUP.near[:-1], Piece(Size.MEDIUM, Colour.RED)), KRISTIN, SETUP.stack, Size.SMALL)
    session = GameSession(Rules.basic())
    events = [e for frame in TableSim(tripled, 1).still(6.0) for e in session.observe(frame)]
    assert [e.problems for e in events if isinstance(e, SetupSeen)] == [
        ("there seem to be more than two medium red pyramids",)
    ]


def test_piece_misread_at_setup_is_asked_about_and_put_right() -> None:
    table = Table(Rules.basic(), set_up=False)
    table.sim.noise = Noise(bias_share=20.0)
    thing = table.sim.find(Seat.NEAR, Piece(Size.LARGE, Colour.RED))
    thing.lookalikes = ((Colour.BLUE, Size.LARGE),)
    table.feed(table.sim.still(3.0))
    (question,) = table.play("near: Lblue")[:1]  # the other large one, read correctly
    assert isinstance(question, MoveSeen) and question.text == "Lblue"
    table.feed(table.sim.take_back(Seat.NEAR))
    x, y = table.sim._next_place(Seat.NEAR)
    table.feed(table.sim.hand(x, y))
    thing.name, thing.x, thing.y, thing.lookalikes = "near-row", x, y, ((Colour.RED, Size.LARGE),)
    events = table.feed(table.sim.still(3.0))
    (asked,) = [event for event in events if isinstance(event, Question)]
    wanted = next(
        i for i, o in enumerate(asked.options) if o.startswith("near plays large red, which at set-up")
    )
    answer, corrected, move = table.session.answer(asked.id, wanted)
    assert answer.kind == "answer"
    assert isinstance(corrected, SetupSeen) and corrected.corrected
    assert isinstance(move, MoveSeen) and move.text == "Lred" and move.answered
    state = table.session.snapshot().state
    assert state is not None and Counter(state.setup.near) == Counter(SETUP.near)
    assert table.feed(table.sim.still(2.0)) == []
    with pytest.raises(ValueError, match="is not open any more"):
        table.session.answer(asked.id, 0)


def test_a_stack_whose_order_is_unclear_is_asked_about() -> None:
    """Two levels look alike: the likeliest orders are offered."""

    def blurred(frame: TableObservation) -> TableObservation:
        units = list(frame.units)
        for k, unit in enumerate(units):
            if len(unit.levels) == 5:
                both = {c: (0.49 if c in (Colour.GREEN, Colour.BLACK) else 0.02 / 9) for c in Colour}
                levels = tuple(
                    replace(v, p_colour=both) if i in (1, 2) else v for i, v in enumerate(unit.levels)
                )
                units[k] = replace(unit, levels=levels)
        return replace(frame, units=tuple(units))

    table = Table(Rules.basic(), set_up=False)
    asked = [e for e in table.feed(blurred(f) for f in table.sim.still(4.0)) if isinstance(e, Question)]
    assert len(asked) == 1 and "initiative stack" in asked[0].text
    right = asked[0].options.index("blue, green, black, yellow, red")
    seen = [e for e in table.session.answer(asked[0].id, right) if isinstance(e, SetupSeen)]
    assert len(seen) == 1 and list(seen[0].setup["stack"]) == [c.value for c in SETUP.stack]


def test_things_that_lie_about_do_not_hinder_the_setup() -> None:
    table = Table(Rules.basic(), set_up=False)
    table.sim._put("toy", (Piece(Size.SMALL, Colour.RED),), -100, -40)
    events = table.feed(table.sim.still(8.0))
    assert kinds(events) == ["setup"]  # all pyramids are elsewhere: nothing to ask
    (move,) = table.play("near: Sblue")
    assert isinstance(move, MoveSeen) and move.text == "Sblue"


@pytest.mark.parametrize("confidence", [0.65, 0.9])
def test_rows_off_the_middle_are_seen_though_most_of_one_is_doubtful(confidence: float) -> None:
    """The frame's origin lies in far's rank, and a false unit is read behind near's, which is hardly seen."""
    table = Table(Rules.basic(), set_up=False)
    for thing in table.sim.things:
        thing.y -= 190
    faint = [thing for thing in table.sim.things if thing.y < -300][:6]

    def seen(frame: TableObservation) -> TableObservation:
        units = tuple(
            replace(unit, confidence=confidence)
            if any(math.dist((unit.x_mm, unit.y_mm), (thing.x, thing.y)) < 12 for thing in faint)
            else unit
            for unit in frame.units
        )
        false = replace(units[0], x_mm=20.0, y_mm=-415.0, confidence=0.6)
        return replace(frame, units=(*units, false))

    for frame in table.sim.still(2.0):
        table.session.observe(seen(frame))
    seats = table.session.seats
    assert seats is not None and abs(seats.turn_rad) < 0.05
    assert (seats.x_mm, seats.y_mm) == pytest.approx((0, -190), abs=8)
