"""A small game of Logistics at a simulated table with known cards."""

from __future__ import annotations

from arbiter.games.logistics.card_grid import CardGrid
from arbiter.games.logistics.setup import LogisticsTable
from engine.logistics.model import Layout, Rules
from tests.support.simulated.logistics_sim import PITCH, ROW_Y


def table_of(cards: int) -> LogisticsTable:
    """A table with this many cards per row, and one trio of each colour per player."""
    grid = CardGrid(cards, 0.0, 0.0, PITCH, 2 * ROW_Y, 88.0)
    return LogisticsTable(Rules(cards=cards, trios=1), grid=grid)


TABLE = table_of(3)
RULES = TABLE.rules
FULL = Layout.standard(RULES)
