"""What defines a game for the engine: its notation, its start, and what can be derived from its positions.

A game's package has one such value, ``GAME`` in its ``game.py``, and names it as an entry point, through
which `engine.games` finds it.
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
    """A game's rule options: a frozen dataclass of words, numbers and switches."""

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """The rules with these options, the others as usual. Raises ``ValueError``."""


RulesT = TypeVar("RulesT", bound=GameRules)
SetupT = TypeVar("SetupT")
StateT = TypeVar("StateT", bound=GameState[Any])
MoveT = TypeVar("MoveT")
State = GameState[Any]
"""The state of any game."""
Lines = tuple[tuple[Said, Said], ...]
"""Label and text of each line of a position, in the order in which they are shown."""
Points = tuple[int, int]
"""Near's and far's points."""


@dataclass(frozen=True)
class NoRules:
    """A game without options."""

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> NoRules:
        """The only value there is."""
        return cls(**data)


def every_move(state: GameState[MoveT]) -> tuple[MoveT, ...]:
    """All legal moves, in a game with few."""
    return state.legal_moves()


def no_points(state: object) -> Points | None:
    """A game without points."""
    return None


def always(move: object) -> bool:
    """Every move is worth listing."""
    return True


def no_facts(state: object) -> dict[str, Any]:
    """Nothing is reported about a position."""
    return {}


def no_slips(state: object) -> tuple[Any, ...]:
    """No illegal moves are known to be likely."""
    return ()


def nothing(state: object) -> None:
    """The default of a game that lacks something."""


def numbered_readings(package: str, letter: str, most: int) -> dict[str, Message]:
    """The readings ``letter`` 1 to ``most`` of a game, from the messages ``reading-ID`` of its package."""
    say = Messages(package)
    return {f"{letter}{number}": say(f"reading-{letter}{number}") for number in range(1, most + 1)}


class Ppn(NamedTuple):
    """A game in the Piecepack notation: the moves that set up a state, and those that make a ply."""

    start: Callable[[Any], list[str]]
    ply: Callable[[Ply], list[str]]


class Breach(NamedTuple):
    """A typed position and a move in it that breaks one rule, for a drawing of the rule.

    The last of ``moves`` is the illegal one; ``leader`` makes the first.
    """

    setup: str
    moves: tuple[str, ...]
    rules: str = ""
    leader: Seat = Seat.NEAR


class Drafted(NamedTuple):
    """A draft: what is played before a game to find its set-up. ``game`` has states and moves of its own.

    ``format`` writes a state of it as in the Draft tag, ``faults`` says what is wrong with such a tag, given
    the set-up.
    """

    game: AnyGame
    format: Callable[[Any], str]
    faults: Callable[[str, Any], Iterable[Message]]


class Objects(NamedTuple):
    """Moves and set-ups from the JSON objects that `engine.game.plain` makes of them; both raise
    ``ValueError``, ``KeyError`` or ``TypeError``."""

    move: Callable[[dict[str, Any]], Any]
    setup: Callable[[dict[str, Any]], Any]


@dataclass(frozen=True)
class Game(Generic[RulesT, SetupT, StateT, MoveT]):
    """One game: its notation, its start, and its optional parts.

    ``parse_move`` takes a text, with its seat in front if one is named, and a state, and does not check
    legality; ``parse_setup`` takes a text and the rules. All three parsers raise `MalformedMove`. What has a
    default below is optional.
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
    """A finished state's result as in the tag; ``*`` while the game continues."""
    svg: Callable[[StateT, Mapping[Seat, str] | None, Tell], str]
    """A diagram of a state, given the players' names and a function that puts messages into words."""
    lines: Callable[[StateT], Lines]
    """A position as labelled lines; notation is text, everything else messages."""
    points: Callable[[StateT], Points | None] = no_points
    """Near's and far's score so far; ``None`` in a game without points."""
    brief: Callable[[StateT], tuple[MoveT, ...]] = every_move
    """The legal moves worth listing, if there are too many to list all."""
    plain: Callable[[MoveT], bool] = always
    """Whether a move is worth a place in a short list of moves."""
    facts: Callable[[StateT], dict[str, Any]] = no_facts
    """What is reported about a position besides whose turn it is, as JSON values."""
    holder: Callable[[StateT], str | None] = nothing
    """Who has the initiative, in a game that has one."""
    slips: Callable[[StateT], Iterable[MoveT]] = no_slips
    """Illegal moves that players may well make in a state."""
    follows: Callable[[StateT], MoveT | None] = nothing
    """The move that follows automatically in a state, nobody having a choice; ``None`` if people move."""
    readings: Mapping[str, Message] = field(default_factory=dict, compare=False)
    """The sentence of each reading of its rules, by id."""
    broken: Mapping[str, Breach] = field(default_factory=dict, compare=False)
    """For each reading that a move can break, an example of that, by id."""
    solver: Solver | None = None
    """Its solver; ``None`` for a game without one."""
    nodes: int = 20_000
    """The usual number of positions its solver examines for one judgement."""
    ppn: Ppn | None = None
    """Its form in the Piecepack notation; ``None`` if it has none."""
    no_ppn: str = "where this game's pieces lie is not told in this notation"
    """Why it has none."""
    seated: bool = True
    """Whether a move belongs to a seat."""
    ends: bool = True
    """Whether its rules end it; otherwise it is followed for as long as somebody wants."""
    rounds: bool = False
    """Whether its rounds form a match, in which points are added up and leaders alternate."""
    objects: Objects | None = None
    """How to read moves and set-ups from JSON objects, for a game whose events have these and no texts."""
    drafted: Drafted | None = None
    """The draft of its set-up; ``None`` for a game without one."""

    def format_rules(self, rules: RulesT) -> str:
        """Rule options as ``name=value`` pairs."""
        values: dict[str, Any] = plain(rules)
        return " ".join(f"{name}={_word(value)}" for name, value in values.items())

    def parse_rules(self, text: str) -> RulesT:
        """Rule options from pairs, the others as usual. Raises `MalformedMove`."""
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
"""A game that is only known at run time."""


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)


def _value(word: str) -> Any:
    if word in ("true", "false", "none"):
        return {"true": True, "false": False, "none": None}[word]
    return int(word) if re.fullmatch(r"[0-9]{1,6}", word) else word


def _kinds(default: Any) -> tuple[type, ...]:
    """The types an option may have, from its usual value; one that is usually none is a number."""
    return (int, type(None)) if default is None else (type(default),)
