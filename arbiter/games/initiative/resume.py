"""A session rebuilt from its record."""

from __future__ import annotations

from typing import Protocol

from arbiter.corrections.corrections import Corrected
from arbiter.events.history import playable
from arbiter.events.ledger import Ledger
from arbiter.events.types import EVENTS
from arbiter.table.layout import Layout


class Restored(Protocol):
    """What resuming needs of the session."""

    def restore_round(self, ledger: Ledger, layout: Layout, next_question: int) -> None:
        """Puts a round in play as it was recorded."""

    def restore_end(self) -> None:
        """Books the round in play as finished."""


def restore(session: Restored, game: Corrected) -> None:
    """Brings a fresh session to where a recorded game ends.

    Raises ``MoveError`` for a record with impossible plays.
    """
    ledgers = {each.number: each.ledger for each in game.game.rounds}
    ledger, layout, asked = None, None, 0
    for entry in game.entries:
        if entry.kind == "question":
            asked = max(asked, int(entry.data["id"]))
        elif entry.kind == "setup":
            if not entry.data.get("problems") and (ledger is None or not entry.data.get("corrected")):
                ledger = ledgers[int(entry.data["round"])]
                layout = Layout.from_json(entry.data.get("layout", {}))
        elif entry.kind == "round_over":
            if ledger is not None and layout is not None:
                session.restore_round(playable(ledger), layout, asked + 1)
            session.restore_end()
            ledger = None
        elif ledger is not None and entry.kind in EVENTS:
            there = (entry.data.get("observation") or {}).get("layout")
            layout = Layout.from_json(there) if there else layout
    if ledger is not None and layout is not None:
        session.restore_round(playable(ledger), layout, asked + 1)
