"""Diagrams of every state of random games and drafts: readable, complete, marked, inside their frame."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from engine.drawing.shapes import code
from engine.game import Seat
from engine.games import game_named
from engine.initiative import state as initiative
from engine.initiative.draft import Draft, Draw, Take, roll_setup
from engine.initiative.examples import ROUNDS
from engine.logistics import state as logistics
from engine.logistics.model import Arrange, Layout, Reclaim, Sow, Swap
from engine.nickel import state as nickel
from engine.nickel.examples import SETUP
from engine.pieces import PALETTES, Piece, Size
from engine.sanctum import state as sanctum
from engine.sanctum.notation import parse_structures
from tests.support.drawn_svg import lettered, marks, outside, pyramids

NAMES = {Seat.NEAR: "A <very> long & winding name", Seat.FAR: "Bo"}


def drawn(game: str, state: Any) -> str:
    """The diagram, after the checks that apply to every game."""
    svg = game_named(game).svg(state, NAMES)
    assert svg == game_named(game).svg(state, NAMES)
    assert outside(svg) == []
    for piece, letters in lettered(svg):
        assert game == "Sanctum" or piece[1] in letters
    return svg


def walk(state: Any, dice: Random, most: int, stand: float = 0.0) -> list[Any]:
    """Random moves, some of them illegal ones that stood."""
    states = [state]
    while states[-1].outcome is None and len(states) < most:
        now = states[-1]
        moves = getattr(now, "suggestions", None) or now.legal_moves()
        wrong = now.plausible_illegal_moves() if dice.random() < stand else ()
        move = dice.choice(wrong)[0] if wrong else dice.choice(moves)
        states.append(now.force(move).state)
    return states


@pytest.mark.parametrize("seed", range(4))
def test_rounds_of_initiative(seed: int) -> None:
    dice = Random(seed)
    setup = roll_setup(PALETTES["rainbow"], dice.choice(list(Size)), dice)
    rules = initiative.Rules.advanced(exhaustion=dice.choice(["draw", "initiative"]))
    start = initiative.State.start(setup, rules, dice.choice([None, *Seat]))
    for state in walk(start, dice, 40, stand=0.2 * (seed % 2)):
        svg = drawn("Initiative", state)
        inventory = [piece for seat in Seat for piece in state.inventories[seat]]
        played = [piece for play in state.history for piece in (play.pieces or (play.piece,))]
        stack = [Piece(setup.stack_size or Size.MEDIUM, colour) for colour in state.stack]
        assert pyramids(svg) == Counter(map(code, (*inventory, *played, *stack)))
        legal = {(play.seat, play.piece) for play in state.legal_moves() if not play.virtual}
        wanted = sum(state.inventories[seat].count(piece) for seat, piece in legal)
        assert len(marks(svg, "legal")) == wanted + (state.virtual_move is not None and bool(state.history))
        shifted = bool(state.history and state.history[-1].shift)
        assert len(marks(svg, "last")) == bool(state.history) + shifted
        assert len(marks(svg, "won")) == bool(state.outcome and state.outcome.winner)


@pytest.mark.parametrize("seed", range(6))
def test_drafts(seed: int) -> None:
    dice = Random(seed)
    draft = Draft.start(PALETTES["xeno"], dice.choice(list(Size)), dice.choice([None, *Seat]))
    while True:
        svg = drawn("Draft", draft)
        legal = draft.legal_moves()
        takes = {f"marker {move.marker}" for move in legal if isinstance(move, Take)}
        places = {f"at {move.marker}" for move in legal if isinstance(move, Draw)}
        assert Counter(marks(svg, "legal")) == Counter([*takes, *places])
        assert svg.count("class='closed'") == len(draft.closed)
        table = [*draft.near, *draft.far, *(piece for row in draft.rows for piece in row)]
        stack = [Piece(draft.stack_size, colour) for colour in draft.stack]
        assert pyramids(svg) == Counter(map(code, (*table, *stack)))
        if draft.history:
            move = draft.history[-1]
            taken = len(Counter(table)) and len(marks(svg, "last"))
            assert taken == 1 if isinstance(move, Draw) else 2 <= taken <= 3
        if not legal:
            return
        take = [move for move in legal if isinstance(move, Take)]
        draft = draft.apply(dice.choice(take if take and dice.random() < 0.3 else list(legal))).state


def logistics_targets(state: logistics.State) -> set[str]:
    found: set[str] = set()
    for move in state.suggestions:
        if isinstance(move, Sow):
            found.add(f"{move.seat}{move.card or ' stock'}")
        elif isinstance(move, Reclaim):
            found.add(f"{move.owner} vault")
        elif isinstance(move, Swap):
            found |= {f"{move.owner}{move.first.card}", f"{move.owner}{move.second.card}"}
        elif not isinstance(move, logistics.Stop | logistics.Decline):
            found.add(f"{move.owner}{move.card}")
    return found


@pytest.mark.parametrize(("cards", "seed"), [(3, 0), (4, 1), (6, 3)])
def test_games_of_logistics(cards: int, seed: int) -> None:
    dice = Random(seed)
    rules = logistics.Rules(cards=cards, trios=1 + (cards > 6))
    start = logistics.State.start(Layout.standard(rules, "rainbow", "xeno"), rules, None)
    states = walk(start, dice, 60, stand=0.15 * (seed % 2))
    for before, state in zip([None, *states], states, strict=False):
        svg = drawn("Logistics", state)
        assert Counter(marks(svg, "legal")) == Counter(logistics_targets(state))
        stood = [piece for seat in Seat for stack in state.layout.side(seat).cards for piece in stack]
        kinds = [
            piece for seat in Seat for pile in ("stock", "vault") for piece in kinds_in(state, seat, pile)
        ]
        assert pyramids(svg) == Counter(map(code, (*stood, *kinds)))
        if before is not None:
            changed = {place for place, what in places(state).items() if places(before)[place] != what}
            assert changed <= set(marks(svg, "last"))


def kinds_in(state: logistics.State, seat: Seat, pile: str) -> set[Piece]:
    return set(getattr(state.layout.side(seat), pile))


def places(state: logistics.State) -> dict[str, object]:
    found: dict[str, object] = {}
    for seat in Seat:
        side = state.layout.side(seat)
        found[f"{seat} stock"], found[f"{seat} vault"] = side.stock, side.vault
        found |= {f"{seat}{card}": stack for card, stack in enumerate(side.cards, start=1)}
    return found


def test_an_arrangement_that_stood_and_a_high_stack() -> None:
    rules = logistics.Rules(cards=3)
    start = logistics.State.start(Layout.standard(rules), rules, Seat.NEAR)
    side = start.layout.near
    heap = logistics.Side((), (side.stock, (), ()))
    state = start.force(Arrange(Seat.NEAR, Layout(heap, start.layout.far))).state
    svg = drawn("Logistics", state)
    assert set(marks(svg, "last")) == {"near stock", "near1"} and "rearranges the table" in svg


@pytest.mark.parametrize("seed", range(3))
def test_games_of_nickel(seed: int) -> None:
    dice = Random(seed)
    cells = list(SETUP.board)
    dice.shuffle(cells)
    rules = nickel.Rules(token_limit=dice.choice([None, 6]))
    start = nickel.State.start(nickel.Setup(tuple(cells)), rules, dice.choice([None, *Seat]))
    for state in walk(start, dice, 26, stand=0.2 * (seed % 2)):
        svg = drawn("Nickel", state)
        assert marks(svg, "last") == [move.square for move in state.history[-1:]]
        assert set(marks(svg, "legal")) == {move.square for move in state.legal_moves()}
        shapes = state.outcome.shapes if state.outcome else ()
        assert set(marks(svg, "won")) == {square for shape in shapes for square in shape}
        on_board = sum(isinstance(cell, nickel.Pyramid) for cell in state.board)
        assert pyramids(svg).total() == on_board + (state.handed is not None)


@pytest.mark.parametrize("seed", range(3))
def test_trackers_of_sanctum(seed: int) -> None:
    dice = Random(seed)
    state = sanctum.State.start(parse_structures("a=red,b=blue,c=green,a_town_with_a_long_name=neutral"))
    for step in range(20):
        svg = drawn("Sanctum", state)
        before = {each.name: each.owner for each in state.before}
        changed = [each.name for each in state.structures if before.get(each.name) is not each.owner]
        assert sorted(marks(svg, "last")) == sorted(changed)
        assert marks(svg, "holder") == [state.holder]
        assert pyramids(svg).total() == len(state.structures)
        built = sanctum.Build(dice.choice(list(sanctum.Owner)), f"new{step}")
        move = built if dice.random() < 0.3 else dice.choice(state.legal_moves())
        state = state.apply(move).state


def test_pictured_rounds_are_drawn_inside_their_frame() -> None:
    for round_ in ROUNDS.values():
        for state in round_.states():
            drawn("Initiative", state)
