"""Tables of Initiative and Nickel as one photograph shows them."""

from __future__ import annotations

from arbiter.games.initiative.photo import Position, read_position
from arbiter.kit.catalog import kit_named
from arbiter.kit.photo import Shown
from engine.initiative.examples import ROUNDS
from engine.initiative.notation import parse_play
from engine.nickel.model import Rules
from engine.pieces import PALETTES
from tests.support.simulated.nickel_sim import NickelSim
from tests.support.simulated.table_sim import CLEAN, TableSim
from vision.cards.cards import CardsSeen

ROUND = ROUNDS["basic"]


def seen(plays: int, extra: str = "") -> Position:
    """The position after a number of plays of the example round, and optionally one more play."""
    sim, state = TableSim(ROUND.setup, 3, CLEAN, fps=4.0), ROUND.start()
    frame = list(sim.still(1.0))[-1]
    for text in [*ROUND.plays[:plays], *([extra] if extra else [])]:
        play = parse_play(text, state, check=False)
        state = state.force(play).state
        frame = list(sim.play(play, 1.0))[-1]
    return read_position(frame.units, PALETTES["rainbow"], ROUND.rules)


def nickel(sim: NickelSim, **facts: object) -> Shown:
    palette = "all" if facts else "rainbow"
    units = list(sim.still(0.3))[-1].units
    return kit_named("nickel").photo(Rules(), palette, facts, units, CardsSeen())
