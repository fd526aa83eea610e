"""Random games of Logistics and Nickel, each with an illegal move that is taken back."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from datasets.acting import nickel as acting_nickel
from engine.game import Seat
from engine.logistics.model import Decline, Move, Rules, Sow
from engine.logistics.model import Layout as Sides
from engine.logistics.notation import format_move, parse_move
from engine.logistics.state import State
from engine.nickel.model import Orientation, Place, Pyramid, Setup
from engine.nickel.model import Rules as NickelRules
from engine.nickel.state import State as Board
from engine.pieces import PALETTES

TURNS = 16
"""Number of turns in a filmed game of Logistics; whole games are too long."""
TRIED = 400
"""At most this many random games are tried for one film."""


def logistics(seed: int, rules: Rules) -> tuple[Seat, tuple[str, ...]]:
    """The first player, and the turns as steps for ``datasets.acting.logistics``."""
    dice = Random(seed)
    for _ in range(TRIED):
        leader = dice.choice(list(Seat))
        steps = tuple(_turns(State.start(Sides.standard(rules), rules, leader), dice))
        if any(step.startswith("illegal") for step in steps) and any(">" in step for step in steps):
            return leader, steps
    raise ValueError(f"no game of Logistics worth a film is made of {seed}")


def _turns(state: State, dice: Random) -> Iterator[str]:
    slip = dice.randrange(6, TURNS - 3)
    for number in range(TURNS):
        seat, texts = state.to_move, list[str]()
        if seat is None:
            return
        if number >= slip and (wrong := _wrong(state)):
            slip, text = TURNS, dice.choice(wrong)
            yield from (f"illegal {text}", f"take_back {text}")
        while state.to_move is seat and (move := _move(state, dice, not texts)):
            texts.append(format_move(move))
            state = state.apply(move).state
        if not texts:
            return
        yield f"play {' '.join(texts)}"


def _move(state: State, dice: Random, first: bool) -> Move | None:
    """A legal move that can be acted, preferably a capture; a turn begins with a sow."""
    moves = [move for move in state.legal_moves() if isinstance(move, Sow) is first]
    few = dice.sample(moves, min(len(moves), SAMPLED))
    clear = [move for move in few if _can_be_acted(move, state)]
    taking = [move for move in clear if len(state.apply(move).events) > 2]
    return dice.choice(taking if taking and dice.random() < 0.5 else clear or [None])


def _can_be_acted(move: Move, state: State) -> bool:
    """Whether the actor supports this kind of move and its notation reads back as the same move."""
    try:
        return type(move).__name__ in ACTED and parse_move(format_move(move), state, check=False) == move
    except ValueError:
        return False


SAMPLED = 30
"""How many of the hundreds of legal moves are considered."""
ACTED = ("Sow", "Recall", "Advance", "Reclaim")


def _wrong(state: State) -> list[str]:
    """Plausible sows from a card that are illegal even if all pending powers are declined.

    Sows that reach a vault are left out: the actor cannot take them back.
    """
    let_go = state
    while let_go.pending and let_go.mover is not None:
        let_go = let_go.apply(Decline(let_go.mover)).state
    allowed = set(let_go.legal_moves())
    found = (move for move, _ in state.plausible_illegal_moves() if isinstance(move, Sow) and move.card)
    wrong = (move for move in found if move not in allowed and _can_be_acted(move, state))
    return [format_move(move) for move in wrong if not _banks(move, state)]


def _banks(move: Move, state: State) -> bool:
    after = state.force(move).state.layout
    return any(after.side(seat).vault != state.layout.side(seat).vault for seat in Seat)


def nickel(seed: int) -> acting_nickel.Script:
    """A complete game of Nickel on a random board."""
    dice = Random(seed)
    kinds = [Pyramid(colour, way) for colour in sorted(PALETTES["rainbow"]) for way in Orientation]
    for _ in range(TRIED):
        setup, leader = Setup(tuple(dice.sample(kinds, len(kinds)))), dice.choice(list(Seat))
        steps = tuple(_placed(Board.start(setup, NickelRules(), leader), dice))
        if 8 <= len(steps) <= 18 and any(step.kind == "illegal" for step in steps):
            return acting_nickel.Script(setup, leader, steps, seed)
    raise ValueError(f"no game of Nickel worth a film is made of {seed}")


def _placed(state: Board, dice: Random) -> Iterator[acting_nickel.Step]:
    slip, number = dice.randrange(3, 8), 0
    while state.outcome is None and (seat := state.to_move) is not None:
        wrong = [move.square for move, _ in state.plausible_illegal_moves() if move.seat is seat]
        taken = [square for square in wrong if isinstance(state.at(square), Pyramid)]
        if number == slip and taken:
            square = dice.choice(taken)
            yield from (acting_nickel.Step("illegal", square), acting_nickel.Step("take_back", square))
        move: Place = dice.choice(state.legal_moves())
        yield acting_nickel.Step("play", move.square)
        state, number = state.apply(move).state, number + 1
