"""Every game under one roof: how its rules, set-up, moves and results are written, and how it starts.

>>> sorted(GAMES)
['Initiative', 'Logistics', 'Nickel', 'Sanctum']
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, Protocol, Self, TypeVar

from engine import positions
from engine.game import GameState, MalformedMove, Seat, did_you_mean, misspelt, plain
from engine.initiative import notation as notation_initiative
from engine.initiative import state as initiative
from engine.initiative.diagram import initiative_svg
from engine.initiative.draft import Draft
from engine.initiative.draft_diagram import draft_svg
from engine.initiative.draft_notation import draft_faults
from engine.logistics import notation as notation_logistics
from engine.logistics import state as logistics
from engine.logistics.diagram import logistics_svg
from engine.message import Message, Messages, message_of
from engine.nickel import notation as notation_nickel
from engine.nickel import state as nickel
from engine.nickel.diagram import nickel_svg
from engine.notation import colours_of, format_pieces, parse_pieces
from engine.pieces import Colour, Size
from engine.sanctum import notation as notation_sanctum
from engine.sanctum import state as sanctum
from engine.sanctum.diagram import sanctum_svg

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


@dataclass(frozen=True)
class NoRules:
    """A game without options."""

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> NoRules:
        """The only value there is."""
        return cls(**data)


@dataclass(frozen=True)
class Game(Generic[RulesT, SetupT, StateT, MoveT]):
    """One game's words and beginnings.

    ``parse_move`` takes a text, with its seat in front if one is named, and a state, and does not check
    legality; ``parse_setup`` takes a text and the rules. All three parsers raise `MalformedMove`.
    """

    name: str
    rules: RulesT
    """The usual rules."""
    start: Callable[[SetupT, RulesT, Seat | None], StateT]
    parse_setup: Callable[[str, RulesT], SetupT]
    format_setup: Callable[[SetupT], str]
    parse_move: Callable[[str, StateT], MoveT]
    format_move: Callable[[MoveT], str]
    result: Callable[[StateT], str]
    """A finished state's result as the tag has it; ``*`` while the game goes on."""
    svg: Callable[[StateT, Mapping[Seat, str] | None], str]
    """A diagram of a state, with the players' names; Initiative's takes a `Draft` too."""
    lines: Callable[[StateT], positions.Lines]
    """A position as labelled lines of text."""
    points: Callable[[StateT], positions.Points | None]
    """Near's and far's score so far; ``None`` in a game without points."""
    brief: Callable[[StateT], tuple[MoveT, ...]]
    """The legal moves worth listing, where all of them would be too many."""
    seated: bool = True
    """Whether a move belongs to a seat."""
    draft_faults: Callable[[str, SetupT], Iterable[Message]] | None = None
    """What is wrong with a Draft tag, given the set-up; ``None`` for a game that is not drafted."""

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
                names = say("there_are", list=tuple(sorted(usual))) if usual else say("there_are_none")
                how = did_you_mean(name, set(usual) - {name}) or names
                raise MalformedMove(say("read_no_option", raw=self.name, raw2=f"{pair!r}", text=how))
            value = _value(word)
            if not isinstance(value, _kinds(usual[name])):
                shown = f"{name}={_word(usual[name])}"
                raise MalformedMove(say("read_option", raw=name, raw2=f"{word!r}", raw3=shown))
            named[name] = value
        try:
            return type(self.rules).from_json(named)
        except (TypeError, ValueError) as error:
            raise MalformedMove(say("read_options", text=message_of(error))) from None


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


def _initiative_result(state: initiative.State) -> str:
    outcome = state.outcome
    if outcome is None:
        return "*"
    score = f" {outcome.score.total}" if outcome.score else ""
    return f"{outcome.winner}{score}" if outcome.winner else "draw"


def _logistics_result(state: logistics.State) -> str:
    outcome = state.outcome
    if outcome is None:
        return "*"
    return f"{outcome.winner or 'draw'} {outcome.near.total}-{outcome.far.total}"


def _nickel_result(state: nickel.State) -> str:
    return "*" if state.outcome is None else str(state.outcome.winner or "draw")


def format_initiative_setup(setup: initiative.Setup) -> str:
    """Inventories and stack on one line: ``near=2Mgreen;far=Lred;stack=blue,green;size=small``."""
    places = [f"near={format_pieces(setup.near)}", f"far={format_pieces(setup.far)}"]
    places.append(f"stack={','.join(setup.stack)}")
    if setup.stack_size is not None:
        places.append(f"size={setup.stack_size.word}")
    return ";".join(places)


def parse_initiative_setup(text: str) -> initiative.Setup:
    """A set-up back from one line; raises `MalformedMove`. Inventories come out sorted."""
    places: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.lower().split(";"))):
        place, _, words = (word.strip() for word in part.partition("="))
        if place not in ("near", "far", "stack", "size") or place in places:
            meant = None if place in places else did_you_mean(place, ("near", "far", "stack", "size"))
            how = meant or say("read_setup_once")
            raise MalformedMove(say("read_move", quoted=f"{part!r}", text=how))
        places[place] = words
    if not (places.get("near") and places.get("far") and places.get("stack")):
        raise MalformedMove(say("read_setup"))
    stack = [colours_of(word) for word in places["stack"].split(",")]
    if () in stack and (meant := misspelt(places["stack"], tuple(Colour))):
        raise MalformedMove(say("read_move", quoted=f"{places['stack']!r}", text=meant))
    sizes = {size.word: size for size in Size}
    if any(len(colours) != 1 for colours in stack) or places.get("size", "small") not in sizes:
        raise MalformedMove(say("read_stack"))
    near, far = (tuple(sorted(parse_pieces(places[seat]))) for seat in ("near", "far"))
    size = sizes[places["size"]] if "size" in places else None
    return initiative.Setup(near, far, tuple(colours[0] for colours in stack), size)


def initiative_diagram(state: initiative.State | Draft, names: Mapping[Seat, str] | None = None) -> str:
    """The diagram of a round or of the draft before it."""
    return draft_svg(state, names) if isinstance(state, Draft) else initiative_svg(state, names)


def _sanctum_setup(text: str, rules: NoRules) -> tuple[sanctum.Structure, ...]:
    found = notation_sanctum.parse_structures(text)
    names = [each.name for each in found]
    for name in names:
        if names.count(name) > 1:
            raise MalformedMove(say("read_structures", raw=name))
    return found


INITIATIVE = Game(
    "Initiative",
    initiative.Rules(),
    initiative.State.start,
    lambda text, rules: parse_initiative_setup(text),
    format_initiative_setup,
    lambda text, state: notation_initiative.parse_play(text, state, check=False),
    notation_initiative.format_play,
    _initiative_result,
    initiative_diagram,
    positions.initiative_lines,
    positions.initiative_points,
    positions.initiative_brief,
    draft_faults=draft_faults,
)
LOGISTICS = Game(
    "Logistics",
    logistics.Rules(),
    logistics.State.start,
    lambda text, rules: notation_logistics.parse_layout(text, rules.cards),
    notation_logistics.format_layout,
    lambda text, state: notation_logistics.parse_move(text, state, check=False),
    notation_logistics.format_move,
    _logistics_result,
    logistics_svg,
    positions.logistics_lines,
    positions.logistics_points,
    positions.logistics_brief,
)
NICKEL = Game(
    "Nickel",
    nickel.Rules(),
    nickel.State.start,
    lambda text, rules: notation_nickel.parse_setup(text),
    notation_nickel.format_setup,
    lambda text, state: notation_nickel.parse_move(text, state, check=False),
    notation_nickel.format_move,
    _nickel_result,
    nickel_svg,
    positions.nickel_lines,
    positions.no_points,
    positions.every_move,
)
SANCTUM = Game(
    "Sanctum",
    NoRules(),
    lambda setup, rules, leader: sanctum.State.start(setup),
    _sanctum_setup,
    notation_sanctum.format_structures,
    lambda text, state: notation_sanctum.parse_move(text, state, check=False),
    notation_sanctum.format_move,
    lambda state: "*",
    lambda state, names: sanctum_svg(state),
    positions.sanctum_lines,
    positions.no_points,
    positions.every_move,
    seated=False,
)
_ALL: tuple[AnyGame, ...] = (INITIATIVE, LOGISTICS, NICKEL, SANCTUM)
GAMES: Mapping[str, AnyGame] = MappingProxyType({game.name: game for game in _ALL})


def find_game(name: str) -> AnyGame:
    """The game of that name, whatever the letter case; raises `MalformedMove`."""
    for game in _ALL:
        if game.name.lower() == name.strip().lower():
            return game
    how = did_you_mean(name, GAMES) or say("there_are", list=tuple(GAMES))
    raise MalformedMove(say("read_no_game", raw=f"{name!r}", text=how))
