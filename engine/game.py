"""What every refereed game shares: seats, faults, errors, steps, events and the protocol of a game state.

A game module gives an immutable, hashable state that knows its legal moves, applies or forces a move, and
says when and why the round is over. Verdicts carry the id of the reading they rest on (see ``RULES.md``).
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
    """A move that cannot be taken as it is; ``message`` is one sentence that players understand."""

    def __init__(self, message: Said) -> None:
        super().__init__(message)
        self.message = message if isinstance(message, Message) else as_recorded(message)


class MalformedMove(MoveError):
    """No move at all: unreadable text, or pieces that the player does not have."""


class AmbiguousMove(MoveError):
    """A text that fits several moves, which are in ``alternatives``."""

    def __init__(self, message: Said, alternatives: Sequence[Any] = ()) -> None:
        super().__init__(message)
        self.alternatives: tuple[Any, ...] = tuple(alternatives)


class Fault(NamedTuple):
    """A rule that a move breaks: the reading's id (like ``I1``), a stable word for the kind of mistake, and a
    sentence that players understand."""

    reading: str
    code: str
    message: Message


class IllegalMove(MoveError):
    """A possible move that the rules forbid: ``play`` is the move, the rest what its fault says.

    An exception cannot be generic: the moves are of the game's own type.
    """

    def __init__(
        self, fault: Fault, play: Any, legal: Callable[[], Iterable[Any]] | tuple[Any, ...] = ()
    ) -> None:
        """``legal`` are the legal moves at that moment, or what finds them when they are wanted."""
        super().__init__(fault.message)
        self.reading = fault.reading
        self.code = fault.code
        self.play = play
        self._legal = legal

    @cached_property
    def alternatives(self) -> tuple[Any, ...]:
        """The legal moves at that moment, found when first looked at: there may be tens of thousands."""
        return self._legal if isinstance(self._legal, tuple) else tuple(self._legal())

    def __str__(self) -> str:
        return f"{self.message} [{self.reading}]"

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy has the legal moves, and not the state that finds them."""
        return IllegalMove, (Fault(self.reading, self.code, self.message), self.play, self.alternatives)


class cached(Generic[ValueT]):
    """A property worked out once, as by ``functools.cached_property`` but without the lock that this takes
    before Python 3.12: states are immutable, so that working it out twice does no harm."""

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
    """Something that happened through a move; ``kind`` names the class in records."""

    kind: ClassVar[str] = "event"

    def to_json(self) -> dict[str, Any]:
        """The event as JSON values, with its kind."""
        return {"kind": self.kind, **{field.name: plain(getattr(self, field.name)) for field in fields(self)}}


LONGEST_WORD = 40
"""No word that is meant to be one of a game's is longer."""
_WORD = re.compile(r"[a-z]{2,}")


class Step(Generic[StateT]):
    """What a move leads to: the next ``state``, and what happened, told when it is asked for."""

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
    """How a round ended, whichever the game."""

    @property
    def winner(self) -> Seat | None:
        """The winner, or ``None`` for a draw."""

    @property
    def reason(self) -> Message:
        """One sentence that players understand."""

    @property
    def reading(self) -> str:
        """The reading that decides it."""


class GameState(Protocol[MoveT]):
    """What the state of any game has; states are immutable and hashable."""

    @property
    def may_move(self) -> tuple[Seat, ...]:
        """The seats that may move now: one as a rule, both while either may begin, none when the game is
        over, nor in a game whose moves belong to no seat."""

    @property
    def to_move(self) -> Seat | None:
        """The one seat that may move; ``None`` unless it is just one (see `may_move` and `outcome`)."""

    @property
    def outcome(self) -> OutcomeLike | None:
        """How the round ended, or ``None`` while it goes on."""

    @property
    def key(self) -> Hashable:
        """The position without the way to it. States that began alike, by the same rules, and have equal keys
        have the same legal moves, ends and scores before them; only repetition may tell them apart (L13)."""

    def legal_moves(self) -> tuple[MoveT, ...]:
        """Every legal move, each once; empty when the round is over."""

    def check(self, move: MoveT) -> None:
        """Raise `IllegalMove` or `MalformedMove` unless ``move`` is legal."""

    def apply(self, move: MoveT) -> Step[Self]:
        """Make a legal move."""

    def force(self, move: MoveT) -> Step[Self]:
        """Make a move that the players let stand, legal or not."""

    def status(self) -> Flag:
        """The game's own flags for what makes this position impossible; zero when it is sound."""

    def problems(self) -> tuple[Message, ...]:
        """A sentence for each fault of `status`."""


def mover(move: object) -> Seat | None:
    """The seat that a move belongs to; ``None`` in a game whose moves belong to nobody."""
    seat: Seat | None = getattr(move, "seat", None)
    return seat


def only(seats: tuple[Seat, ...]) -> Seat | None:
    """The one seat there is, or ``None`` where there are none or both."""
    return seats[0] if len(seats) == 1 else None


def did_you_mean(word: str, known: Iterable[str]) -> Message | None:
    """A question after the word that a misspelt one is probably meant to be, if there is one like it.

    >>> str(did_you_mean("gren", ["red", "green", "blue"]))
    'did you mean green?'
    """
    from difflib import get_close_matches  # takes a while to import, and is seldom needed

    words = {each.lower(): each for each in known}
    close = get_close_matches(word.strip().lower()[:LONGEST_WORD], words, n=1, cutoff=0.7)
    return say("did_you_mean", raw=words[close[0]]) if close else None


def misspelt(text: str, known: Collection[str]) -> Message | None:
    """`did_you_mean` for the first word of a text that is like a known one without being one, if any."""
    right = {word.lower() for word in known}
    wrong = (word for word in _WORD.findall(text.lower()) if word not in right)
    return next(filter(None, (did_you_mean(word, known) for word in wrong)), None)


def all_flags(none: FlagT, faults: Iterable[tuple[FlagT, Message]]) -> FlagT:
    """The flags of faults that come with their sentences, together."""
    found = none
    for flag, _ in faults:
        found |= flag
    return found


def plain(value: Any) -> Any:
    """Any engine value as JSON values: words for enums and sizes, objects for what has named fields."""
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
