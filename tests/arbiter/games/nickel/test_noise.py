"""Noisy random games of Nickel: what is not read right is asked about or unread, never silently wrong."""

from __future__ import annotations

import pytest

from engine.game import Seat
from engine.pieces import Colour
from tests.support.simulated.nickel_trial import NickelTrial
from tests.support.simulated.table_sim import ROUGH

PYRAMIDS = {Seat.NEAR: Colour.WHITE, Seat.FAR: Colour.PINK}


@pytest.mark.parametrize(("seed", "tokens"), [(3, {}), (4, PYRAMIDS)])
def test_rough_reader_is_never_silently_wrong(seed: int, tokens: dict[Seat, Colour]) -> None:
    counts = NickelTrial(seed, ROUGH, tokens).run(14).counts
    assert counts["silently wrong"] == counts["set-up wrong"] == counts["stuck"] == 0, counts
    assert counts["false alarms"] == counts["false moves"] == 0, counts
    moves = {key: count for key, count in counts.items() if key.startswith("move ")}
    assert counts["move right"] >= 0.7 * sum(moves.values()) > 0, counts
