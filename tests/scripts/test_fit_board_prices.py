"""Prices for board games: counted on a film with an overlooked pyramid, then fitted."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from engine.game import Seat, plain
from engine.nickel.model import Rules
from engine.nickel.state import State
from scripts.fitting.fit_board_prices import PRIORS, Counts, fitted, follow
from tests.support.simulated.nickel_sim import NickelSim, board
from vision.observation import TableObservation

AT_FIRST_S = 2.0


def film(overlooked: str) -> tuple[dict[str, Any], list[TableObservation]]:
    """Three turns; an untouched pyramid is not seen any more after the first hand."""
    sim, state = NickelSim(board(5), 5), State.start(board(5), Rules())
    frames, steps = list(sim.still(AT_FIRST_S)), list[dict[str, Any]]()
    x, y = sim.at(overlooked) if overlooked else (1e6, 1e6)
    for _ in range(3):
        move = next(m for m in state.legal_moves() if m.square != overlooked)
        seen = list(sim.place(move.seat, move.square))
        hands = [frame.time_s for frame in seen if not frame.still]
        step = {"kind": "play", "seat": Seat(move.seat).value, "text": move.square}
        steps.append({**step, "hand_in_s": hands[0], "hand_out_s": hands[-1] + 0.3})
        frames += [
            replace(f, units=tuple(u for u in f.units if abs(u.x_mm - x) + abs(u.y_mm - y) > 12))
            for f in seen
        ]
        state = state.force(move).state
    return {"game": "nickel", "rules": plain(Rules()), "steps": steps}, frames


@pytest.mark.parametrize(("overlooked", "did"), [("", 0), ("c3", 3)])
def test_what_is_overlooked_is_counted(overlooked: str, did: int) -> None:
    counts = follow(*film(overlooked))
    assert counts["unseen"] == (24 + 23 + 22, did)
    assert counts["stray"][1] == 0


def test_more_that_is_overlooked_costs_less() -> None:
    first: Counts = {"unseen": (100, 0), "stray": (100, 0)}
    often: Counts = {"unseen": (100, 10), "stray": (100, 0)}
    calm, busy = (fitted([each, first])["prices"] for each in (first, often))
    assert calm["unseen"] < busy["unseen"] < math.log(0.05) and calm["stray"] == busy["stray"]
    assert calm["unseen"] < math.log(PRIORS["unseen"][0])
