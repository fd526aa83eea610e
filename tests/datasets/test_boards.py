"""Games of Logistics and Nickel made up from a number: legal but for one move, which is taken back."""

from __future__ import annotations

import pytest

from datasets.acting import boards
from datasets.acting import logistics as acting_logistics
from datasets.acting import nickel as acting_nickel
from engine.logistics.model import Rules


@pytest.mark.parametrize(("seed", "cards"), [(1, 3), (2, 4)])
def test_games_of_logistics_can_be_acted(seed: int, cards: int) -> None:
    rules = Rules(cards=cards, trios=1)
    leader, steps = boards.logistics(seed, rules)
    assert (leader, steps) == boards.logistics(seed, rules)
    acted = acting_logistics.act(rules, leader, steps, seed)  # raises where a step is not what it says
    kinds = [visit.kind for visit in acted.visits]
    wrong = kinds.index("illegal")
    assert kinds[wrong + 1] == "take_back" and kinds.count("illegal") == 1 and len(kinds) >= 9
    assert acted.visits[wrong].reading and any(">" in step for step in steps)


def test_games_of_nickel_can_be_acted_to_their_end() -> None:
    script = boards.nickel(3)
    assert script == boards.nickel(3) != boards.nickel(4)
    acted = acting_nickel.act(script)
    assert [visit.kind for visit in acted.visits].count("illegal") == 1
    assert len(set(script.setup.board)) == 25
