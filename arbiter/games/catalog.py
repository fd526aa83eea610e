"""The games that can be watched besides Initiative, from what people asked for or what a record says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arbiter.games.initiative.draft.session import DraftedSession
from arbiter.games.initiative.draft.table import MarkerRow
from arbiter.games.initiative.session import GameSession
from arbiter.games.logistics.card_grid import CardGrid
from arbiter.games.logistics.setup import LogisticsTable
from arbiter.games.nickel.board_grid import Grid
from arbiter.games.nickel.setup import NickelTable
from arbiter.games.sanctum.table import SanctumTable
from arbiter.table.model import TableGame
from arbiter.table.session import TableSession
from engine.game import Seat
from engine.initiative.model import Rules
from engine.message import Messages
from engine.pieces import PALETTES, Colour

say = Messages("arbiter")

Session = GameSession | TableSession | DraftedSession
Facts = Mapping[str, Any]
"""What must be known of a table besides rules and palette, as JSON: ``tokens`` (two colours, near first) of
Nickel, ``marker`` (a colour) of Sanctum, ``outline`` (four corners, mm, near left first) of Logistics' cards,
``grid`` of these, of Nickel's board or of a draft's markers, ``draft`` (true) where Initiative's set-up is
drafted first; all may be left out.
"""


def table_of(game: str, rules: Any, palette: str, facts: Facts) -> TableGame:
    """The table of a game; raises ``ValueError`` in one line for facts that cannot be."""
    colours = PALETTES[palette]
    if game == "nickel":
        tokens = dict(zip(Seat, _colours(facts.get("tokens") or ()), strict=False))
        plain = [colour for colour in colours if colour not in tokens.values()]
        if len(plain) < 5 or len(set(tokens.values())) != len(tokens):
            raise ValueError(say("use_tokens_off"))
        grid = Grid.from_json(facts["grid"]) if "grid" in facts else None
        return NickelTable(rules, colours, tokens, grid)
    if game == "sanctum":
        marker = facts.get("marker")
        return SanctumTable(colours, _colours([marker])[0] if marker else None)
    if game == "logistics":
        if palette == "all":
            raise ValueError(say("use_stocks"))
        return LogisticsTable(rules, palette, palette, _grid(rules.cards, facts))
    raise ValueError(say("use_not_watched", raw=game))


def _grid(cards: int, facts: Facts) -> CardGrid | None:
    """Where the cards lie, as far as it is known."""
    if "grid" in facts:
        return CardGrid.from_json(facts["grid"])
    if "outline" in facts:
        return CardGrid.of_corners([tuple(corner) for corner in facts["outline"]], cards)
    return None


def session_of(game: str, rules: Any, palette: str, rounds: int, facts: Facts) -> Session:
    """A fresh session; raises ``ValueError`` as `table_of` does."""
    if isinstance(rules, Rules):
        if not facts.get("draft"):
            return GameSession(rules, palette, rounds)
        row = MarkerRow.from_json(facts["grid"]) if "grid" in facts else None
        return DraftedSession(rules, palette, rounds, row)
    return TableSession(table_of(game, rules, palette, facts))


def _colours(words: Any) -> list[Colour]:
    try:
        return [Colour(str(word)) for word in words]
    except ValueError as error:
        known = ", ".join(colour.value for colour in Colour)
        raise ValueError(say("use_colours", raw=str(error), raw2=known)) from None
