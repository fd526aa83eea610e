"""The list of films: the game acted in each, and the facts about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from datasets.acting import draft as acting_draft
from datasets.acting import improvised
from datasets.acting import initiative as acting
from datasets.acting import logistics as acting_logistics
from datasets.acting import match as acting_match
from datasets.acting import nickel as acting_nickel
from datasets.acting import sanctum as acting_sanctum
from datasets.film.beats import BRISK, STEADY, SWIFT, Pace
from datasets.film.visits import Acted
from datasets.scene.scenes import Unit
from engine.game import plain
from engine.games import GAMES
from engine.initiative.examples import ROUNDS
from engine.initiative.match import Match, RoundResult
from engine.initiative.model import Rules
from engine.initiative.state import State
from engine.logistics.model import Layout
from engine.logistics.model import Rules as LogisticsRules
from engine.nickel.examples import NAMES
from engine.nickel.model import Rules as NickelRules
from engine.sanctum.model import Owner


@dataclass(frozen=True)
class Filmed:
    """One film's game: how it is acted, and what its ground truth contains besides the steps.

    ``words`` are the names that set-up questions use for the units of the opening, in order; by default the
    names of their pieces. ``things`` are other possible subjects of questions: x, y (mm), word.
    """

    acted: Acted
    facts: Mapping[str, Any]
    words: tuple[str, ...] = ()
    pace: Pace = BRISK
    things: tuple[tuple[float, float, str], ...] = ()

    def pieces(self) -> list[dict[str, Any]]:
        """Everything on the table at the start, with places and names."""
        found = named(self.acted.opening.units, self.words)
        return found + [{"x_mm": x, "y_mm": y, "word": word} for x, y, word in self.things]


def named(units: Sequence[Unit], words: Sequence[str] = ()) -> list[dict[str, Any]]:
    """The places and names of units, as questions give them.

    Without ``words`` a unit is named by its top piece, the initiative stack by its colours from the top.
    """
    words = words or [_word(unit) for unit in units]
    return [
        {"x_mm": round(unit.x_mm, 1), "y_mm": round(unit.y_mm, 1), "word": word}
        for unit, word in zip(units, words, strict=True)
    ]


def _word(unit: Unit) -> str:
    colours = [placed.piece.colour.value for placed in reversed(unit.pieces)]
    return ", ".join(colours) if len(colours) == 5 else str(unit.pieces[-1].piece)


def _example(name: str) -> Filmed:
    round_ = ROUNDS[name]
    return Filmed(acting.act(round_), {"round": name, **round_facts(round_.states()[-1])}, pace=Pace())


def round_facts(end: State) -> dict[str, Any]:
    """The facts about a round, taken from its final state."""
    assert end.outcome is not None
    return {
        "game": "initiative",
        "rules": plain(end.rules),
        "names": {"near": "Alison", "far": "Kristin"},
        "winner": end.outcome.winner and end.outcome.winner.value,
        "score": end.outcome.score and end.outcome.score.total,
        "final_stack": [colour.value for colour in end.stack],
    }


def _initiative(seed: int, rules: Rules) -> Filmed:
    start = improvised.start(seed, rules)
    steps, end = improvised.initiative(start, seed)
    return Filmed(acting.perform(start, steps), round_facts(end), pace=STEADY)


def _draft(seed: int) -> Filmed:
    """A draft, and the basic round that is played with it."""
    stack, leader, steps, setup = improvised.draft(seed)
    start = State.start(setup, Rules.basic(), leader)
    plays, end = improvised.initiative(start, seed, slips=False)
    acted = acting_draft.act(stack, steps, start, plays)
    words = (f"{', '.join(stack.colours)} ({stack.size.word})",)
    markers = tuple((sheet.x_mm, sheet.y_mm, "the marker itself") for sheet in acting_draft.papers())
    return Filmed(acted, {**round_facts(end), "table": {"draft": True}}, words, STEADY, markers)


def _match(seed: int) -> Filmed:
    """Two rounds with sacrifices, the mishaps in the first."""
    rules = Rules.advanced(pummeling=False, calling=False)
    start = improvised.start(seed, rules)
    steps, end = improvised.initiative(start, seed, between=improvised.BRIEF)
    match = Match(rules).add(_result(start, end))
    setup, leader = match.next_setup(), match.next_leader()
    assert setup is not None
    second = State.start(setup, rules, leader)
    plays, last = improvised.initiative(second, ~seed, slips=False, between=improvised.BRIEF)
    totals = {seat.value: points for seat, points in match.add(_result(second, last)).totals.items()}
    acted, between = acting_match.act(start, steps, second, plays)
    facts = {**round_facts(last), "rounds": 2, "totals": totals, "pieces_between": named(between.units)}
    return Filmed(acted, facts, pace=SWIFT)


def _result(start: State, end: State) -> RoundResult:
    assert start.to_move is not None and end.outcome is not None
    return RoundResult(start.setup, start.to_move, end.outcome)


def _nickel() -> Filmed:
    script, game = acting_nickel.LINE, GAMES["Nickel"]
    facts = {
        "game": "nickel",
        "rules": plain(NickelRules()),
        "names": {seat.value: player for seat, player in NAMES.items()},
        "setup": game.format_setup(script.setup),
        "winner": "far",
    }
    return Filmed(acting_nickel.act(script), facts, tuple(map(str, script.setup.board)))


def _sanctum(owners: tuple[Owner, ...], steps: tuple[acting_sanctum.Step, ...]) -> Filmed:
    facts = {
        "game": "sanctum",
        "rules": {},
        "names": {"near": "Red", "far": "Blue"},
        "setup": GAMES["Sanctum"].format_setup(acting_sanctum.setup(owners)),
        "table": {"marker": acting_sanctum.MARKER.value},
    }
    words = (*(owner.value for owner in owners), acting_sanctum.MARKER.value)
    return Filmed(acting_sanctum.act(owners, steps), facts, words)


def _logistics(count: int = 0) -> Filmed:
    """The whole game, or the beginning of one with ``count`` cards per side."""
    rules = LogisticsRules(cards=count) if count else acting_logistics.RULES
    steps = acting_logistics.LONG_TURNS[count] if count else acting_logistics.TURNS
    facts = {
        "game": "logistics",
        "rules": plain(rules),
        "names": {"near": "Beryl", "far": "Ann"},
        "setup": GAMES["Logistics"].format_setup(Layout.standard(rules)),
        **({} if count else {"winner": "near"}),
    }
    return Filmed(acting_logistics.act(rules, steps=steps), facts)


FILMS: dict[str, Callable[[], Filmed]] = {
    **{name: lambda name=name: _example(name) for name in ROUNDS},  # type: ignore[misc]
    "nickel": _nickel,
    "sanctum": lambda: _sanctum(acting_sanctum.OWNERS, acting_sanctum.BATTLE),
    "logistics": _logistics,
    **{f"logistics-{count}": lambda count=count: _logistics(count) for count in acting_logistics.LONG_TURNS},  # type: ignore[misc]
}
"""Scripted films, by name."""
IMPROVISED: dict[str, Callable[[int], Filmed]] = {
    "initiative": lambda seed: _initiative(seed, Rules.basic()),
    "advanced": lambda seed: _initiative(seed, Rules.advanced()),
    "draft": _draft,
    "match": _match,
    "sanctum": lambda seed: _sanctum(*improvised.battle(seed)),
}
"""Improvised films, by kind, with a seed."""


def filmed(name: str) -> Filmed:
    """The film of a name: one of ``FILMS``, or of ``IMPROVISED`` with its seed, such as ``draft-1``.

    Raises ``ValueError`` with one line for other names.
    """
    kind, _, seed = name.rpartition("-")
    if name in FILMS:
        return FILMS[name]()
    if kind in IMPROVISED and seed.isdecimal():
        return IMPROVISED[kind](int(seed))
    known = ", ".join((*FILMS, *(f"{each}-1" for each in IMPROVISED)))
    raise ValueError(f"there is no film {name!r}: films are {known} and so on")
