"""Who wins Nickel: the search against plain minimax over the engine's own moves, every option."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Seat
from engine.nickel.examples import GAMES, SETUP
from engine.nickel.solver import judge_nickel
from engine.nickel.state import SQUARES, Orientation, Place, Pyramid, Rules, Setup, State
from engine.pieces import PALETTES
from engine.solver import Judgement

QUICK = settings(max_examples=60, deadline=None, derandomize=True)
PLENTY = 50_000


def random_state(dice: Random, rules: Rules, plies: int, pyramids: int = 25) -> State:
    """An undecided position, at most ``moves`` moves into a random game; few pyramids leave gaps."""
    cells = [Pyramid(colour, way) for colour in PALETTES["rainbow"] for way in Orientation]
    dice.shuffle(cells)
    kept = dice.sample(range(len(cells)), pyramids)
    board = [cell if number in kept else None for number, cell in enumerate(cells)]
    state = State.start(Setup(tuple(board)), rules, dice.choice(list(Seat)))
    for _ in range(plies):
        after = state.apply(dice.choice(state.legal_moves())).state
        if after.outcome is not None:
            break
        state = after
    return state


def minimax(state: State) -> int:
    """1 if near wins, -1 if far wins: plays out every game with the engine's rules."""
    if state.outcome is not None:
        return {Seat.NEAR: 1, Seat.FAR: -1, None: 0}[state.outcome.winner]
    best = max if state.mover is Seat.NEAR else min
    return best(minimax(state.apply(move).state) for move in state.legal_moves())


def check_line(state: State, judgement: Judgement) -> None:
    """Assert that the line is legal and leads to the value if that is proven."""
    for move in judgement.line:
        state = state.apply(move).state
    if judgement.exact:
        assert minimax(state) == judgement.low and state.outcome is not None


options = st.builds(
    Rules,
    l_shape=st.sampled_from(["3+3", "4+2", "both"]),
    token_limit=st.sampled_from([None, None, 6, 8, 9]),
)
randoms = st.randoms(use_true_random=False)


@QUICK
@given(randoms, options, st.integers(16, 20))
def test_late_positions_are_as_minimax_has_them(dice: Random, rules: Rules, plies: int) -> None:
    state = random_state(dice, rules, plies)
    if len(state.history) < 15:
        return
    judgement = judge_nickel(state, PLENTY)
    assert judgement.low == minimax(state) == judgement.high == judgement.estimate
    check_line(state, judgement)


@QUICK
@given(randoms, options, st.integers(6, 10))
def test_boards_with_gaps_are_as_minimax_has_them(dice: Random, rules: Rules, pyramids: int) -> None:
    """Including invalid boards: whole games with few pyramids, decided by who gets stuck."""
    state = random_state(dice, rules, 0, pyramids)
    judgement = judge_nickel(state, PLENTY)
    assert judgement.low == minimax(state) == judgement.high
    check_line(state, judgement)


@QUICK
@given(randoms, options, st.integers(6, 14), st.integers(1, 300))
def test_what_is_claimed_early_holds(dice: Random, rules: Rules, plies: int, nodes: int) -> None:
    """A small search claims nothing that a larger one refutes, and its line is legal."""
    state = random_state(dice, rules, plies)
    small, large = judge_nickel(state, nodes), judge_nickel(state, 1500)
    assert small == judge_nickel(state, nodes)
    assert small.low <= large.low <= large.high <= small.high and small.nodes <= nodes + 8 * 25 + 17
    assert small.line and all(isinstance(move, Place) for move in small.line)
    for move in small.line:
        state = state.apply(move).state


@pytest.mark.parametrize("name", ["l_shape", "line"])
def test_a_game_over_is_judged_as_it_ended(name: str) -> None:
    end = GAMES[name].states()[-1]
    sign = 1 if GAMES[name].winner is Seat.NEAR else -1
    assert judge_nickel(end, 10) == Judgement(sign, sign, sign, (), 1)
    before = judge_nickel(GAMES[name].states()[-2], 1000)
    assert before.winner is GAMES[name].winner and before.line == (end.history[-1],)


def test_where_either_may_begin_the_bounds_hold_for_both() -> None:
    """On an untouched board whoever begins wins, so the value stays open for both."""
    red = [Pyramid(PALETTES["rainbow"][0], way) for way in Orientation]
    board: list[Pyramid | None] = [None] * len(SQUARES)
    board[:3] = red[:3]
    state = State.start(Setup(tuple(board)), Rules())
    led = {seat: judge_nickel(replace(state, mover=seat), 100) for seat in Seat}
    assert led[Seat.NEAR].winner is Seat.NEAR and led[Seat.FAR].winner is Seat.FAR
    either = judge_nickel(state, 200)
    assert (either.low, either.estimate, either.high) == (-1, 0, 1)
    assert either.line == led[Seat.NEAR].line


def test_a_board_with_nothing_to_begin_with_is_a_draw() -> None:
    inner = [None] * len(SQUARES)
    board: tuple[Pyramid | None, ...] = (
        *inner[:12],
        Pyramid(PALETTES["rainbow"][0], Orientation.UP),
        *inner[13:],
    )
    state = State.start(Setup(board), Rules())
    assert state.outcome is not None and state.outcome.winner is None
    assert judge_nickel(state, 100) == Judgement(0, 0, 0, (), 1)


def test_the_pictured_board_is_won_soon_after_the_opening() -> None:
    """The published example after eight tokens: the rest of the game is fully solved."""
    state = GAMES["l_shape"].states()[8]
    judgement = judge_nickel(state, 100_000)
    assert judgement.exact
    for move in judgement.line:
        state = state.apply(move).state
    assert state.outcome is not None and state.outcome.winner is judgement.winner
    assert SETUP is GAMES["l_shape"].states()[0].setup
