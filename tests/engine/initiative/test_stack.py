"""Moves on the initiative stack as tables: how far a colour may go, and where it stops (I4, I5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.game import IllegalMove, Seat, plain
from engine.initiative.examples import SETUP, pieces, stack
from engine.initiative.notation import parse_play
from engine.initiative.stack import legal_shifts, move_colour
from engine.initiative.state import Rules, Setup, State
from engine.pieces import Colour, Size

STACK = SETUP.stack
PAST_THE_END = [
    ("up_to", "Sblue/Sred+1", "I5", "blue cannot move 1 up: the initiative stack ends before that"),
    ("up_to", "Sgreen/Lred+2", "I5", "green cannot move 2 up: the initiative stack ends before that"),
    ("up_to", "Sred/Lgreen-3", "I5", "red cannot move 3 down: the initiative stack ends before that"),
    ("up_to", "Sgreen/Sred+2", "I5", "a small sacrifice moves green by at most one slot"),
    ("up_to", "Sblue+1", "I4", "blue moves on the initiative stack only with a sacrifice"),
    ("exact", "Sgreen/Lred+2", "I5", "this sacrifice moves green by 3 down or 1 up, no other number"),
    ("exact", "Sblue/Sred+2", "I5", "this sacrifice moves blue by 1 down or no slot, no other number"),
]
TO_THE_END = [
    ("Sblue/Sred+1", 0, "blue green black yellow red"),
    ("Sgreen/Lred+3", 1, "green blue black yellow red"),
    ("Sred/Lgreen-3", 0, "blue green black yellow red"),
    ("Sgreen/Lred-3", -3, "blue black yellow red green"),
]


def begin(swap: str) -> State:
    near = pieces("small red", "small blue", "small green", "large red", "large green")
    rules = Rules.advanced(swap=swap)  # type: ignore[arg-type]
    return State.start(Setup(near, pieces("medium red"), STACK), rules, Seat.NEAR)


@pytest.mark.parametrize(
    ("colour", "pips", "swap", "expected"),
    [
        ("yellow", 1, "up_to", (-1, 0, 1)),
        ("yellow", 3, "up_to", (-1, 0, 1, 2, 3)),
        ("blue", 2, "up_to", (-2, -1, 0)),
        ("black", 1, "exact", (-1, 1)),
        ("yellow", 2, "exact", (-1, 2)),
        ("red", 2, "exact", (0, 2)),
        ("blue", 3, "exact", (-3, 0)),
        ("cyan", 3, "up_to", (0,)),
    ],
)
def test_legal_shifts(colour: str, pips: int, swap: str, expected: tuple[int, ...]) -> None:
    assert legal_shifts(STACK, Colour(colour), pips, swap) == expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("colour", "shift", "expected"),
    [
        ("yellow", 2, "blue yellow green black red"),
        ("blue", -4, "green black yellow red blue"),
        ("black", 0, "blue green black yellow red"),
        ("blue", 1, "blue green black yellow red"),
        ("yellow", -3, "blue green black red yellow"),
        ("cyan", 0, "blue green black yellow red"),
    ],
)
def test_move_colour(colour: str, shift: int, expected: str) -> None:
    assert move_colour(STACK, Colour(colour), shift) == stack(expected)


def test_a_colour_that_is_not_on_the_stack_cannot_move() -> None:
    with pytest.raises(ValueError, match="cyan is not on the stack"):
        move_colour(STACK, Colour.CYAN, 1)


@pytest.mark.parametrize(("swap", "text", "reading", "says"), PAST_THE_END)
def test_a_shift_past_the_end_is_illegal(swap: str, text: str, reading: str, says: str) -> None:
    """It is not malformed, as nothing is missing. If it stands, the colour stops at the end of the stack."""
    state = begin(swap)
    play = parse_play(text, state, check=False)
    with pytest.raises(IllegalMove) as caught:
        state.check(play)
    assert (caught.value.reading, str(caught.value.message)) == (reading, says)
    step = state.force(play)
    up = play.shift > 0
    assert step.state.stack[0 if up else -1] is play.piece.colour or says.startswith("a small")
    moved = [event for event in step.events if event.kind == "stack_moved"]
    assert [plain(event)["slots"] for event in moved] == ([1] if play.piece.colour == "green" else [])


@pytest.mark.parametrize(("text", "slots", "expected"), TO_THE_END)
def test_an_exact_shift_goes_to_the_end_if_that_comes_first(text: str, slots: int, expected: str) -> None:
    state = begin("exact")
    play = parse_play(text, state)
    assert play.shift == slots and play in state.legal_moves()
    size = {"S": Size.SMALL, "L": Size.LARGE}[text.partition("/")[2][0]]
    literal = replace(play, shift=int(size) if "+" in text else -size)
    state.check(literal)
    assert state.apply(literal).state == state.force(literal).state == state.apply(play).state
    assert state.apply(play).state.stack == stack(expected)
