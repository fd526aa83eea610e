"""Who wins Logistics: the search against plain minimax over the engine's own moves, and its bounds."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Seat
from engine.logistics.notation import format_move, parse_layout
from engine.logistics.prospects import (
    BACKWARDS,
    count_stock_sows,
    find_bounds,
    has_outside,
    likely_stock_sows,
    progress,
    whole_worth,
)
from engine.logistics.solver import judge_logistics
from engine.logistics.state import Arrange, Layout, Rules, Side, Sow, State
from engine.logistics.verdict import stock_sows
from engine.pieces import PALETTES, Piece, Size
from engine.solver import Judgement

QUICK = settings(max_examples=50, deadline=None, derandomize=True)
MOST_POSITIONS = 1000
PLENTY = 40_000


class TooLarge(Exception):
    """The game tree is too large for plain minimax."""


class Minimax:
    """Plays out every game with the engine's rules, without a transposition table."""

    def __init__(self, most: int = MOST_POSITIONS) -> None:
        self.left = most

    def value(self, state: State) -> int:
        """Near's final score minus far's."""
        self.left -= 1
        if self.left < 0:
            raise TooLarge
        if state.outcome is not None:
            return state.outcome.near.total - state.outcome.far.total
        best = max if state.mover is Seat.NEAR else min
        return best(self.value(state.apply(move).state) for move in state.legal_moves())


def small_state(dice: Random, rules: Rules, pieces: int) -> State:
    """A random state with few pyramids: most on cards and in vaults, at most two in each stock."""
    kinds = [Piece(size, colour) for size in Size for colour in PALETTES["rainbow"]]
    sides = []
    for _ in Seat:
        stock: list[Piece] = []
        stacks: list[list[Piece]] = [[] for _ in range(rules.cards)]
        vault: list[Piece] = []
        for _ in range(pieces):
            place = dice.choice([stock, vault, *stacks, *stacks])
            (vault if place is stock and len(stock) > 1 else place).append(dice.choice(kinds))
        sides.append(Side(tuple(stock), tuple(map(tuple, stacks)), tuple(vault)))
    return State.start(Layout(*sides), rules, dice.choice(list(Seat)))


def random_play(state: State, dice: Random, moves: int, put_back: float = 0.0) -> State:
    """The state a few moves later, from the short list of legal moves. Sometimes an earlier table is put
    back, which stands (L15), so that positions repeat (L13)."""
    for _ in range(moves):
        if state.outcome is not None:
            break
        if state.mover and dice.random() < put_back:
            earlier = Arrange(state.mover, dice.choice(state.seen)[0])
            state = state.force(earlier).state
        else:
            state = state.apply(dice.choice(state.suggestions)).state
    return state


def play(state: State, judgement: Judgement) -> State:
    for move in judgement.line:
        state = state.apply(move).state
    return state


def final_value(state: State) -> int:
    assert state.outcome is not None
    return state.outcome.near.total - state.outcome.far.total


options = st.builds(
    Rules, cards=st.integers(3, 4), trios=st.just(1), tree_power=st.sampled_from(["top", "any"])
)
randoms = st.randoms(use_true_random=False)


@QUICK
@given(randoms, options, st.integers(1, 4), st.integers(0, 6))
def test_small_positions_are_as_minimax_has_them(dice: Random, rules: Rules, pieces: int, moves: int) -> None:
    """Every option, pending powers, extra turns, and repeated positions."""
    state = random_play(small_state(dice, rules, pieces), dice, moves, put_back=0.3)
    judgement = judge_logistics(state, 800)
    end = play(state, judgement)
    try:
        value = Minimax().value(state)
    except TooLarge:
        return
    assert judgement.low <= value <= judgement.high
    if judgement.exact:
        assert final_value(end) == value
    if judgement.line and state.mover and judgement.secured(state.mover):
        kept = Minimax().value(state.apply(judgement.line[0]).state)
        assert abs(kept) >= judgement.secured(state.mover) and (kept > 0) == (value > 0)


@QUICK
@given(randoms, options, st.integers(1, 12))
def test_bounds_hold_whatever_is_played(dice: Random, rules: Rules, pieces: int) -> None:
    """Along random games the bounds tighten and always contain the final score."""
    states = [small_state(dice, rules, pieces)]
    while states[-1].outcome is None and len(states) < 60:
        states.append(random_play(states[-1], dice, 1))
    whole = whole_worth(states[0].layout)
    bounds = [find_bounds(state, whole) for state in states]
    for (low, high), (next_low, next_high) in pairwise(bounds):
        assert low <= next_low <= next_high <= high
    if states[-1].outcome is not None:
        assert bounds[-1] == (final_value(states[-1]),) * 2


@QUICK
@given(randoms, options, st.integers(2, 12))
def test_nothing_comes_up_again_once_nothing_moves_back(dice: Random, rules: Rules, pieces: int) -> None:
    """The search's table relies on this: from there on every sow increases the progress."""
    state = small_state(dice, rules, pieces)
    for _ in range(60):
        if state.outcome is not None:
            break
        after = random_play(state, dice, 1)
        forward = not has_outside(state.layout, BACKWARDS) and not state.pending
        if forward and isinstance(after.history[-1], Sow):
            assert progress(after.layout) > progress(state.layout)
            assert after.pending or after.seen.count(after.seen[-1]) == 1
        state = after


@QUICK
@given(randoms, options, st.integers(0, 6))
def test_stock_sows_are_counted_and_the_likely_ones_are_legal(
    dice: Random, rules: Rules, pieces: int
) -> None:
    side = small_state(dice, rules, pieces).layout.near
    kinds = [Piece(size, colour) for size in Size for colour in PALETTES["rainbow"][:2]]
    side = replace(side, stock=tuple(sorted(dice.choices(kinds, k=pieces))))
    every = list(stock_sows(side, rules))
    assert count_stock_sows(side, rules) == len(every)
    likely = list(likely_stock_sows(side, side.cards, rules))
    assert set(likely) <= set(every) and len(set(likely)) == len(likely)
    assert {len(sown) for sown in likely} == {len(sown) for sown in every}


@settings(QUICK, max_examples=10)
@given(randoms, options, st.integers(1, 30), st.integers(1, 100))
def test_what_is_claimed_in_a_game_holds(dice: Random, rules: Rules, moves: int, nodes: int) -> None:
    """Whole games with full stocks: lines are legal, a small search claims nothing that a larger refutes."""
    state = random_play(State.start(Layout.standard(rules), rules, Seat.FAR), dice, moves)
    small, large = judge_logistics(state, nodes), judge_logistics(state, 200)
    assert small == judge_logistics(state, nodes)
    assert max(small.low, large.low) <= min(small.high, large.high)
    assert bool(small.line) == (state.outcome is None)
    play(state, small)
    play(state, large)


@pytest.mark.parametrize(
    ("near", "far", "value", "line"),
    [
        # three sows into the vault (L3), then far brings its only one
        ("3=Sblack;2=Mblack,Sred", "1=Spink", 2, "card3 card2"),
        # far's last pyramid is captured (L4) and completes a tree
        ("2=Sblack;vault=Lred", "1=Mblue", 5, "card2 card3"),
        # far's tree is safe, and worth 7 in its vault
        ("2=Sblack;vault=Lred", "1=Lblue,Mblue,Sblue", -5, "card2 card1 card3 card2 card3"),
        # green takes the medium from far's tree (L9); far must sow it (L12) and near captures it
        (
            *("1=Sgreen;vault=Lblack", "2=Spink;vault=Sblack,Mblack,Lblack"),
            *(4, "card1 far.Mblack>stock Mblack card2"),
        ),
    ],
)
def test_endgames(near: str, far: str, value: int, line: str) -> None:
    """Small endgames worked out by hand."""
    layout = parse_layout(f"near({near})far({far})", 3)
    state = State.start(layout, Rules(cards=3, trios=1), Seat.NEAR)
    judgement = judge_logistics(state, PLENTY)
    assert (judgement.low, judgement.high) == (value, value)
    moves = [format_move(move) for move in judgement.line]
    assert moves[: len(line.split())] == line.split()
    assert final_value(play(state, judgement)) == value


def test_where_either_may_begin_the_bounds_hold_for_both() -> None:
    layout = parse_layout("near(2=Sblack)far(2=Sblue)", 3)
    rules = Rules(cards=3, trios=1)
    led = [judge_logistics(State.start(layout, rules, seat), 1000) for seat in Seat]
    state = State.start(layout, rules)
    either = judge_logistics(state, 2000)
    assert (either.low, either.high) == (min(j.low for j in led), max(j.high for j in led))
    assert either.line == led[0].line
    play(state, either)


def test_a_game_over_is_judged_as_it_ended() -> None:
    layout = parse_layout("near(vault=Sred,Mred,Lred)far(vault=Sred)", 3)
    end = State.start(layout, Rules(cards=3, trios=1), Seat.NEAR)
    assert judge_logistics(end, 10) == Judgement(6, 6, 6, (), 1)


def test_following_the_search_beats_playing_at_random() -> None:
    """Six short games from full stocks, by either seat."""
    won = 0
    for seed in range(6):
        dice, rules = Random(seed), Rules(cards=3, trios=1)
        me = list(Seat)[seed % 2]
        state = State.start(Layout.standard(rules), rules, Seat.NEAR)
        while state.outcome is None and len(state.history) < 200:
            if state.mover is me:
                state = state.apply(judge_logistics(state, 50).line[0]).state
            else:
                state = random_play(state, dice, 1)
        won += state.outcome is not None and state.outcome.winner is me
    assert won >= 5
