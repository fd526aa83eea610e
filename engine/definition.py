"""What a game is to the engine: its words, how it begins, and what is worked out of its positions.

A game's package has one such value, ``GAME`` in its ``game.py``, and names it as an entry point, by which
`engine.games` finds it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from engine.game import GameState, MalformedMove, Seat, did_you_mean, plain
from engine.message import Message, Messages, Said, Tell
from engine.record.plies import Ply
from engine.solver import Solver

say = Messages("engine")


class GameRules(Protocol):
    """The rule options of a game: a frozen dataclass of words, numbers and switches."""

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """Rules from options by name; what is not named is as usual. Raises ``ValueError``."""


RulesT = TypeVar("RulesT", bound=GameRules)
SetupT = TypeVar("SetupT")
StateT = TypeVar("StateT", bound=GameState[Any])
MoveT = TypeVar("MoveT")
State = GameState[Any]
"""The state of some game."""
Lines = tuple[tuple[Said, Said], ...]
"""Label and text of what lies on a table, in the order in which they are shown."""
Points = tuple[int, int]
"""Near's and far's."""


@dataclass(frozen=True)
class NoRules:
    """A game without options."""

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> NoRules:
        """The only value there is."""
        return cls(**data)


def every_move(state: GameState[MoveT]) -> tuple[MoveT, ...]:
    """All legal moves, where these are few."""
    return state.legal_moves()


def no_points(state: object) -> Points | None:
    """A game without points."""
    return None


def always(move: object) -> bool:
    """Every move is worth listing."""
    return True


def no_facts(state: object) -> dict[str, Any]:
    """Nothing is reported of a position."""
    return {}


def no_slips(state: object) -> tuple[Any, ...]:
    """Nobody has said which illegal moves are likely."""
    return ()


def nothing(state: object) -> None:
    """A game without what is asked for."""


def numbered_readings(package: str, letter: str, most: int) -> dict[str, Message]:
    """The readings ``letter`` 1 to ``most`` of a game whose package has the messages ``reading-ID``."""
    say = Messages(package)
    return {f"{letter}{number}": say(f"reading-{letter}{number}") for number in range(1, most + 1)}


class Ppn(NamedTuple):
    """A game in the Piecepack notation: the moves that set it up from a state, and those that make a ply."""

    start: Callable[[Any], list[str]]
    ply: Callable[[Ply], list[str]]


class Breach(NamedTuple):
    """A position and a move in it that breaks one rule, as they are typed: what a drawing of the rule shows.

    The last of ``moves`` is the illegal one; ``leader`` makes the first.
    """

    setup: str
    moves: tuple[str, ...]
    rules: str = ""
    leader: Seat = Seat.NEAR


class Drafted(NamedTuple):
    """What is played before a game to find its set-up: ``game`` has states and moves of its own.

    ``format`` writes one of its states as the Draft tag has it, ``faults`` says what is wrong with such a
    tag, given the set-up.
    """

    game: AnyGame
    format: Callable[[Any], str]
    faults: Callable[[str, Any], Iterable[Message]]


class Objects(NamedTuple):
    """Moves and set-ups from the JSON objects that `engine.game.plain` makes of them; all raise
    ``ValueError``, ``KeyError`` or ``TypeError``."""

    move: Callable[[dict[str, Any]], Any]
    setup: Callable[[dict[str, Any]], Any]


@dataclass(frozen=True)
class Game(Generic[RulesT, SetupT, StateT, MoveT]):
    """One game's words and beginnings.

    ``parse_move`` takes a text, with its seat in front if one is named, and a state, and does not check
    legality; ``parse_setup`` takes a text and the rules. All three parsers raise `MalformedMove`. What has a
    value below need not be given.
    """

    name: str
    rules: RulesT
    """The usual rules."""
    state: type[StateT]
    """The class of its states."""
    start: Callable[[SetupT, RulesT, Seat | None], StateT]
    parse_setup: Callable[[str, RulesT], SetupT]
    format_setup: Callable[[SetupT], str]
    parse_move: Callable[[str, StateT], MoveT]
    format_move: Callable[[MoveT], str]
    result: Callable[[StateT], str]
    """A finished state's result as the tag has it; ``*`` while the game goes on."""
    svg: Callable[[StateT, Mapping[Seat, str] | None, Tell], str]
    """A diagram of a state, with the players' names and what puts its messages into words."""
    lines: Callable[[StateT], Lines]
    """A position as labelled lines; what is in the notation is text, the rest messages."""
    points: Callable[[StateT], Points | None] = no_points
    """Near's and far's score so far; ``None`` in a game without points."""
    brief: Callable[[StateT], tuple[MoveT, ...]] = every_move
    """The legal moves worth listing, where all of them would be too many."""
    plain: Callable[[MoveT], bool] = always
    """Whether a move is worth a place in a short list of moves."""
    facts: Callable[[StateT], dict[str, Any]] = no_facts
    """What is reported of a position besides whose turn it is, as JSON values."""
    holder: Callable[[StateT], str | None] = nothing
    """Who has the initiative, in a game that has one."""
    slips: Callable[[StateT], Iterable[MoveT]] = no_slips
    """Illegal moves that players may well make in a state."""
    follows: Callable[[StateT], MoveT | None] = nothing
    """The move that is made by itself in a state, nobody having a choice; ``None`` where people move."""
    readings: Mapping[str, Message] = field(default_factory=dict, compare=False)
    """What each reading of its rules says, in one sentence, by id."""
    broken: Mapping[str, Breach] = field(default_factory=dict, compare=False)
    """How each reading that a move can break is broken, by id."""
    solver: Solver | None = None
    """Who is winning; ``None`` for a game that nobody has written one for."""
    nodes: int = 20_000
    """So many positions are enough for its solver to look at for one judgement."""
    ppn: Ppn | None = None
    """How it lies on a table in the Piecepack notation; ``None`` where that cannot be said."""
    no_ppn: str = "where this game's pieces lie is not told in this notation"
    """Why it cannot be said."""
    seated: bool = True
    """Whether a move belongs to a seat."""
    ends: bool = True
    """Whether its rules bring it to an end; else it is followed for as long as somebody wants to."""
    rounds: bool = False
    """Whether its rounds make up a match, in which their points are added up and leaders take turns."""
    objects: Objects | None = None
    """How moves and set-ups come back from JSON objects, for a game whose events hold these and not texts."""
    drafted: Drafted | None = None
    """How its set-up may be drafted; ``None`` for a game that is not."""

    def format_rules(self, rules: RulesT) -> str:
        """Rule options as ``name=value`` pairs."""
        values: dict[str, Any] = plain(rules)
        return " ".join(f"{name}={_word(value)}" for name, value in values.items())

    def parse_rules(self, text: str) -> RulesT:
        """Rule options from pairs; what is not named is as usual. Raises `MalformedMove`."""
        usual: dict[str, Any] = plain(self.rules)
        named: dict[str, Any] = {}
        for pair in text.split():
            name, _, word = pair.partition("=")
            if name not in usual or not word:
                there = say("there_are", list=sorted(usual)) if usual else say("there_are_none")
                how = did_you_mean(name, set(usual) - {name}) or there
                raise MalformedMove(say("read_no_option", raw=self.name, raw2=f"{pair!r}", text=how))
            value = _value(word)
            if not isinstance(value, _kinds(usual[name])):
                shown = f"{name}={_word(usual[name])}"
                raise MalformedMove(say("read_option", raw=name, raw2=f"{word!r}", raw3=shown))
            named[name] = value
        try:
            return type(self.rules).from_json(named)
        except (TypeError, ValueError) as error:
            raise MalformedMove(say("read_options", text=error)) from None


AnyGame = Game[Any, Any, Any, Any]
"""Some game, where it is known only at run time which one."""


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)


def _value(word: str) -> Any:
    if word in ("true", "false", "none"):
        return {"true": True, "false": False, "none": None}[word]
    return int(word) if re.fullmatch(r"[0-9]{1,6}", word) else word


def _kinds(default: Any) -> tuple[type, ...]:
    """What an option may be, from its usual value; one that is usually none is a number."""
    return (int, type(None)) if default is None else (type(default),)
