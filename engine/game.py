"""What every refereed game shares: seats, faults, errors, steps, events and the protocol of a game state.

A game provides an immutable, hashable state that knows its legal moves, applies or forces a move, and says
when and why the round is over. Verdicts carry the id of the reading on which they are based (see
``RULES.md``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum, Flag, IntEnum
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar, overload

from engine.message import Message, Messages, Said, as_recorded
from engine.seats import Seat as Seat

say = Messages("engine")

ValueT = TypeVar("ValueT")
FlagT = TypeVar("FlagT", bound=Flag)
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")


class MoveError(ValueError):
    """A move that cannot be accepted as it is; ``message`` is one sentence that players understand."""

    def __init__(self, message: Said) -> None:
        super().__init__(message)
        self.message = message if isinstance(message, Message) else as_recorded(message)


class MalformedMove(MoveError):
    """Not a move at all: unreadable text, or pieces that the player does not have."""


class AmbiguousMove(MoveError):
    """A text that fits several moves, which are in ``alternatives``."""

    def __init__(self, message: Said, alternatives: Sequence[Any] = ()) -> None:
        super().__init__(message)
        self.alternatives: tuple[Any, ...] = tuple(alternatives)


class Fault(NamedTuple):
    """A rule that a move breaks: the reading's id (such as ``I1``), a stable word for the kind of mistake,
    and a sentence that players understand."""

    reading: str
    code: str
    message: Message


class IllegalMove(MoveError):
    """A possible move that the rules forbid: ``play`` is the move, the rest is its fault.

    An exception cannot be generic, so the moves are ``Any``.
    """

    def __init__(
        self, fault: Fault, play: Any, legal: Callable[[], Iterable[Any]] | tuple[Any, ...] = ()
    ) -> None:
        """``legal`` are the legal moves in that position, or a function that finds them on demand."""
        super().__init__(fault.message)
        self.reading = fault.reading
        self.code = fault.code
        self.play = play
        self._legal = legal

    @cached_property
    def alternatives(self) -> tuple[Any, ...]:
        """The legal moves in that position, found when first needed: there may be tens of thousands."""
        return self._legal if isinstance(self._legal, tuple) else tuple(self._legal())

    def __str__(self) -> str:
        return f"{self.message} [{self.reading}]"

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy has the legal moves, but not the state that finds them."""
        return IllegalMove, (Fault(self.reading, self.code, self.message), self.play, self.alternatives)


class cached(Generic[ValueT]):
    """Like ``functools.cached_property``, but without the lock that it takes before Python 3.12: states are
    immutable, so computing a value twice does no harm."""

    def __init__(self, compute: Callable[[Any], ValueT]) -> None:
        self.compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, state: None, owner: type) -> Self: ...

    @overload
    def __get__(self, state: object, owner: type) -> ValueT: ...

    def __get__(self, state: object | None, owner: type) -> Self | ValueT:
        if state is None:
            return self
        value = state.__dict__[self.name] = self.compute(state)
        return value


@dataclass(frozen=True)
class Event:
    """Something that a move caused; ``kind`` names the class in records."""

    kind: ClassVar[str] = "event"

    def to_json(self) -> dict[str, Any]:
        """The event as JSON values, with its kind."""
        return {"kind": self.kind, **{field.name: plain(getattr(self, field.name)) for field in fields(self)}}


LONGEST_WORD = 40
"""The greatest length of a word that may be meant as one of a game's."""
_WORD = re.compile(r"[a-z]{2,}")


class Step(Generic[StateT]):
    """The result of a move: the next ``state``, and the events, computed on demand."""

    def __init__(self, state: StateT, happened: Iterable[Event]) -> None:
        self.state = state
        self._happened = happened

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Step) and (self.state, self.events) == (other.state, other.events)

    @cached
    def events(self) -> tuple[Event, ...]:
        """The events, in order."""
        return tuple(self._happened)


class OutcomeLike(Protocol):
    """How a round ended, in any game."""

    @property
    def winner(self) -> Seat | None:
        """The winner, or ``None`` for a draw."""

    @property
    def reason(self) -> Message:
        """One sentence that players understand."""

    @property
    def reading(self) -> str:
        """The reading that decided it."""


class GameState(Protocol[MoveT]):
    """What the states of all games have in common; they are immutable and hashable."""

    @property
    def may_move(self) -> tuple[Seat, ...]:
        """The seats that may move now: usually one, both while either may begin, none when the game is over
        or if its moves belong to no seat."""

    @property
    def to_move(self) -> Seat | None:
        """The only seat that may move; ``None`` unless there is exactly one (see `may_move`)."""

    @property
    def outcome(self) -> OutcomeLike | None:
        """How the round ended; ``None`` while it continues."""

    @property
    def key(self) -> Hashable:
        """The position without its history. States with equal keys that began alike and by the same rules
        have the same legal moves, possible ends and scores; only repetition may distinguish them (L13)."""

    def legal_moves(self) -> tuple[MoveT, ...]:
        """Every legal move, each once; empty when the round is over."""

    def check(self, move: MoveT) -> None:
        """Raise `IllegalMove` or `MalformedMove` unless ``move`` is legal."""

    def apply(self, move: MoveT) -> Step[Self]:
        """Make a legal move."""

    def force(self, move: MoveT) -> Step[Self]:
        """Make a move that the players let stand, legal or not."""

    def status(self) -> Flag:
        """The game's own flags for what makes this position impossible; zero if it is sound."""

    def problems(self) -> tuple[Message, ...]:
        """A sentence for each fault of `status`."""


def mover(move: object) -> Seat | None:
    """The seat that a move belongs to; ``None`` in a game whose moves belong to nobody."""
    seat: Seat | None = getattr(move, "seat", None)
    return seat


def is_legal(state: GameState[MoveT], move: MoveT) -> bool:
    """Whether `GameState.check` accepts a move."""
    try:
        state.check(move)
    except MoveError:
        return False
    return True


def only(seats: tuple[Seat, ...]) -> Seat | None:
    """The only seat, or ``None`` if there are none or both."""
    return seats[0] if len(seats) == 1 else None


def did_you_mean(word: str, known: Iterable[str]) -> Message | None:
    """A question about the word that a misspelt one is probably meant to be, if there is a similar one.

    >>> str(did_you_mean("gren", ["red", "green", "blue"]))
    'did you mean green?'
    """
    from difflib import get_close_matches  # slow to import and seldom needed

    words = {each.lower(): each for each in known}
    close = get_close_matches(word.strip().lower()[:LONGEST_WORD], words, n=1, cutoff=0.7)
    return say("did_you_mean", raw=words[close[0]]) if close else None


def misspelt(text: str, known: Collection[str]) -> Message | None:
    """`did_you_mean` for the first word of a text that resembles a known one without being one, if any."""
    right = {word.lower() for word in known}
    wrong = (word for word in _WORD.findall(text.lower()) if word not in right)
    return next(filter(None, (did_you_mean(word, known) for word in wrong)), None)


def all_flags(none: FlagT, faults: Iterable[tuple[FlagT, Message]]) -> FlagT:
    """The flags of faults (given with their sentences), combined."""
    found = none
    for flag, _ in faults:
        found |= flag
    return found


def plain(value: Any) -> Any:
    """Any engine value as JSON values: words for enums and sizes, objects for things with named fields."""
    if isinstance(value, Event | Message):
        return value.to_json()
    if isinstance(value, IntEnum):
        return value.name.lower()
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {name: plain(item) for name, item in zip(value._fields, value, strict=True)}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return value
