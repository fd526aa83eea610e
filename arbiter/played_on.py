"""A question that nobody answers while the players play on: what they do next may be the answer.

It is, where one reading headed the question and was very likely, and a different still table later on is
explained by nothing but going on from it. Two close readings, an illegal play or a take-back stay asked.
"""

from __future__ import annotations

from arbiter.round_play import ACCEPT, WORTH_ASKING
from arbiter.table_model import Seen, TableModel
from arbiter.table_reading import Reading, Readings, read_change
from arbiter.table_see import Looks, see
from arbiter.tracker import Window


def likely(lead: Reading) -> bool:
    """Whether going on from this reading of a question may be taken for its answer."""
    return lead.probability >= ACCEPT and _plain(lead) and not lead.stands


def answers(lead: Reading, whole: Readings, onward: Readings) -> bool:
    """Whether players went on from ``lead``: ``whole`` are the readings of the table since before it,
    ``onward`` those since it."""
    begun = [move for move, _ in lead.moves]
    worth = [each for each in whole.ranked if each.probability >= WORTH_ASKING and not each.nothing]
    if not all(_plain(each) and [move for move, _ in each.moves[: len(begun)]] == begun for each in worth):
        return False
    on = [each for each in onward.ranked if each.probability >= WORTH_ASKING]
    return all(_plain(each) for each in on) and sum(each.probability for each in on) >= ACCEPT


def onward(lead: Reading, model: TableModel, asked: Seen, window: Window) -> Readings:
    """The readings of the table in the window if ``lead`` was true when the table was as ``asked``."""
    settled = model.settle(lead.ledger.state_if_stood, asked)
    return read_change(lead.ledger, settled, see(window, settled, Looks.of(asked, model.reader)))


def _plain(reading: Reading) -> bool:
    """Whether it says nothing but that legal moves were made."""
    odd = reading.grave or reading.corrected or reading.unfinished
    return bool(reading.moves) and not odd
