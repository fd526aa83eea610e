"""What every refereed game shares: seats, errors, steps, events and the protocol of a game state.

A game module gives an immutable, hashable state that knows its legal moves, applies or forces a move, and
says when and why the round is over. Verdicts carry the id of the reading they rest on (see ``RULES.md``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum, Flag, IntEnum, StrEnum
from typing import Any, ClassVar, Generic, Protocol, TypeVar


class Seat(StrEnum):
    """A player's side of the table as the table frame has it: ``near`` is y < 0, ``far`` is y > 0."""

    NEAR = "near"
    FAR = "far"

    @property
    def other(self) -> Seat:
        """The opponent's seat."""
        return Seat.FAR if self is Seat.NEAR else Seat.NEAR


class MoveError(ValueError):
    """A move that cannot be taken as it is; ``message`` is one sentence that players understand."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class MalformedMove(MoveError):
    """No move at all: unreadable text, or pieces that the player does not have."""


class AmbiguousMove(MoveError):
    """A text that fits several moves, which are in ``alternatives``."""

    def __init__(self, message: str, alternatives: Sequence[Any] = ()) -> None:
        super().__init__(message)
        self.alternatives: tuple[Any, ...] = tuple(alternatives)


class IllegalMove(MoveError):
    """A possible move that the rules forbid.

    ``reading`` is the id of the reading broken (like ``I1``), ``code`` a stable word for the kind of mistake,
    ``alternatives`` the legal moves at that moment and ``play`` the move refused.
    """

    def __init__(
        self, reading: str, message: str, alternatives: Sequence[Any] = (), play: Any = None, code: str = ""
    ) -> None:
        super().__init__(message)
        self.reading = reading
        self.alternatives: tuple[Any, ...] = tuple(alternatives)
        self.play = play
        self.code = code

    def __str__(self) -> str:
        return f"{self.message} [{self.reading}]"


@dataclass(frozen=True)
class Event:
    """Something that happened through a move; ``kind`` names the class in records."""

    kind: ClassVar[str] = "event"

    def to_json(self) -> dict[str, Any]:
        """The event as JSON values, with its kind."""
        return {"kind": self.kind, **{field.name: plain(getattr(self, field.name)) for field in fields(self)}}


FlagT = TypeVar("FlagT", bound=Flag)
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")


@dataclass(frozen=True)
class Step(Generic[StateT]):
    """What a move leads to: the next state and the events, in order."""

    state: StateT
    events: tuple[Event, ...]


class OutcomeLike(Protocol):
    """How a round ended, whichever the game."""

    @property
    def winner(self) -> Seat | None:
        """The winner, or ``None`` for a draw."""

    @property
    def reason(self) -> str:
        """One sentence that players understand."""

    @property
    def reading(self) -> str:
        """The reading that decides it."""


class GameState(Protocol[MoveT]):
    """The methods that the state of any game has; states are immutable and hashable."""

    @property
    def to_move(self) -> Seat | None:
        """Whose move it is; ``None`` when the round is over or either may begin."""

    @property
    def outcome(self) -> OutcomeLike | None:
        """How the round ended, or ``None`` while it goes on."""

    def legal_moves(self) -> tuple[MoveT, ...]:
        """Every legal move, each once; empty when the round is over."""

    def check(self, move: MoveT) -> None:
        """Raise `IllegalMove` or `MalformedMove` unless ``move`` is legal."""

    def apply(self, move: MoveT) -> Step[Any]:
        """Make a legal move."""

    def force(self, move: MoveT) -> Step[Any]:
        """Make a move that the players let stand, legal or not."""

    def status(self) -> Flag:
        """The game's own flags for what makes this position impossible; zero when it is sound."""

    def problems(self) -> tuple[str, ...]:
        """A sentence for each fault of `status`."""


def all_flags(none: FlagT, faults: Iterable[tuple[FlagT, str]]) -> FlagT:
    """The flags of faults that come with their sentences, together."""
    found = none
    for flag, _ in faults:
        found |= flag
    return found


def plain(value: Any) -> Any:
    """Any engine value as JSON values: words for enums and sizes, objects for dataclasses."""
    if isinstance(value, Event):
        return value.to_json()
    if isinstance(value, IntEnum):
        return value.name.lower()
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return value
