"""The start of a game of Logistics for the watch loop: a sow out of turn is taken back, then legal ones."""

from __future__ import annotations

from collections.abc import Iterator

from engine.logistics.model import Layout, Rules
from engine.logistics.notation import parse_move
from engine.logistics.state import State
from tests.support.simulated.logistics_sim import PITCH, ROW_Y, LogisticsSim
from tests.support.simulated.table_sim import CLEAN
from vision.observation import TableObservation

RULES = Rules(cards=3, trios=1)
SIDE, DEEP = 1.5 * PITCH, ROW_Y + 44.0
OUTLINE = [[-SIDE, -DEEP], [SIDE, -DEEP], [SIDE, DEEP], [-SIDE, DEEP]]
MOVES = ("near: Sred", "far: Sgreen", "near: card1")


def frames() -> Iterator[TableObservation]:
    """A game's start: a second sow out of turn that is taken back, then legal ones."""
    start = Layout.standard(RULES)
    sim, state = LogisticsSim(seed=3, noise=CLEAN, fps=5.0, layout=start), State.start(start, RULES)
    yield from sim.still(2.4)
    for number, text in enumerate(MOVES):
        if number == 1:
            yield from laid(sim, state.force(parse_move("near: card1", state, check=False)).state.layout)
            yield from laid(sim, state.layout)
        state = state.apply(parse_move(text, state)).state
        yield from laid(sim, state.layout)


def laid(sim: LogisticsSim, layout: Layout) -> Iterator[TableObservation]:
    yield from sim.hand(0.0, 0.0, 0.2)
    sim.lay(layout)
    yield from sim.still(1.6)
