"""Wrong sows of Logistics that stood: the verdict names the rule that was broken, not just L15."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.game import IllegalMove, Seat
from engine.logistics.model import Layout
from engine.logistics.notation import parse_layout
from engine.logistics.slips import find_slip, with_capture, wrong_card_sows
from engine.logistics.state import Arrange, Rules, Sow, State
from engine.notation import parse_pieces
from scripts.parts.random_games import RULES, random_start

NEAR = Seat.NEAR
STOCK, FIRST, TREE = "stock=2Sred,Mblue", "1=Sred,Mred,Lred", "3=Lblue,Mblue,Sblue"
FAR_SIDE = "far(stock=Sred;1=Sblack;2=Lred,Mred,Sred)"
BEFORE = f"near({STOCK};{FIRST};{TREE};4=Sgreen){FAR_SIDE}"
CASES = [
    ("nothing wrong", f"{STOCK};{FIRST};{TREE};vault=Sgreen", None, None),
    ("on its own card", f"{STOCK};1=Lred;2=Mred;{TREE},Sred;4=Sgreen", "L2", "same_card"),
    ("from the bottom", f"{STOCK};2=Sred;{TREE},Mred;4=Sgreen,Lred", "L2", "wrong_order"),
    ("all on the next", f"{STOCK};2=Lred,Mred,Sred;{TREE};4=Sgreen", "L2", "two_on_one"),
    ("a card is skipped", f"{STOCK};{TREE},Lred;4=Sgreen,Mred;vault=Sred", "L2", "skipped_card"),
    ("no sow at all", f"{STOCK};{FIRST};4=Sgreen,Sblue;vault=Mblue", None, None),
    ("backwards", f"{STOCK};{FIRST};2=Lblue,Mblue,Sblue;4=Sgreen", "L2", "backwards"),
    ("from the stock on 2", f"stock=Sred,Mblue;{FIRST};2=Sred;{TREE};4=Sgreen", "L1", "skipped_card"),
    ("two on 1", f"stock=Sred;{FIRST},Sred,Mblue;{TREE};4=Sgreen", "L1", "two_on_one"),
    ("into the vault", f"stock=Sred,Mblue;{FIRST};{TREE};4=Sgreen;vault=Sred", "L1", "into_vault"),
]


def layout(text: str) -> Layout:
    return parse_layout(text, 4)


@pytest.mark.parametrize(("name", "after", "reading", "code"), CASES, ids=[case[0] for case in CASES])
def test_sows_gone_wrong(name: str, after: str, reading: str | None, code: str | None) -> None:
    before = layout(BEFORE)
    found = find_slip(before, layout(f"near({after}){FAR_SIDE}"), NEAR, Rules())
    assert (found and found[:2]) == (None if reading is None else (reading, code))


@pytest.mark.parametrize(
    ("far", "sown", "taken", "expected"),
    [
        ("3=Sred;1=Sblack", "Sred,Mred", (3,), None),
        ("3=Sred;1=Sblack", "Sred,Mred", (), ("L4", "not_captured")),
        ("3=Sred;1=Sblack", "Sred,Mred", (1,), ("L4", "not_facing")),
        ("3=Sred;1=Sblack", "Sred,Mred", (1, 3), ("L4", "not_facing")),
        ("3=Lred,Mred,Sred", "Sred,Mred", (3,), ("L5", "guarded")),
        ("4=Sred", "Sred", (4,), ("L4", "on_occupied")),
        ("2=Lred,Mred,Sred", "Sred,Mred,Lblue", (), ("L7", "not_captured")),
    ],
)
def test_captures_gone_wrong(
    far: str, sown: str, taken: tuple[int, ...], expected: tuple[str, str] | None
) -> None:
    before = layout(f"near(stock=2Sred,Mred,Lblue;1=Sblue;3=Sgreen,Mgreen)far({far})")
    pieces = parse_pieces(sown)
    left = State.start(before, Rules(), NEAR).force(Sow(NEAR, 0, pieces)).state.layout.near
    untaken = replace(left, vault=())
    found = find_slip(before, with_capture(before, NEAR, untaken, taken), NEAR, Rules())
    assert (found and found[:2]) == expected


def test_wrong_sows_are_told_by_the_verdict() -> None:
    """Over random positions: wrong sows keep all pyramids, and most name a specific rule."""
    told = 0
    for number in range(60):
        dice = Random(number)
        start = random_start("Logistics", dice, RULES["Logistics"][number % len(RULES["Logistics"])])
        state = start.state()
        for _ in range(dice.randint(4, 25)):
            if state.outcome is None:
                state = state.apply(dice.choice(state.suggestions)).state
        if state.mover is None or state.outcome is not None or state.pending:
            continue
        side = state.layout.side(state.mover)
        for card, stack in enumerate(side.cards, start=1):
            for slip in wrong_card_sows(side, card) if stack else ():
                move = Arrange(state.mover, state.layout.with_side(state.mover, slip.side))
                with pytest.raises(IllegalMove) as caught:
                    state.check(move)
                assert move.layout.pieces == state.layout.pieces
                assert caught.value.reading in {"L1", "L2", "L4", "L5", "L7", "L15"}
                told += caught.value.reading == slip.fault[0]
    assert told > 100
