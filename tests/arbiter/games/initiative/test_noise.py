"""Noisy readers: whatever is not read right is asked about or left unread, never silently wrong."""

from __future__ import annotations

import pytest

from engine.initiative.examples import ROUNDS
from tests.support.simulated.table_sim import ROUGH, TableSim
from tests.support.simulated.trial import Trial

CASES = [("illegal", 13), ("sacrifice", 11), ("call", 19)]
"""One round per kind of play; films measure how often a noisy reader leads to a question."""


@pytest.mark.parametrize(("name", "seed"), CASES)
def test_rough_reader_is_never_silently_wrong(name: str, seed: int) -> None:
    round_ = ROUNDS[name]
    sim = TableSim(round_.setup, seed, ROUGH, shuffle=True, rest_hand=seed % 4 == 3)
    counts = Trial(round_, sim).run().counts
    assert counts["wrong"] == counts["setup wrong"] == counts["stuck"] == 0
    assert counts["finished"] == 1
    assert counts["right"] + counts["right, late"] >= 0.7 * len(round_.steps)
