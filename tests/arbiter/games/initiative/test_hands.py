"""Which of two plays was made first, judged by whose hand was where and when."""

from __future__ import annotations

import pytest

from arbiter.games.initiative.round.candidate_chains import in_time_ways
from arbiter.games.initiative.round.candidates import Placement
from arbiter.table.layout import Layout, Spot, Zone, Zones
from arbiter.table.window import Touch
from engine.game import Seat
from engine.pieces import Colour, Piece, Size
from vision.observation import Box
from vision.track.summing import Unit

RED = Piece(Size.SMALL, Colour.RED)
ROWS = {Seat.FAR: (180.0, 300.0, 220.0, 350.0), Seat.NEAR: (140.0, 400.0, 220.0, 520.0)}
"""Where the two plays are in the picture."""
INVENTORIES = {Seat.FAR: (560.0, 140.0, 600.0, 180.0), Seat.NEAR: (560.0, 560.0, 640.0, 640.0)}


def spot(seat: Seat, box: Box) -> Spot:
    return Spot(0, Zone.INVENTORY, seat, 0.0, 0.0, (RED,), box)


def unit(box: Box) -> Unit:
    return Unit(0.0, 0.0, 0.0, None, (), (1.0, 0.0, 0.0, 0.0, 0.0), box, 4)


def ways(touches: list[Touch]) -> list[bool]:
    """Whether the hands indicate that far's play came first."""
    layout = Layout(Zones({}), tuple(spot(*each) for each in INVENTORIES.items()), (0.0, 0.0))
    placed = [Placement(Zone.ROW, seat, (RED,)) for seat in ROWS]
    return list(in_time_ways(layout, placed, [unit(box) for box in ROWS.values()], touches))


FAR = Touch(5.6, (74.0, 0.0, 297.0, 300.0))
NEAR = Touch(6.3, (30.0, 325.0, 554.0, 718.0))
FINGERS = Touch(6.3, (39.0, 200.0, 371.0, 560.0))
"""The end of near's arm; it is closer to far's inventory than to near's."""


@pytest.mark.parametrize(
    ("touches", "first"),
    [
        ([FAR, NEAR], [True]),
        ([FAR, FINGERS, NEAR], [True]),  # one arm, detected as two
        ([FAR, FINGERS], []),  # on its own it could be far's
        ([FAR, FINGERS._replace(seat=Seat.NEAR)], [True]),  # unless it is known from where the arm comes
        ([FAR, NEAR, Touch(7.0, FAR.box)], []),  # far's hand was there again
    ],
)
def test_the_pieces_of_an_arm_are_one_hand(touches: list[Touch], first: list[bool]) -> None:
    assert ways(touches) == first
