"""A game's kit: how it is told, how it lies on a table, how it is watched and read off a photograph.

A game's package derives from `Kit` and names its kit as an entry point of the group ``pyramid_arbiter.kits``:

    class DuelKit(Kit):
        def table(self, rules, palette, facts):
            return DuelTable(rules, PALETTES[palette])

    KIT = DuelKit(GAME)

What a kit leaves out is as for most games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arbiter.kit.photo import Shown, read_setup_photo
from arbiter.kit.session import Session
from arbiter.table.model import TableGame
from arbiter.table.session import TableSession
from arbiter.telling.telling import Telling
from arbiter.words.exits import UsageError
from engine.game import MoveError
from engine.message import Messages
from vision.cards.cards import CardsSeen
from vision.observation import UnitObservation

say = Messages("arbiter")

Facts = Mapping[str, Any]
"""What must be known of a table besides rules and palette, as JSON, such as where its board
lies. Each kit says what it knows; all may be left out."""
Flags = Mapping[str, Any]
"""The options of the command line by name, as ``argparse`` has them."""


@dataclass(frozen=True)
class Asked:
    """Something to agree on before a game: ``key`` of its words on the page (``page-opt_KEY``, and for each
    value ``page-opt_KEY-VALUE``), and its values, the usual first, with the command line's words for each.
    """

    key: str
    values: tuple[tuple[str, tuple[str, ...]], ...]

    @classmethod
    def option(cls, key: str, *values: str) -> Asked:
        """A rule option of that name."""
        return cls(key, tuple((value, ("--option", f"{key}={value}")) for value in values))


class Kit(Telling):
    """What one game brings; ``KIT`` in its ``kit.py``."""

    flags: frozenset[str] = frozenset()
    """The options of the command line that are this game's own, by name."""
    asked: tuple[Asked, ...] = ()
    """What the home page asks before a game."""
    cards = False
    """Whether it is played on cards, which are looked for in pictures."""

    # ----- what was agreed

    def agreed(self, flags: Flags) -> Any:
        """The rules that the command line asks for; raises ``UsageError``."""
        try:
            return self.game.parse_rules(" ".join(flags.get("option") or ()))
        except MoveError as error:
            raise UsageError(error.message) from error

    def asking_for(self, rules: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
        """The command line's words for each of these rules, but for those that follow from others of them."""
        known = {asked.key: dict(asked.values) for asked in self.asked}
        return {
            name: known.get(name, {}).get(str(value), ("--option", f"{name}={value}"))
            for name, value in rules.items()
        }

    def facts(self, flags: Flags) -> dict[str, Any]:
        """What the options in ``flags`` that are given say of the table; raises ``UsageError``."""
        return {}

    # ----- at a table

    def table(self, rules: Any, palette: str, facts: Facts) -> TableGame:
        """The game's table; raises ``ValueError`` in one line for facts that cannot be."""
        raise ValueError(say("use_not_watched", raw=self.game.name.lower()))

    def session(self, rules: Any, palette: str, rounds: int, facts: Facts) -> Session:
        """A fresh session; raises ``ValueError`` as `table` does."""
        return TableSession(self.table(rules, palette, facts))

    def check(self, rules: Any, palette: str, facts: Facts) -> None:
        """Raises ``ValueError`` in one line for facts that cannot be."""
        self.table(rules, palette, facts)

    # ----- in a photograph

    def photo(
        self, rules: Any, palette: str, facts: Facts, seen: Sequence[UnitObservation], cards: CardsSeen
    ) -> Shown:
        """What one picture shows: units in the table frame (mm), ``cards`` where the game has any."""
        return read_setup_photo(self.table(rules, palette, facts), seen)
