"""The events of Logistics (L3 to L10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from engine.game import Event, Seat
from engine.logistics.model import Arrange, Outcome, Power, PowerName
from engine.pieces import Colour, Piece


@dataclass(frozen=True)
class Sown(Event):
    """``seat`` sowed from the stock (``card`` 0) or a card; units in order, each bottom to top."""

    kind: ClassVar[str] = "sown"
    seat: Seat
    card: int
    units: tuple[tuple[Piece, ...], ...]


@dataclass(frozen=True)
class Vaulted(Event):
    """The last unit went into its owner's vault (L3)."""

    kind: ClassVar[str] = "vaulted"
    seat: Seat
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class TreeMade(Event):
    """A tree now tops ``seat``'s card and guards it (L5)."""

    kind: ClassVar[str] = "tree_made"
    seat: Seat
    card: int


@dataclass(frozen=True)
class NestMade(Event):
    """``seat`` made a nest on one of its own cards (L7)."""

    kind: ClassVar[str] = "nest_made"
    seat: Seat
    card: int


@dataclass(frozen=True)
class Captured(Event):
    """``by`` captured everything on the opponent's ``card``; one of ``colours`` gives its power (L4, L7)."""

    kind: ClassVar[str] = "captured"
    by: Seat
    card: int
    pieces: tuple[Piece, ...]
    how: Literal["sow", "nest"]
    colours: tuple[Colour, ...]


@dataclass(frozen=True)
class PowerUsed(Event):
    """``by`` used the power of a capture on ``pieces``: one, or the two swapped (L9)."""

    kind: ClassVar[str] = "power_used"
    by: Seat
    name: PowerName
    pieces: tuple[Piece, ...]
    power: Power


@dataclass(frozen=True)
class PowerDeclined(Event):
    """The power of a capture was not used (L9)."""

    kind: ClassVar[str] = "power_declined"
    seat: Seat


@dataclass(frozen=True)
class PowerLapsed(Event):
    """The power of a capture had nothing to act on (L9)."""

    kind: ClassVar[str] = "power_lapsed"
    seat: Seat
    colours: tuple[Colour, ...]


@dataclass(frozen=True)
class ExtraTurn(Event):
    """``seat`` may sow again or stop (L3)."""

    kind: ClassVar[str] = "extra_turn"
    seat: Seat


@dataclass(frozen=True)
class ExtraTurnLapsed(Event):
    """``seat`` may sow again but has nothing to sow (L3)."""

    kind: ClassVar[str] = "extra_turn_lapsed"
    seat: Seat


@dataclass(frozen=True)
class Stopped(Event):
    """``seat`` left an extra turn unused (L3)."""

    kind: ClassVar[str] = "stopped"
    seat: Seat


@dataclass(frozen=True)
class Rearranged(Event):
    """The players let an arrangement stand (L15)."""

    kind: ClassVar[str] = "rearranged"
    move: Arrange


@dataclass(frozen=True)
class TurnSkipped(Event):
    """``seat`` has nothing to sow and is skipped (L10)."""

    kind: ClassVar[str] = "turn_skipped"
    seat: Seat


@dataclass(frozen=True)
class GameEnded(Event):
    """The game is over."""

    kind: ClassVar[str] = "game_ended"
    outcome: Outcome
