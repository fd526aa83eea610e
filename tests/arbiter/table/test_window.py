"""Which units count as present on a still table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.table.window import DROPOUT_S, Touch, Touches, Window, touches_since, whose_hands
from engine.game import Seat
from engine.initiative.examples import SETUP
from tests.support.simulated.logistics_play import Play
from tests.support.simulated.table_sim import CLEAN, TableSim
from vision.observation import Place, TableObservation
from vision.track.matching import GATE_MM

UNIT = next(TableSim(SETUP, 1, CLEAN).still(0.1)).units[0]


def at(frame: int, off_mm: float) -> TableObservation:
    """A frame with a single unit, read this far to the right of its true place."""
    return TableObservation(frame / 8, frame, (replace(UNIT, x_mm=UNIT.x_mm + off_mm),), (), True, True)


@pytest.mark.parametrize(("apart_mm", "count"), [(0.7 * GATE_MM, 1), (3 * GATE_MM, 2)])
def test_a_unit_that_dropped_out_of_sight_is_not_there_twice(apart_mm: float, count: int) -> None:
    """One displaced reading starts a second track, and later readings pull it back to the unit."""
    window = Window()
    for frame, off_mm in enumerate((0.0,) * 4 + (max(apart_mm, GATE_MM + 1),) + (apart_mm,) * 8):
        window = window.add(at(frame, off_mm))
    assert window.last_s < DROPOUT_S and len(window.tracks) == 2
    assert len(window.present()) == count


@pytest.mark.parametrize(
    ("arm", "seat"),
    [
        ((40.0, -400.0), Seat.NEAR),
        ((500.0, 200.0), Seat.FAR),
        ((500.0, 100.0), None),  # from between the players
        (None, None),
    ],
)
def test_an_arm_comes_from_its_player_s_side(arm: Place | None, seat: Seat | None) -> None:
    box = 0.0, 0.0, 9.0, 9.0
    frame = replace(at(0, 0.0), hands=(box,), arms={} if arm is None else {box: arm})
    (touch,) = Touches().step(frame).seen
    assert touch.seat is seat


def test_a_frame_in_which_the_table_is_being_read_is_no_evidence() -> None:
    """Nor does it end the rest."""
    table = Play()
    first, *more = table.sim.still(0.5)
    table.session.observe(first)
    frames = table.session._window.frames
    for frame in more:
        table.session.observe(replace(frame, unread=True))
    assert table.session._window.frames == frames > 0
    table.session.observe(more[-1])
    assert table.session._window.frames == frames + 1


N, F = Seat.NEAR, Seat.FAR


@pytest.mark.parametrize(
    ("seen", "whose"),
    [
        ([(0.0, F), (0.7, F), (1.6, F), (2.5, F), (3.6, N)], [N]),  # far's hand is drawn back
        ([(0.9, F), (1.1, F), (2.2, F), (3.0, N)], [F, N]),  # it came again
        ([(0.9, F), (1.7, None), (2.5, F), (3.0, N)], [N]),  # the arm did not show for a moment
        ([(0.9, F), (1.2, N), (1.3, F), (1.5, N)], [N]),  # the other one comes meanwhile
        ([(0.2, F), (1.3, F)], [F]),
    ],
)
def test_a_hand_that_leaves_moves_nothing_more(
    seen: list[tuple[float, Seat | None]], whose: list[Seat]
) -> None:
    touches = [Touch(time_s, (0.0, 0.0, 9.0, 9.0), seat) for time_s, seat in seen]
    since = touches_since(touches, 1.0)
    assert whose_hands(since) == whose
    assert [each.time_s for each in since] == [time_s for time_s, _ in seen if time_s >= 1.0]


def test_hands_in_the_order_in_which_they_came() -> None:
    seen = [Seat.NEAR, None, Seat.NEAR, Seat.FAR, Seat.FAR, None, Seat.NEAR]
    touches = [Touch(time_s, (0.0, 0.0, 9.0, 9.0), seat) for time_s, seat in enumerate(seen)]
    assert whose_hands(touches) == [Seat.NEAR, Seat.FAR, Seat.NEAR]
