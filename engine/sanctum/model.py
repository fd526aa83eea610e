"""The words of Sanctum's initiative tracker: owners, structures, what may happen, events (S1 to S7)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from engine.game import Event
from engine.message import Message, Messages, just

say = Messages("engine.sanctum")


class Owner(StrEnum):
    """Who a structure belongs to, by its pyramid's colour: any but red and blue is neutral."""

    RED = "red"
    BLUE = "blue"
    NEUTRAL = "neutral"

    @property
    def other(self) -> Owner:
        """The opponent; the neutral side has none and is its own."""
        return {Owner.RED: Owner.BLUE, Owner.BLUE: Owner.RED}.get(self, self)


PLAYERS = (Owner.RED, Owner.BLUE)


@dataclass(frozen=True, order=True)
class Structure:
    """A town or a colony; ``name`` tells it from the others, letters, digits and underscores."""

    name: str
    owner: Owner


_TOWN = re.compile(r"town([1-9][0-9]{0,3})")


def called(name: str) -> Message:
    """A structure's name as people read and hear it: ``town 2`` for ``town2``; one of their own as it is."""
    town = _TOWN.fullmatch(name)
    return just(name) if town is None else say("town", n=int(town[1]))


@dataclass(frozen=True, order=True)
class Lienna:
    """A Lienna in play; ``name`` tells several of one caster apart."""

    caster: Owner
    name: str = ""

    def __str__(self) -> str:
        return f"{self.caster}'s Lienna {self.name}".rstrip()

    @property
    def message(self) -> Message:
        """The Lienna to be put into a message."""
        if not self.name:
            return say("lienna_of", owner=self.caster.value)
        return say("lienna_named", owner=self.caster.value, structure=self.name)


@dataclass(frozen=True)
class StartTurn:
    """A turn starts: the deltas since the last start decide (S2, S3)."""

    kind: ClassVar[str] = "start_turn"


@dataclass(frozen=True)
class Capture:
    """``by`` takes a structure over."""

    kind: ClassVar[str] = "capture"
    by: Owner
    name: str


@dataclass(frozen=True)
class Destroy:
    """A structure is destroyed, by whomever."""

    kind: ClassVar[str] = "destroy"
    name: str


@dataclass(frozen=True)
class Build:
    """A new structure."""

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
    """A Lienna leaves play (S5); without ``name`` the only one of that caster."""

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
    """``by`` has the initiative now and had not before; ``reading`` says through what."""

    kind: ClassVar[str] = "initiative_gained"
    by: Owner
    reading: str
    reason: Message


@dataclass(frozen=True)
class InitiativeKept(Event):
    """The initiative might have changed and ``by`` keeps it."""

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
    """A structure is gone."""

    kind: ClassVar[str] = "destroyed"
    name: str
    before: Owner


@dataclass(frozen=True)
class Built(Event):
    """A structure is new."""

    kind: ClassVar[str] = "built"
    name: str
    owner: Owner


@dataclass(frozen=True)
class LiennaMoved(Event):
    """A Lienna entered play, or left it."""

    kind: ClassVar[str] = "lienna_moved"
    lienna: Lienna
    entered: bool
