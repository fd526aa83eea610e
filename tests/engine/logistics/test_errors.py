"""Logistics: the three kinds of error, table by table."""

from __future__ import annotations

import pytest

from engine.game import AmbiguousMove, IllegalMove, MalformedMove, Seat
from engine.logistics.notation import format_move, parse_layout, parse_move
from engine.logistics.state import Decline, Rules, Sow, State
from engine.notation import parse_pieces

NEAR, FAR = Seat.NEAR, Seat.FAR


def position(near: str, far: str) -> State:
    return State.start(parse_layout(f"near({near})far({far})", 4), Rules(trios=1), NEAR)


@pytest.mark.parametrize(
    ("text", "reading", "code"),
    [
        ("far3>stock", "L9", "wrong_power"),
        ("far3.1<>3.2", "L9", "wrong_power"),
        ("stop", "L8", "power_due"),
        ("Sgreen", "L8", "power_due"),
        ("far: Lred", "L14", "out_of_turn"),
        ("far: decline", "L14", "out_of_turn"),
    ],
)
def test_illegal_while_a_power_is_due(text: str, reading: str, code: str) -> None:
    state = position("stock=Sblue,Sgreen;2=Sblue", "stock=Lred;3=Mblack,Lyellow;4=Mred")
    state = state.apply(parse_move("Sblue", state)).state
    with pytest.raises(IllegalMove) as caught:
        parse_move(text, state)
    assert (caught.value.reading, caught.value.code) == (reading, code)
    assert Decline(NEAR) in caught.value.alternatives and caught.value.message


@pytest.mark.parametrize(
    ("text", "reading", "code"),
    [
        ("stop", "L12", "must_sow"),
        ("decline", "L9", "no_power"),
        ("near2>next", "L9", "no_power"),
        ("card2", "L2", "too_far"),
        ("far: Lred", "L14", "out_of_turn"),
        ("table:near(stock=Sgreen;2=Sblue,Sred,Sred,Sred)far(1=Lred)", "L15", "arranged"),
    ],
)
def test_illegal_moves(text: str, reading: str, code: str) -> None:
    state = position("stock=Sgreen;2=Sblue,Sred,Sred,Sred", "stock=Lred")
    with pytest.raises(IllegalMove) as caught:
        parse_move(text, state)
    assert (caught.value.reading, caught.value.code) == (reading, code)
    assert caught.value.alternatives == (Sow(NEAR, 0, parse_pieces("Sgreen")),)
    assert state.force(parse_move(text, state, check=False)).state.layout.pieces == state.layout.pieces


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "cannot read"),
        ("hello", "cannot read"),
        ("card1", "nothing on near's card 1"),
        ("card9", "no card 9"),
        ("Sred", "a small red is missing"),
        ("Sgreen,Sgreen", "a small green is missing"),
        ("far1>next", "nothing on far's card 1"),
        ("near2.9<>2.1", "no pyramid number 9"),
        ("near2.1<>2.1", "two pyramids"),
        ("near.Lred>stock", "no large red in near's vault"),
        ("table:near()far()", "that are on the table"),
        ("table:near()", "a layout reads"),
        ("table:near(9=Sred)far()", "cards 1 to 4"),
        ("Sgreen,,Sgreen", "cannot read"),
        pytest.param("9" * 5000, "cannot read", id="a card beyond all bounds"),
        pytest.param(f"near{'9' * 5000}>next", "cannot read", id="a power's card beyond all bounds"),
        pytest.param(f"near1.{'9' * 5000}<>1.1", "cannot read", id="a level beyond all bounds"),
        pytest.param(f"table:near(1={'9' * 5000}Sred)far()", "cannot read", id="pyramids beyond all bounds"),
    ],
)
def test_malformed_moves(text: str, says: str) -> None:
    state = position("stock=Sgreen;2=Sblue", "stock=Lred")
    with pytest.raises(MalformedMove, match=says):
        parse_move(text, state)


def test_ambiguous_moves() -> None:
    state = position("stock=Sgreen,Mgreen,Lblue", "stock=Lred;1=Sred")
    with pytest.raises(AmbiguousMove) as caught:
        parse_move("green", state)
    assert [format_move(move) for move in caught.value.alternatives] == ["Sgreen", "Mgreen"]
    assert parse_move("l", state) == Sow(NEAR, 0, parse_pieces("Lblue"))
