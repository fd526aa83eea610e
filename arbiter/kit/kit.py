"""A game's kit: how it is described, played at a table, watched, and read from a photograph.

A game's package derives from `Kit` and names its kit as an entry point of the group ``pyramid_arbiter.kits``:

    class DuelKit(Kit):
        def table(self, rules, palette, facts):
            return DuelTable(rules, PALETTES[palette])

    KIT = DuelKit(GAME)

The defaults of what a kit leaves out suit most games.
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
"""What must be known about a table besides rules and palette, as JSON, such as where its board lies. Each kit
has its own, all optional."""
Flags = Mapping[str, Any]
"""The command line's options by name, as in ``argparse``."""


@dataclass(frozen=True)
class Asked:
    """Something to agree on before a game. ``key`` names its words on the page (``page-opt_KEY``, and for
    each value ``page-opt_KEY-VALUE``); ``values`` are its values, the usual one first, each with its
    command-line arguments."""

    key: str
    values: tuple[tuple[str, tuple[str, ...]], ...]

    @classmethod
    def option(cls, key: str, *values: str) -> Asked:
        """A rule option of that name."""
        return cls(key, tuple((value, ("--option", f"{key}={value}")) for value in values))


class Kit(Telling):
    """What one game brings; ``KIT`` in its ``kit.py``."""

    flags: frozenset[str] = frozenset()
    """The names of the command line's options that belong to this game."""
    asked: tuple[Asked, ...] = ()
    """What the home page asks before a game."""
    cards = False
    """Whether it is played on cards, which are searched for in pictures."""

    # ----- rules and facts

    def agreed(self, flags: Flags) -> Any:
        """The rules given on the command line; raises ``UsageError``."""
        try:
            return self.game.parse_rules(" ".join(flags.get("option") or ()))
        except MoveError as error:
            raise UsageError(error.message) from error

    def asking_for(self, rules: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
        """The command-line arguments for each of these rules, except those that follow from other rules."""
        known = {asked.key: dict(asked.values) for asked in self.asked}
        return {
            name: known.get(name, {}).get(str(value), ("--option", f"{name}={value}"))
            for name, value in rules.items()
        }

    def facts(self, flags: Flags) -> dict[str, Any]:
        """The facts about the table given by the options in ``flags``; raises ``UsageError``."""
        return {}

    # ----- at a table

    def table(self, rules: Any, palette: str, facts: Facts) -> TableGame:
        """The game's table; raises ``ValueError``, in one line, for impossible facts."""
        raise ValueError(say("use_not_watched", raw=self.game.name.lower()))

    def session(self, rules: Any, palette: str, rounds: int, facts: Facts) -> Session:
        """A fresh session; raises ``ValueError`` as `table` does."""
        return TableSession(self.table(rules, palette, facts))

    def check(self, rules: Any, palette: str, facts: Facts) -> None:
        """Raises ``ValueError``, in one line, for impossible facts."""
        self.table(rules, palette, facts)

    # ----- in a photograph

    def photo(
        self, rules: Any, palette: str, facts: Facts, seen: Sequence[UnitObservation], cards: CardsSeen
    ) -> Shown:
        """What one picture shows: units in the table frame (mm), ``cards`` if the game has any."""
        return read_setup_photo(self.table(rules, palette, facts), seen)
