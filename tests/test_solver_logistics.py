"""Who wins Logistics: the search against plain minimax over the engine's own moves, and its bounds."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.examples_logistics import example_states
from engine.game import Seat
from engine.logistics import Arrange, Layout, Rules, Side, Sow, State
from engine.logistics_cards import score_vault
from engine.logistics_prospects import (
    BACKWARDS,
    count_stock_sows,
    find_bounds,
    has_outside,
    likely_stock_sows,
    progress,
)
from engine.logistics_verdict import stock_sows
from engine.notation_logistics import parse_layout
from engine.pieces import PALETTES, Piece, Size
from engine.solver import Judgement
from engine.solver_logistics import judge_logistics

QUICK = settings(max_examples=60, deadline=None, derandomize=True)
MOST_POSITIONS = 3000
PLENTY = 40_000


class TooLarge(Exception):
    """A game tree that plain minimax does not get through in time."""


class Minimax:
    """Every game played out with the engine's rules; nothing is remembered between positions."""

    def __init__(self, most: int = MOST_POSITIONS) -> None:
        self.left = most

    def value(self, state: State) -> int:
        """Near's final score less far's."""
        self.left -= 1
        if self.left < 0:
            raise TooLarge
        if state.outcome is not None:
            return state.outcome.near.total - state.outcome.far.total
        best = max if state.mover is Seat.NEAR else min
        return best(self.value(state.apply(move).state) for move in state.legal_moves())


def small_state(dice: Random, rules: Rules, pieces: int) -> State:
    """A few pyramids anywhere: most on cards and in vaults, at most two in each stock."""
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


def play(state: State, judgement: Judgement) -> State:
    for move in judgement.line:
        state = state.apply(move).state
    return state


def random_play(state: State, dice: Random, moves: int) -> State:
    """Some moves on, out of the short list of legal ones."""
    for _ in range(moves):
        if state.outcome is not None:
            break
        state = state.apply(dice.choice(state.suggestions)).state
    return state


options = st.builds(
    Rules, cards=st.integers(3, 4), trios=st.just(1), tree_power=st.sampled_from(["top", "any"])
)
randoms = st.randoms(use_true_random=False)


@QUICK
@given(randoms, options, st.integers(1, 4), st.integers(0, 4))
def test_small_positions_are_as_minimax_has_them(
    dice: Random, rules: Rules, pieces: int, moves: int
) -> None:
    """With a history behind some of them; positions of every option, with powers due and extra turns."""
    state = random_play(small_state(dice, rules, pieces), dice, moves)
    judgement = judge_logistics(state, 2000)
    end = play(state, judgement)
    try:
        value = Minimax().value(state)
    except TooLarge:
        return
    assert judgement.low <= value <= judgement.high
    if judgement.exact:
        assert end.outcome is not None and Minimax().value(end) == value


if __name__ == "__main__":
    import sys, time
    from collections import Counter
    c = Counter()
    bad = 0
    for seed in range(int(sys.argv[1]), int(sys.argv[2])):
        dice = Random(seed)
        rules = Rules(dice.choice([3, 4]), 1, dice.choice(["top", "any"]))
        state = random_play(small_state(dice, rules, dice.randint(1, 4)), dice, dice.randint(0, 4))
        j = judge_logistics(state, 800)
        end = play(state, j)
        m = Minimax(1500)
        try:
            v = m.value(state)
        except TooLarge:
            c["large", j.exact] += 1
            continue
        c["done", j.exact] += 1
        c["nodes"] += j.nodes
        c["mini"] += 1500 - m.left
        if not j.low <= v <= j.high or (j.exact and (end.outcome is None or Minimax().value(end) != v)):
            print("BAD", seed, v, j)
    print(c)
