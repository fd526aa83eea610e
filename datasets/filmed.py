"""The films there are: which game is acted in each, and what there is to know about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from datasets import acting, acting_logistics, acting_nickel, acting_sanctum
from datasets.beats import BRISK, Pace
from datasets.visits import Acted
from engine.examples import ROUNDS
from engine.examples_nickel import NAMES
from engine.game import plain
from engine.games import GAMES
from engine.logistics_model import Layout, Rules
from engine.nickel import Rules as NickelRules


@dataclass(frozen=True)
class Filmed:
    """One film's game: what is acted, and the facts beside the steps that its ground truth has.

    ``words`` are what the units of the opening are called in a question about the set-up, in their order;
    without them their pieces' names.
    """

    acted: Acted
    facts: Mapping[str, Any]
    words: tuple[str, ...] = ()
    pace: Pace = BRISK

    def pieces(self) -> list[dict[str, Any]]:
        """Everything that stands on the table at first, where it is and what it is called."""
        units = self.acted.opening.units
        words = self.words or tuple(str(unit.pieces[-1].piece) for unit in units)
        return [
            {"x_mm": round(unit.x_mm, 1), "y_mm": round(unit.y_mm, 1), "word": word}
            for unit, word in zip(units, words, strict=True)
        ]


def _initiative(name: str) -> Filmed:
    round_ = ROUNDS[name]
    facts = {
        "round": name,
        "game": "initiative",
        "rules": plain(round_.start().rules),
        "names": {seat.value: player for seat, player in round_.names.items()},
        "winner": round_.winner.value,
        "score": round_.score,
        "final_stack": [colour.value for colour in round_.final_stack],
    }
    return Filmed(acting.act(round_), facts, pace=Pace())


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


def _sanctum() -> Filmed:
    owners = acting_sanctum.OWNERS
    facts = {
        "game": "sanctum",
        "rules": {},
        "names": {"near": "Red", "far": "Blue"},
        "setup": GAMES["Sanctum"].format_setup(acting_sanctum.setup(owners)),
        "table": {"marker": acting_sanctum.MARKER.value},
    }
    words = (*(owner.value for owner in owners), acting_sanctum.MARKER.value)
    return Filmed(acting_sanctum.act(owners, acting_sanctum.BATTLE), facts, words)


def _logistics(count: int = 0) -> Filmed:
    """The whole game, or how one on so many cards a side begins."""
    rules = Rules(cards=count) if count else acting_logistics.RULES
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
    **{name: lambda name=name: _initiative(name) for name in ROUNDS},  # type: ignore[misc]
    "nickel": _nickel,
    "sanctum": _sanctum,
    "logistics": _logistics,
    **{f"logistics-{count}": lambda count=count: _logistics(count) for count in acting_logistics.LONG_TURNS},  # type: ignore[misc]
}
