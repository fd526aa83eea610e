"""A place is not asked about again while it looks as it did when people answered or ignored a question."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.events.types import Question, QuestionWithdrawn, SessionEvent
from arbiter.table.session import TableSession
from engine.logistics.notation import parse_move
from engine.logistics.state import State
from engine.pieces import Colour
from tests.support.simulated.logistics_sim import LogisticsSim
from tests.support.simulated.logistics_table import FULL, RULES, TABLE
from tests.support.simulated.table_sim import CLEAN
from tests.support.simulated.unanswered import Nickel, question, told
from vision.observation import UnitObservation


@pytest.mark.parametrize("colour", [Colour.RED, Colour.BLACK, Colour.GREEN])
def test_a_misfit_that_was_answered_is_not_asked_about_again(colour: Colour) -> None:
    table = Nickel()
    asked = question(table.play("a3", colour))
    events = [*table.session.answer(asked.id, 0), *table.feed(table.sim.still(6.0))]
    for _ in range(4):
        move = table.state.legal_moves()[0]
        events += table.play(move.square)
    assert not [event for event in events if isinstance(event, Question)], told(events)
    assert table.session.snapshot().state == table.state


def mixed(unit: UnitObservation, share: float) -> UnitObservation:
    """A unit whose first two levels look this much like each other."""
    one, two = unit.levels[:2]
    levels = (
        replace(
            here,
            p_colour={c: (1 - share) * p + share * there.p_colour[c] for c, p in here.p_colour.items()},
            p_size={s: (1 - share) * p + share * there.p_size[s] for s, p in here.p_size.items()},
        )
        for here, there in ((one, two), (two, one))
    )
    return replace(unit, levels=(*levels, *unit.levels[2:]))


def test_what_was_asked_and_passed_over_is_not_asked_about_again() -> None:
    """Two levels of a stack look swapped or right, depending on the light; no play could explain that."""
    sim, state = LogisticsSim(seed=3, noise=CLEAN, fps=5.0, layout=FULL), State.start(FULL, RULES)
    session = TableSession(TABLE)
    events: list[SessionEvent] = []

    def watch(seconds: float, share: float = 0.0) -> None:
        for frame in (*sim.hand(0.0, 0.0, 0.3), *sim.still(seconds)):
            units = (mixed(u, share) if len(u.levels) > 1 and u.y_mm * side > 0 else u for u in frame.units)
            events.extend(session.observe(replace(frame, units=tuple(units))))

    side = 0.0
    watch(3.0)
    for turn in ("near: Mblack", "far: Lgreen", "near: Lblue", "far: Lblue", "near: Sred"):
        state = state.apply(parse_move(turn, state)).state
        sim.lay(state.layout)
        watch(3.0)
    side = next(thing.y for thing in sim.things if thing.name == "near1")
    for _ in range(3):
        watch(3.0, 0.75)
        watch(3.0)
    kinds = [type(event) for event in events if isinstance(event, Question | QuestionWithdrawn)]
    assert kinds == [Question, QuestionWithdrawn]
    snapshot = session.snapshot()
    assert snapshot.question is None and snapshot.state == state
