"""The types of Nickel: pyramids, squares, rule options, set-up, moves, outcome and events (N1 to N9).

Squares are named as in chess, from near's point of view: ``a1`` is near left, ``e1`` near right, ``e5`` far
right. North is away from near. A board is 25 cells, row by row from ``a1`` to ``e5``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, ClassVar, Literal, NamedTuple, get_args

from engine.game import Event, Seat
from engine.message import Message, Messages
from engine.pieces import Colour

say = Messages("engine.nickel")

LShape = Literal["3+3", "4+2", "both"]
SIDE = 5
SQUARES: tuple[str, ...] = tuple(f"{file}{rank}" for rank in range(1, SIDE + 1) for file in "abcde")
EDGE: frozenset[str] = frozenset(name for name in SQUARES if name[0] in "ae" or name[1] in "15")


class Orientation(StrEnum):
    """How a pyramid lies on the board; ``up`` means that it stands (N1)."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"
    UP = "up"


class Pyramid(NamedTuple):
    """A pyramid on the board; a full board has one of each kind (N1)."""

    colour: Colour
    orientation: Orientation

    def __str__(self) -> str:
        if self.orientation is Orientation.UP:
            return f"standing {self.colour}"
        return f"{self.colour} pointing {self.orientation}"

    @property
    def message(self) -> Message:
        """The pyramid as part of a message."""
        if self.orientation is Orientation.UP:
            return say("pyramid_up", colour=self.colour)
        return say("pyramid_lying", colour=self.colour, compass=self.orientation.value)

    def matches(self, other: Pyramid) -> bool:
        """Whether two pyramids have the same colour or orientation (N3)."""
        return self.colour is other.colour or self.orientation is other.orientation


@cache
def matches_of(handed: Pyramid) -> frozenset[object]:
    """Every pyramid that matches the one given (N3)."""
    every = (Pyramid(colour, orientation) for colour in Colour for orientation in Orientation)
    return frozenset(pyramid for pyramid in every if pyramid.matches(handed))


Cell = Pyramid | Seat | None
"""A pyramid, a player's token, or (only in a faulty set-up) nothing."""


@dataclass(frozen=True)
class Rules:
    """The options (N5, N7): which L shapes win, and how many tokens each player has (``None``: no limit).

    Raises ``ValueError`` with one clear line for an option that does not exist.
    """

    l_shape: LShape = "3+3"
    token_limit: int | None = None

    def __post_init__(self) -> None:
        if self.l_shape not in get_args(LShape):
            raise ValueError(say("rule_l_shape", raw=f"{self.l_shape!r}"))
        if self.token_limit is not None and self.token_limit < 1:
            raise ValueError(say("rule_tokens", n=self.token_limit))

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Rules:
        """Rules back from what `engine.game.plain` wrote."""
        return cls(**data)


@dataclass(frozen=True)
class Setup:
    """What is on the board when a game, or a position of it, begins; ``handed`` must be matched."""

    board: tuple[Cell, ...]
    handed: Pyramid | None = None

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Setup:
        """A set-up back from what `engine.game.plain` wrote."""
        handed = data.get("handed")
        board = tuple(_cell(cell) for cell in data["board"])
        return cls(board, None if handed is None else pyramid_from_json(handed))


def pyramid_from_json(data: dict[str, str]) -> Pyramid:
    """A pyramid back from ``{"colour": "red", "orientation": "east"}``."""
    return Pyramid(Colour(data["colour"]), Orientation(data["orientation"]))


def _cell(data: Any) -> Cell:
    if data is None:
        return None
    return Seat(data) if isinstance(data, str) else pyramid_from_json(data)


@dataclass(frozen=True)
class Place:
    """A token is put on a square; the pyramid there goes to the opponent."""

    seat: Seat
    square: str

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Place:
        """A move back from what `engine.game.plain` wrote."""
        return cls(Seat(data["seat"]), data["square"])


@dataclass(frozen=True)
class Outcome:
    """How a game ended; ``shapes`` are the winning lines and L shapes, as squares."""

    winner: Seat | None
    reason: Message
    reading: str
    shapes: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class TokenPlaced(Event):
    """``seat`` put a token on ``square``, where ``pyramid`` was."""

    kind: ClassVar[str] = "token_placed"
    seat: Seat
    square: str
    pyramid: Pyramid


@dataclass(frozen=True)
class Discarded(Event):
    """``seat`` set aside the pyramid that had been handed over."""

    kind: ClassVar[str] = "discarded"
    seat: Seat
    pyramid: Pyramid


@dataclass(frozen=True)
class HandedOver(Event):
    """``to`` must match ``pyramid`` (N3)."""

    kind: ClassVar[str] = "handed_over"
    to: Seat
    pyramid: Pyramid


@dataclass(frozen=True)
class GameEnded(Event):
    """The game is over."""

    kind: ClassVar[str] = "game_ended"
    outcome: Outcome
