"""Games of Logistics and Nickel generated from a seed: legal except for one move, which is taken back."""

from __future__ import annotations

import pytest

from datasets.acting import boards
from datasets.acting import logistics as acting_logistics
from datasets.acting import nickel as acting_nickel
from engine.logistics.model import Decline, Layout, Rules
from engine.logistics.notation import parse_move
from engine.logistics.state import State


@pytest.mark.parametrize("piled", [False, True], ids=["in a line", "trees"])
@pytest.mark.parametrize(("seed", "cards"), [(1, 3), (2, 4)])
def test_games_of_logistics_can_be_acted(seed: int, cards: int, piled: bool) -> None:
    rules = Rules(cards=cards, trios=1)
    leader, steps = boards.logistics(seed, rules)
    assert (leader, steps) == boards.logistics(seed, rules)
    acted = acting_logistics.act(rules, leader, steps, seed, piled)  # raises if a step is not as stated
    kinds = [visit.kind for visit in acted.visits]
    wrong = kinds.index("illegal")
    assert kinds[wrong + 1] == "take_back" and kinds.count("illegal") == 1 and len(kinds) >= 9
    assert acted.visits[wrong].reading and any(">" in step for step in steps)


@pytest.mark.parametrize("seed", range(1, 7))
def test_what_is_acted_as_illegal_is_so_though_a_power_be_let_go(seed: int) -> None:
    """Moving on without using a power means declining it, which is not an accusation."""
    rules = Rules(cards=3, trios=1)
    leader, steps = boards.logistics(seed, rules)
    state = State.start(Layout.standard(rules), rules, leader)
    for step in steps:
        kind, *texts = step.split()
        if kind == "illegal":
            break
        for text in texts:
            state = state.apply(parse_move(text, state)).state
    wrong = parse_move(texts[0], state, check=False)
    while state.pending and state.mover is not None:
        state = state.apply(Decline(state.mover)).state
    assert wrong not in set(state.legal_moves())


def test_a_pyramid_is_taken_out_of_its_tree() -> None:
    acted = acting_logistics.act(steps=("play Mred,Lblue", "play Sred"), piled=True)
    trees = [
        [len(unit.pieces) for unit in layout.units] for layout in (acted.opening, acted.visits[-1].after)
    ]
    assert trees[0] == [3] * 10 and sorted(trees[1]) == [1, 1, 1, 2, 2, 2, *[3] * 7]
    (left,) = [u for u in acted.visits[0].after.units if [p.piece.size for p in u.pieces] == [3, 1]]
    assert left.pieces[1].lift_mm < acted.opening.units[2].pieces[2].lift_mm


def test_games_of_nickel_can_be_acted_to_their_end() -> None:
    script = boards.nickel(3)
    assert script == boards.nickel(3) != boards.nickel(4)
    acted = acting_nickel.act(script)
    assert [visit.kind for visit in acted.visits].count("illegal") == 1
    assert len(set(script.setup.board)) == 25
