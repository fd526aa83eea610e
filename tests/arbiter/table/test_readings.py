"""Which readings of an earlier rest are made true once play goes on from them."""

from __future__ import annotations

import pytest

from arbiter.events.ledger import Ledger, judge
from arbiter.table.readings import Reading, borne_out
from engine.game import Seat
from engine.nickel.state import Place
from tests.support.simulated.nickel_table import Table

FITS, MISFITS = 0.0, -6.0


def reading(square: str, worst: float, probability: float) -> Reading:
    """Near's first token on a square: on the edge that is legal, within it is not."""
    ledger = Table().ready().session.ledger
    assert isinstance(ledger, Ledger)
    move = Place(Seat.NEAR, square)
    verdict = judge(ledger.state, move)
    assert verdict is not None
    return Reading(ledger, 0.0, ((move, verdict),), worst=worst, probability=probability)


@pytest.mark.parametrize(
    ("square", "worst", "probability", "made"),
    [
        ("a1", FITS, 0.95, True),
        ("a1", FITS, 0.85, True),
        ("a1", FITS, 0.6, False),
        ("a1", FITS, 0.27, False),
        ("a1", MISFITS, 0.99, False),
        ("c3", FITS, 0.92, False),
        ("c3", FITS, 0.96, True),
        ("c3", FITS, 0.71, False),
    ],
)
def test_what_an_earlier_rest_showed_is_made_true_only_if_it_was_likely(
    square: str, worst: float, probability: float, made: bool
) -> None:
    assert borne_out(reading(square, worst, probability)) is made
