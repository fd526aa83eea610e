"""The typed form of plays: lenient parsing, exact formatting, clear errors."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.game import AmbiguousMove, IllegalMove, MalformedMove, Seat
from engine.initiative.examples import ROUNDS
from engine.initiative.notation import format_play, parse_play
from engine.initiative.state import Play, Rules, State
from engine.notation import LETTERS, SIZE_LETTERS
from engine.pieces import Colour, Piece, Size

START = ROUNDS["call"].start()
M, S, L = Size.MEDIUM, Size.SMALL, Size.LARGE
PLAIN = Play(Seat.NEAR, Piece(M, Colour.BLUE))
OVER = Play(Seat.NEAR, Piece(M, Colour.YELLOW), Piece(M, Colour.BLACK), 2)
CALL = Play(Seat.NEAR, Piece(S, Colour.BLUE), call=True)
BOTH = Play(Seat.NEAR, Piece(S, Colour.BLUE), Piece(L, Colour.RED), -1, call=True)


@pytest.mark.parametrize(
    ("text", "play"),
    [
        *((text, PLAIN) for text in ("Mblue", "mblue", " M BLUE ", "mb", "medium blue")),
        *((text, PLAIN) for text in ("near: Mblue", "NEAR mb", "near m blu")),
        *((text, OVER) for text in ("Myellow/Mblack+2", "my/mk+2", "M yellow / M black + 2")),
        *((text, OVER) for text in ("medium yellow on medium black up 2", "my over mbla up2")),
        *((text, CALL) for text in ("Sblue!", "sb !", "small blue call", "Small Blue called")),
        *((text, BOTH) for text in ("Sblue/Lred-1!", "sb!/lr-1", "sb / lr − 1 !", "sb on lr down 1 called")),
        ("small", Play(Seat.NEAR, Piece(S, Colour.BLUE))),
    ],
)
def test_readings(text: str, play: Play) -> None:
    assert parse_play(text, START) == play


@pytest.mark.parametrize(
    ("play", "text"),
    [
        (PLAIN, "Mblue"),
        (OVER, "Myellow/Mblack+2"),
        (CALL, "Sblue!"),
        (BOTH, "Sblue/Lred-1!"),
        (Play(Seat.FAR, Piece(L, Colour.BLUE), virtual=True), "(Lblue)"),
    ],
)
def test_writing(play: Play, text: str) -> None:
    assert format_play(play) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "cannot read '': write a size and a colour"),
        ("Mmauve", "as a pyramid"),
        ("M blue blue blue", "cannot read"),
        ("(Mblue", "cannot read"),
        pytest.param(f"Mblue+{'9' * 5000}", "cannot read", id="slots beyond all bounds"),
        ("Lgreen", "near has no large green in the inventory"),
        ("(Mblue)", "has placed nothing yet"),
        ("Mcyan", "near has no medium cyan"),
        ("cyan", "near has no pyramid that fits 'cyan'"),
    ],
)
def test_malformed(text: str, message: str) -> None:
    with pytest.raises(MalformedMove, match=message.replace("(", r"\(")):
        parse_play(text, START)


@pytest.mark.parametrize(
    ("text", "alternatives"),
    [("red", {"Mred", "Lred"}), ("medium bl", {"Mblue", "Mblack"}), ("large", {"Lred", "Lblue"})],
)
def test_ambiguous(text: str, alternatives: set[str]) -> None:
    with pytest.raises(AmbiguousMove, match=" or ") as caught:
        parse_play(text, START)
    assert {format_play(play) for play in caught.value.alternatives} == alternatives


def test_a_colour_alone_is_enough_where_one_play_is_legal() -> None:
    state = ROUNDS["basic"].states()[7]
    assert format_play(parse_play("red", state)) == "Lred"


def test_either_seat_is_asked_for_while_both_may_lead() -> None:
    state = State.start(START.setup, Rules.basic())
    assert parse_play("sb", state).seat is Seat.NEAR
    with pytest.raises(AmbiguousMove, match="near: Mblue or far: Mblue"):
        parse_play("mb", state)


def test_exact_swap_asks_which_way() -> None:
    state = replace(START, rules=Rules.advanced(swap="exact"))
    with pytest.raises(AmbiguousMove, match="does not say how far black moves") as caught:
        parse_play("mk/mr", state)
    assert {play.shift for play in caught.value.alternatives} == {-2, 2}
    assert parse_play("mk/mr+2", state).shift == 2


def test_illegal_plays_can_be_read_without_a_verdict() -> None:
    with pytest.raises(IllegalMove):
        parse_play("Lred!", START)
    assert parse_play("Lred!", START, check=False).call


def test_letters_are_unlike_each_other_and_the_sizes() -> None:
    letters = [*LETTERS.values(), *SIZE_LETTERS.values()]
    assert set(LETTERS) == set(Colour) and len(set(letters)) == len(letters)
    for colour, letter in LETTERS.items():
        assert letter.lower() in colour.value
