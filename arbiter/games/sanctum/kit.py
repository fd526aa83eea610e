"""What Sanctum brings: its words, its table and its photograph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arbiter.games.sanctum.photo import read_sanctum
from arbiter.games.sanctum.setup import SanctumTable
from arbiter.games.sanctum.telling import SanctumTelling
from arbiter.kit.kit import Asked, Facts, Flags, Kit
from arbiter.kit.photo import Shown, units_of
from engine.pieces import PALETTES, colours_named
from engine.sanctum.game import GAME
from vision.cards.cards import CardsSeen
from vision.observation import UnitObservation

MARKERS = ("yellow", "green", "black")
"""The colours of turn markers that the home page offers."""


class SanctumKit(SanctumTelling, Kit):
    flags = frozenset({"turn_marker"})
    asked = (Asked("marker", (("none", ()), *((each, ("--turn-marker", each)) for each in MARKERS))),)

    def facts(self, flags: Flags) -> dict[str, Any]:
        """``marker``: the turn marker's colour."""
        return {"marker": str(flags["turn_marker"]).lower()} if flags.get("turn_marker") else {}

    def table(self, rules: Any, palette: str, facts: Facts) -> SanctumTable:
        """The turn ``marker`` may be in ``facts``."""
        marker = facts.get("marker")
        return SanctumTable(PALETTES[palette], colours_named([marker])[0] if marker else None)

    def photo(
        self, rules: Any, palette: str, facts: Facts, seen: Sequence[UnitObservation], cards: CardsSeen
    ) -> Shown:
        table = self.table(rules, palette, facts)
        return read_sanctum(table, units_of(table, seen))


KIT = SanctumKit(GAME)
