"""Random games of every kind for the checks and the benchmark: seeded starts and moves, without output.

>>> start = random_start("Nickel", Random(1))
>>> state = start.state()
>>> random_move(state, Random(1)) in state.legal_moves()
True
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from random import Random
from types import MappingProxyType
from typing import Any

from engine.definition import AnyGame, NoRules, State
from engine.game import Seat
from engine.games import GAMES
from engine.initiative import state as initiative
from engine.initiative.draft import Draft, roll_setup
from engine.logistics import state as logistics
from engine.logistics.verdict import moves_of, suggestions
from engine.nickel import state as nickel
from engine.pieces import PALETTES, Size
from engine.sanctum import state as sanctum
from engine.sanctum.model import Build, LiennaEnters, Owner, Structure

SANCTUM_MOVES = 30
"""Number of moves of a game of Sanctum, which does not end by itself."""


@dataclass(frozen=True)
class Start:
    """A game's rules, set-up and leader."""

    game: AnyGame
    setup: Any
    rules: Any
    leader: Seat | None

    def state(self) -> State:
        """The first position."""
        return self.game.start(self.setup, self.rules, self.leader)


def rule_sets(name: str) -> dict[str, Any]:
    """All sets of rules of a game by their `Rules` tags; for Logistics with one and two trios."""
    switches = list(product((False, True), repeat=3))
    made: dict[str, list[Any]] = {
        "Initiative": [
            *(initiative.Rules.basic(end) for end in ("draw", "initiative")),
            *(
                initiative.Rules("advanced", *on, swap=swap, exhaustion=end)
                for on, swap, end in product(switches, ("up_to", "exact"), ("draw", "initiative"))
            ),
        ],
        "Logistics": [logistics.Rules(*options) for options in product(range(3, 11), (1, 2), ("top", "any"))],
        "Nickel": [nickel.Rules(*options) for options in product(("3+3", "4+2", "both"), (None, 8, 5))],
        "Sanctum": [NoRules()],
    }
    return {GAMES[name].format_rules(rules): rules for rules in made[name]}


RULES = MappingProxyType({name: tuple(rule_sets(name).values()) for name in GAMES})


def random_start(name: str, dice: Random, rules: Any = None) -> Start:
    """A random start of a game, with random rules unless some are given."""
    rules = rules or dice.choice(RULES[name])
    leader = dice.choice([None, *Seat]) if GAMES[name].seated else None
    return Start(GAMES[name], random_setup(name, dice, rules), rules, leader)


def random_setup(name: str, dice: Random, rules: Any) -> Any:
    """A random set-up that the rules allow."""
    colours = list(PALETTES[dice.choice(["rainbow", "xeno"])])
    dice.shuffle(colours)
    if name == "Initiative":
        return roll_setup(tuple(colours), dice.choice(list(Size)), dice)
    if name == "Logistics":
        return logistics.Layout.standard(rules, *(dice.choice(["rainbow", "xeno"]) for _ in Seat))
    if name == "Nickel":
        cells = [nickel.Pyramid(colour, way) for colour in colours for way in nickel.Orientation]
        dice.shuffle(cells)
        return nickel.Setup(tuple(cells))
    kinds = ["town", "colony"]
    owners = [(f"{dice.choice(kinds)}{n}", dice.choice(list(Owner))) for n in range(1, dice.randint(2, 9))]
    return tuple(sorted(Structure(*owner) for owner in owners))


def random_draft(dice: Random) -> Draft:
    """A complete random draft of Initiative."""
    colours = dice.sample(PALETTES[dice.choice(["rainbow", "xeno"])], 5)
    draft = Draft.start(tuple(colours), dice.choice(list(Size)), dice.choice([None, *Seat]))
    while draft.outcome is None:
        draft = draft.apply(dice.choice(draft.legal_moves())).state
    return draft


def random_move(state: State, dice: Random) -> Any:
    """A legal move of an unfinished game, without listing Logistics' tens of thousands of stock sows."""
    if isinstance(state, logistics.State):
        return _logistics_move(state, dice)
    if isinstance(state, sanctum.State):
        return _happening(state, dice)
    return dice.choice(state.legal_moves())


def _logistics_move(state: logistics.State, dice: Random) -> logistics.Move:
    seat = state.mover or dice.choice(list(Seat))
    if state.pending:
        return dice.choice(list(moves_of(state, seat)))
    stock = state.layout.side(seat).stock
    if stock and dice.random() < 0.6:
        count = dice.randint(1, min(len(stock), state.rules.most_from_stock))
        return logistics.Sow(seat, 0, tuple(dice.sample(stock, count)))
    own = [move for move in suggestions(state) if move.seat is seat]
    return dice.choice(own or suggestions(state))


def _happening(state: sanctum.State, dice: Random) -> sanctum.Move:
    """A legal move, sometimes one with a new name, which the list of legal moves does not contain."""
    named = f"new{len(state.history)}"
    new = (Build(dice.choice(list(Owner)), named), LiennaEnters(dice.choice([Owner.RED, Owner.BLUE]), named))
    return dice.choice(new) if dice.random() < 0.15 else dice.choice(state.legal_moves())


def playout(start: Start, dice: Random, slips: float = 0.0) -> Iterator[tuple[Any, State]]:
    """Random moves to the end of the game, each with the state after it; ``slips`` is the share of illegal
    ones.
    """
    state, count = start.state(), 0
    while state.outcome is None and (start.game.name != "Sanctum" or count < SANCTUM_MOVES):
        bad = state.plausible_illegal_moves() if slips and start.game.seated and dice.random() < slips else ()
        move = dice.choice(bad)[0] if bad else random_move(state, dice)
        state, count = (state.force(move) if bad else state.apply(move)).state, count + 1
        yield move, state
