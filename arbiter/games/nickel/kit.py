"""What Nickel brings: its words, its table and its photograph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arbiter.games.nickel.board_grid import Grid
from arbiter.games.nickel.photo import read_nickel
from arbiter.games.nickel.setup import NickelTable
from arbiter.games.nickel.telling import NickelTelling
from arbiter.kit.kit import Asked, Facts, Flags, Kit
from arbiter.kit.photo import Shown, units_of
from arbiter.words.exits import UsageError
from engine.game import Seat
from engine.message import Messages
from engine.nickel.game import GAME
from engine.pieces import PALETTES, colours_named
from vision.cards.cards import CardsSeen
from vision.observation import UnitObservation

arbiter = Messages("arbiter")


class NickelKit(NickelTelling, Kit):
    flags = frozenset({"tokens"})
    asked = (Asked.option("l_shape", "3+3", "4+2", "both"),)

    def facts(self, flags: Flags) -> dict[str, Any]:
        """``tokens``: two colours, near first."""
        tokens = str(flags.get("tokens") or "").lower().split(",")
        if tokens != [""] and len(tokens) != 2:
            raise UsageError(arbiter("use_tokens"))
        return {} if tokens == [""] else {"tokens": tokens}

    def table(self, rules: Any, palette: str, facts: Facts) -> NickelTable:
        """``tokens`` and the board's ``grid`` may be in ``facts``."""
        colours = PALETTES[palette]
        tokens = dict(zip(Seat, colours_named(facts.get("tokens") or ()), strict=False))
        plain = [colour for colour in colours if colour not in tokens.values()]
        if len(plain) < 5 or len(set(tokens.values())) != len(tokens):
            raise ValueError(arbiter("use_tokens_off"))
        grid = Grid.from_json(facts["grid"]) if "grid" in facts else None
        return NickelTable(rules, colours, tokens, grid)

    def photo(
        self, rules: Any, palette: str, facts: Facts, seen: Sequence[UnitObservation], cards: CardsSeen
    ) -> Shown:
        table = self.table(rules, palette, facts)
        return read_nickel(table, units_of(table, seen))


KIT = NickelKit(GAME)
