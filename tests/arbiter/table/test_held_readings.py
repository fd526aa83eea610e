"""What is held of an earlier look, weighed with what is seen later."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from arbiter.events.ledger import judge
from arbiter.table.explanations import played, read_change
from arbiter.table.held import _contrary, with_held
from arbiter.table.held_readings import Held
from arbiter.table.model import Seen
from arbiter.table.readings import Reading, Readings
from engine.game import Seat
from engine.logistics.model import Arrange, Sow
from engine.logistics.notation import parse_move
from engine.notation import parse_pieces
from tests.support.simulated.logistics_play import Play


def test_an_illegal_move_may_have_lain_there_when_a_glimpse_was_read_as_a_legal_one() -> None:
    """A hand over far's first card hid that nothing is left on it: its pyramid was taken to be exchanged."""
    table = Play()
    for text in ("near: Lblack,Mblue", "far: Lgreen,Mred"):
        table.play(text)
    believed = table.session._play._believed
    laid = table.state.layout
    side = laid.side(Seat.FAR)
    sown = laid.with_side(Seat.FAR, side.with_card(1, ()).with_card(2, parse_pieces("Mred,Lgreen")))
    table.sim.lay(sown)
    window = table.sim.rested()
    seen = believed.table(window)
    out_of_turn, exchanged = Sow(Seat.FAR, 1), Arrange(Seat.NEAR, sown)
    readings = []
    for move, probability in ((out_of_turn, 0.0), (exchanged, 0.999)):
        made = played(believed.ledger, (move,))
        assert made is not None
        readings.append(Reading(made[0], 0.0, ((move, made[1][0]),), probability=probability))
    illegal, legal = readings
    assert illegal.grave and {"far1", "far2"} <= seen.changed
    hidden = replace(seen, hidden=frozenset({"far1"}), changed=seen.changed - {"far1"})
    undone = replace(seen, changed=seen.changed - {"far1"})
    logs = [_contrary(illegal, Held((legal,), scene, 0.0, 0.0), believed) for scene in (hidden, undone)]
    assert logs == [pytest.approx(0.0), pytest.approx(math.log(0.001))]
    assert _contrary(illegal, Held((legal,), hidden, 0.0, 0.3), believed) == pytest.approx(math.log(0.001))


def test_in_which_order_hands_came_is_not_counted_again_at_the_next_look() -> None:
    """What both orders say of the table counts, and of the order only what earlier looks have shown."""
    table = Play()
    table.play("near: Lblack,Mblue")
    ledger = table.session._play._believed.ledger
    one, other = Sow(Seat.FAR, 0, parse_pieces("Lgreen")), Sow(Seat.NEAR, 1)
    verdict = judge(table.state, one)
    assert verdict is not None

    def told(alone: float | None) -> list[float]:
        orders = ((one, other), (other, one))
        readings = tuple(
            Reading(ledger, 0.0, tuple((move, verdict) for move in moves), probability=share, alone=alone)
            for moves, share in zip(orders, (0.8, 0.1), strict=True)
        )
        return [Held(readings, Seen({}), 0.0, 0.2).log_told(each) for each in readings]

    assert told(None) == [pytest.approx(math.log(0.9))] * 2
    assert told(0.45) == [pytest.approx(math.log(0.9)), pytest.approx(math.log(0.9 / 8))]


def test_what_was_held_before_a_rest_is_weighed_at_each_look_at_that_rest() -> None:
    """Near's sow was seen before far's; the rest after both is read twice, and held in between."""
    table = Play()
    play = table.session._play
    believed = play._believed
    first = table.state.apply(parse_move("near: Lblack", table.state)).state
    table.sim.lay(first.layout)
    then = believed.table(table.sim.rested())
    early = replace(read_change(believed.ledger, believed.model, then, False).best, probability=1.0)
    table.sim.lay(first.apply(parse_move("far: Lgreen", first)).state.layout)
    window = table.sim.rested()
    seen = believed.table(window)
    play._held, play._left = Held((early,), then, window.first_s - 1.0, 0.2), math.inf
    for _ in range(2):
        direct = read_change(believed.ledger, believed.model, seen, False)
        readings = play._with_earlier(direct, seen, window)
        assert readings is not None and readings.best.before is early
        play._held = Held((direct.best,), seen, window.first_s, 0.2, earlier=play._held.before(window))


@pytest.mark.parametrize(("span_s", "counts"), [(0.0, False), (0.5, True)])
def test_what_a_glimpse_showed_does_not_count_again_where_the_next_rest_shows_the_same(
    span_s: float, counts: bool
) -> None:
    """Near's large black was taken for a medium one; far has sown since."""
    table = Play()
    believed = table.session._play._believed
    first = table.state.apply(parse_move("near: Lblack", table.state)).state
    table.sim.lay(first.layout)
    glimpse = table.sim.rested()
    then = believed.table(glimpse)
    move = parse_move("near: Mblack", table.state)
    made = played(believed.ledger, (move,))
    assert made is not None
    wrong = Reading(made[0], 0.0, ((move, made[1][0]),), probability=0.99)
    table.sim.lay(first.apply(parse_move("far: Lgreen", first)).state.layout)
    window = table.sim.rested()
    seen = believed.table(window)
    readings = read_change(believed.ledger, believed.model, seen, False)
    held = Held((wrong,), then, glimpse.first_s - 1.0, span_s)
    found = with_held(held, believed, window, seen, readings)
    score = next(each.score for each in found.ranked if each.made == readings.best.made)
    assert (score < readings.best.score - 1.0) is counts


def test_a_rest_that_leaves_open_what_an_earlier_look_told_is_held_as_a_whole() -> None:
    """What was sown, a medium or a large black, is as likely either way."""
    table = Play()
    play = table.session._play
    believed = play._believed
    table.sim.lay(table.state.apply(parse_move("near: Lblack", table.state)).state.layout)
    window = table.sim.rested()
    seen = believed.table(window)
    best = replace(read_change(believed.ledger, believed.model, seen, False).best, probability=0.5)
    told = replace(best, before=replace(best, probability=0.99))
    play._hold(Readings((best, told), 0.0), seen, window)
    assert [(each.made, each.before) for each in play._held.readings] == [(best.made, None)] * 2
