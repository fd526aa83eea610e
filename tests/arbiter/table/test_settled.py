"""What people have said of a place is not asked about again while it looks as it did."""

from __future__ import annotations

import pytest

from arbiter.events.types import Question
from engine.pieces import Colour
from tests.support.simulated.unanswered import Nickel, question, told


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
