"""A small game of Logistics at a simulated table, its cards known beforehand."""

from __future__ import annotations

from arbiter.games.logistics.card_grid import CardGrid
from arbiter.games.logistics.setup import LogisticsTable
from engine.logistics.model import Layout, Rules
from tests.support.simulated.logistics_sim import PITCH, ROW_Y

RULES = Rules(cards=3, trios=1)
TABLE = LogisticsTable(RULES, grid=CardGrid(3, 0.0, 0.0, PITCH, 2 * ROW_Y, 88.0))
FULL = Layout.standard(RULES)
