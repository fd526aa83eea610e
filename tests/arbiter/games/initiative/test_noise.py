"""Noisy readers: what is not read right is asked or left unread, and never silently wrong."""

from __future__ import annotations

import statistics
import time

import pytest

from arbiter.games.initiative.session import GameSession
from engine.initiative.examples import ROUNDS
from tests.support.simulated.table_sim import CLEAN, ROUGH, TableSim, act_out
from tests.support.simulated.trial import Trial

CASES = [("illegal", 13), ("sacrifice", 11), ("call", 19)]
"""One of each way to play; how often a noisy reader costs a question is measured on films."""


@pytest.mark.parametrize(("name", "seed"), CASES)
def test_rough_reader_is_never_silently_wrong(name: str, seed: int) -> None:
    round_ = ROUNDS[name]
    sim = TableSim(round_.setup, seed, ROUGH, shuffle=True, rest_hand=seed % 4 == 3)
    counts = Trial(round_, sim).run().counts
    assert counts["wrong"] == counts["setup wrong"] == counts["stuck"] == 0
    assert counts["finished"] == 1
    assert counts["right"] + counts["right, late"] >= 0.7 * len(round_.steps)


def test_observing_is_quick() -> None:
    """CPU time a frame: under 3 ms (median) when nothing changed, under 50 ms when a play is read."""
    round_ = ROUNDS["sacrifice"]
    session, still, read = GameSession(round_.rules, rounds=1), [], []
    for frame in act_out(round_, TableSim(round_.setup, 3, CLEAN)):
        began = time.process_time()
        events = session.observe(frame)
        spent = 1e3 * (time.process_time() - began)
        if frame.still and session.snapshot().state is not None:
            (read if events else still).append(spent)
    assert statistics.median(still) < 3.0
    assert statistics.median(read) < 50.0
