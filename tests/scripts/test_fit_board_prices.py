"""The prices of board games, counted and fitted on a film with an unseen pyramid."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from engine.game import Seat, plain
from engine.logistics.model import Layout
from engine.logistics.notation import parse_move
from engine.logistics.state import State as Cards
from engine.nickel.model import Rules
from engine.nickel.state import State
from scripts.fitting.fit_board_prices import PRIORS, Counts, fitted, follow
from tests.support.simulated.logistics_sim import LogisticsSim
from tests.support.simulated.logistics_table import TABLE
from tests.support.simulated.nickel_sim import NickelSim, board
from tests.support.simulated.table_sim import CLEAN
from vision.observation import TableObservation

AT_FIRST_S = 2.0


def film(overlooked: str) -> tuple[dict[str, Any], list[TableObservation]]:
    """Three turns; one pyramid that nobody touches is not seen from the first hand on."""
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


def logistics(overlooked: tuple[str, ...]) -> tuple[dict[str, Any], list[TableObservation]]:
    """Two sows from the stock; what is ``overlooked`` is not seen after the first one."""
    full = Layout.standard(TABLE.rules)
    sim, state = LogisticsSim(seed=3, noise=CLEAN, fps=5.0, layout=full), Cards.start(full, TABLE.rules)
    frames, steps = list(sim.still(2.4)), list[dict[str, Any]]()
    for text in ("near: Lred", "far: Lblue"):
        hand = list(sim.hand(0.0, 0.0, 0.6))
        move = parse_move(text, state, check=False)
        state = state.force(move).state
        sim.lay(state.layout)
        sim.unseen |= set(overlooked)
        seat, play = text.split(": ")
        when = {"hand_in_s": hand[0].time_s, "hand_out_s": hand[-1].time_s + 0.3}
        steps.append({"kind": "play", "seat": seat, "text": play, **when})
        frames += [*hand, *sim.still(2.0)]
    truth = {"game": "logistics", "rules": plain(TABLE.rules), "steps": steps}
    return {**truth, "table": {"grid": TABLE.grid.to_json()}}, frames  # type: ignore[union-attr]


@pytest.mark.parametrize(("overlooked", "did"), [((), 0), (("near1", "far stock 3"), 3)])
def test_cards_and_heaps_are_counted_too(overlooked: tuple[str, ...], did: int) -> None:
    counts = follow(*logistics(overlooked))
    assert counts["unseen"][1] == did and counts["unseen"][0] > 40
    assert counts["stray"][1] == 0 and counts["stray"][0] == 9


def test_a_film_in_which_the_thread_is_lost_is_left_out() -> None:
    half = tuple(f"{seat} stock {number}" for seat in ("near", "far") for number in range(15))
    with pytest.raises(ValueError, match="the thread was lost"):
        follow(*logistics(half))


def test_more_that_is_overlooked_costs_less() -> None:
    first: Counts = {"unseen": (100, 0), "stray": (100, 0)}
    often: Counts = {"unseen": (100, 10), "stray": (100, 0)}
    calm, busy = (fitted([each, first])["prices"] for each in (first, often))
    assert calm["unseen"] < busy["unseen"] < math.log(0.05) and calm["stray"] == busy["stray"]
    assert calm["unseen"] < math.log(PRIORS["unseen"][0])
