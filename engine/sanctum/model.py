"""The types of Sanctum's initiative tracker: owners, structures, actions and events (S1 to S7)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from engine.game import Event
from engine.message import Message, Messages, just

say = Messages("engine.sanctum")


class Owner(StrEnum):
    """A structure's owner, by its pyramid's colour; all but red and blue are neutral."""

    RED = "red"
    BLUE = "blue"
    NEUTRAL = "neutral"

    @property
    def other(self) -> Owner:
        """The opponent; the neutral side is its own."""
        return {Owner.RED: Owner.BLUE, Owner.BLUE: Owner.RED}.get(self, self)


PLAYERS = (Owner.RED, Owner.BLUE)


@dataclass(frozen=True, order=True)
class Structure:
    """A town or colony; its ``name`` is unique and has letters, digits and underscores."""

    name: str
    owner: Owner


_TOWN = re.compile(r"town([1-9][0-9]{0,3})")


def called(name: str) -> Message:
    """A structure's name as people read and hear it: ``town2`` is "town 2"; their own names stay."""
    town = _TOWN.fullmatch(name)
    return just(name) if town is None else say("town", n=int(town[1]))


@dataclass(frozen=True, order=True)
class Lienna:
    """A Lienna in play; ``name`` distinguishes several of one caster."""

    caster: Owner
    name: str = ""

    def __str__(self) -> str:
        return f"{self.caster}'s Lienna {self.name}".rstrip()

    @property
    def message(self) -> Message:
        """The Lienna as part of a message."""
        if not self.name:
            return say("lienna_of", owner=self.caster.value)
        return say("lienna_named", owner=self.caster.value, structure=self.name)


@dataclass(frozen=True)
class StartTurn:
    """A turn starts, and the deltas since the last start decide (S2, S3)."""

    kind: ClassVar[str] = "start_turn"


@dataclass(frozen=True)
class Capture:
    """``by`` takes over a structure."""

    kind: ClassVar[str] = "capture"
    by: Owner
    name: str


@dataclass(frozen=True)
class Destroy:
    """A structure is destroyed, no matter by whom."""

    kind: ClassVar[str] = "destroy"
    name: str


@dataclass(frozen=True)
class Build:
    """A new structure is built."""

    kind: ClassVar[str] = "build"
    owner: Owner
    name: str


@dataclass(frozen=True)
class Timepiece:
    """Adriel's Timepiece executes (S4)."""

    kind: ClassVar[str] = "timepiece"


@dataclass(frozen=True)
class LiennaEnters:
    """A Lienna enters play (S5)."""

    kind: ClassVar[str] = "lienna_enters"
    caster: Owner
    name: str = ""


@dataclass(frozen=True)
class LiennaLeaves:
    """A Lienna leaves play (S5); without ``name``, it is the caster's only one."""

    kind: ClassVar[str] = "lienna_leaves"
    caster: Owner
    name: str = ""


Move = StartTurn | Capture | Destroy | Build | Timepiece | LiennaEnters | LiennaLeaves


@dataclass(frozen=True)
class Delta:
    """A player's change in structures since the last start of turn, by name (S2)."""

    gained: tuple[str, ...]
    lost: tuple[str, ...]

    @property
    def total(self) -> int:
        """The structure delta."""
        return len(self.gained) - len(self.lost)


@dataclass(frozen=True)
class TurnStarted(Event):
    """Turn number ``turn`` starts with these deltas."""

    kind: ClassVar[str] = "turn_started"
    turn: int
    red: Delta
    blue: Delta


@dataclass(frozen=True)
class InitiativeGained(Event):
    """``by`` now has the initiative but did not before; ``reading`` says which rule gave it."""

    kind: ClassVar[str] = "initiative_gained"
    by: Owner
    reading: str
    reason: Message


@dataclass(frozen=True)
class InitiativeKept(Event):
    """The initiative might have changed, but ``by`` keeps it."""

    kind: ClassVar[str] = "initiative_kept"
    by: Owner
    reading: str
    reason: Message


@dataclass(frozen=True)
class Captured(Event):
    """A structure changed hands."""

    kind: ClassVar[str] = "captured"
    name: str
    by: Owner
    before: Owner


@dataclass(frozen=True)
class Destroyed(Event):
    """A structure was destroyed."""

    kind: ClassVar[str] = "destroyed"
    name: str
    before: Owner


@dataclass(frozen=True)
class Built(Event):
    """A structure was built."""

    kind: ClassVar[str] = "built"
    name: str
    owner: Owner


@dataclass(frozen=True)
class LiennaMoved(Event):
    """A Lienna entered or left play."""

    kind: ClassVar[str] = "lienna_moved"
    lienna: Lienna
    entered: bool
