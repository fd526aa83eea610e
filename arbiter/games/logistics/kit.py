"""What Logistics brings: its words, its table and its photograph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arbiter.games.logistics.card_grid import CardGrid
from arbiter.games.logistics.photo import read_logistics
from arbiter.games.logistics.setup import LogisticsTable
from arbiter.games.logistics.telling import LogisticsTelling
from arbiter.kit.kit import Asked, Facts, Flags, Kit
from arbiter.kit.photo import Shown, units_of
from arbiter.words.exits import UsageError
from engine.logistics.game import GAME
from engine.message import Messages
from vision.cards.cards import CardsSeen
from vision.observation import UnitObservation

arbiter = Messages("arbiter")


class LogisticsKit(LogisticsTelling, Kit):
    flags = frozenset({"cards_at"})
    asked = (
        Asked.option("cards", "4", "3"),
        Asked.option("trios", "2", "1"),
        Asked.option("tree_power", "top", "any"),
    )
    cards = True

    def facts(self, flags: Flags) -> dict[str, Any]:
        """``outline``: four corners (mm) of all cards together, near left first."""
        text = str(flags.get("cards_at") or "")
        if not text:
            return {}
        try:
            numbers = [float(word) for word in text.split(",")]
        except ValueError:
            numbers = []
        if len(numbers) != 8:
            raise UsageError(arbiter("use_cards_at"))
        return {"outline": [numbers[i : i + 2] for i in range(0, 8, 2)]}

    def table(self, rules: Any, palette: str, facts: Facts) -> LogisticsTable:
        """The cards' ``grid`` or ``outline`` may be in ``facts``."""
        if palette == "all":
            raise ValueError(arbiter("use_stocks"))
        return LogisticsTable(rules, palette, palette, _grid(rules.cards, facts))

    def photo(
        self, rules: Any, palette: str, facts: Facts, seen: Sequence[UnitObservation], cards: CardsSeen
    ) -> Shown:
        table = self.table(rules, palette, facts)
        return read_logistics(table, units_of(table, seen), cards)


def _grid(cards: int, facts: Facts) -> CardGrid | None:
    """Where the cards lie, if known."""
    if "grid" in facts:
        return CardGrid.from_json(facts["grid"])
    if "outline" in facts:
        return CardGrid.of_corners([tuple(corner) for corner in facts["outline"]], cards)
    return None


KIT = LogisticsKit(GAME)
