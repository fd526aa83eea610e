"""The solver of Initiative against a plain minimax over the engine's moves, under every choice of rules."""

from __future__ import annotations

import itertools
from dataclasses import replace
from random import Random

import pytest

import engine.initiative.solver as solver
from engine.game import Seat
from engine.initiative.draft import roll_setup
from engine.initiative.examples import ROUNDS, pieces, stack
from engine.initiative.solver import judge_initiative
from engine.initiative.state import Rules, Setup, State
from engine.pieces import PALETTES, Piece, Size
from engine.solver import Judgement

PLENTY = 100_000
RULES = [
    *(Rules.basic(exhaustion) for exhaustion in ("draw", "initiative")),
    *(
        Rules.advanced(sacrifice=sacrifice, pummeling=pummel, calling=call, swap=swap, exhaustion=exhaustion)
        for sacrifice, pummel, call in itertools.product((False, True), repeat=3)
        for swap in (("up_to", "exact") if sacrifice else ("up_to",))
        for exhaustion in ("draw", "initiative")
    ),
]


def minimax(state: State, known: dict[State, int]) -> int:
    """Near's score minus far's with best play, straight from the rules; ``known`` is the memo."""
    if state.outcome is not None:
        return points(state)
    if state not in known:
        values = [minimax(state.apply(play).state, known) for play in state.legal_moves()]
        known[state] = max(values) if state.to_move is Seat.NEAR else min(values)
    return known[state]


def points(state: State) -> int:
    outcome = state.outcome
    assert outcome is not None
    total = outcome.score.total if outcome.score else 0
    return total if outcome.winner is Seat.NEAR else -total


def position(rules: Rules, dice: Random) -> State:
    """A small position: unequal inventories, few or many colours, some not on the stack, plays that stood."""
    colours = dice.sample(PALETTES["rainbow"], 5)
    kinds = dice.choice((2, 3, 5))
    bag = [Piece(size, colour) for size in Size for colour in colours[:kinds] for _ in range(2)]
    dice.shuffle(bag)
    most = 3 if rules.sacrifice else 5
    near, far = dice.randint(1, most), dice.randint(1, most)
    on_stack = tuple(colours[: dice.choice((max(1, kinds - 1), kinds, 5))])
    setup = Setup(tuple(bag[:near]), tuple(bag[near : near + far]), on_stack)
    state = State.start(setup, rules, dice.choice(list(Seat)))
    for _ in range(dice.choice((0, 0, 1, 2))):
        if state.outcome is None:
            slips = state.plausible_illegal_moves() if dice.random() < 0.4 else ()
            play = dice.choice(slips)[0] if slips else dice.choice(state.legal_moves())
            state = state.force(play).state
    return state


def follow(state: State, judgement: Judgement) -> State:
    """The end of a judgement's line; asserts that every play in it is legal."""
    for play in judgement.line:
        state = state.apply(play).state
    assert state.outcome is not None
    return state


@pytest.mark.parametrize("ahead", [0, solver.STRAIGHT_PIECES], ids=["short wins first", "straight"])
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_agrees_with_minimax(rules: Rules, ahead: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "STRAIGHT_PIECES", ahead)
    dice, values = Random(f"{rules}{ahead}"), list[int]()
    for _ in range(10):
        state = position(rules, dice)
        values.append(minimax(state, {}))
        judgement = judge_initiative(state, PLENTY)
        assert (judgement.low, judgement.high) == (values[-1], values[-1]), state
        assert points(follow(state, judgement)) == values[-1], state
        cut = judge_initiative(state, dice.choice((0, 2, 10, 40)))
        assert cut.low <= values[-1] <= cut.high, state
        end = follow(state, cut)
        assert not cut.exact or points(end) == values[-1], state
    assert any(values)


@pytest.mark.parametrize("exhaustion", ["draw", "initiative"])
def test_basic_game_is_solved_from_the_deal(exhaustion: str) -> None:
    for seed in range(4):
        dice = Random(seed)
        setup = roll_setup(tuple(dice.sample(PALETTES["rainbow"], 5)), dice.choice(list(Size)), dice)
        state = State.start(setup, Rules.basic(exhaustion), Seat.FAR)
        judgement = judge_initiative(state)
        assert judgement.exact and points(follow(state, judgement)) == judgement.low


def test_mirrored_table_has_the_mirrored_value() -> None:
    for name in ("basic", "call"):
        state = ROUNDS[name].states()[7]
        mirrored = State.start(Setup(state.far, state.near, state.stack), state.rules, state.leader.other)
        plain = State.start(Setup(state.near, state.far, state.stack), state.rules, state.leader)
        assert judge_initiative(mirrored, PLENTY).low == -judge_initiative(plain, PLENTY).high


def test_either_may_begin() -> None:
    """Whoever leads the large wins: 3 for near, 3 for far; the bounds hold for both."""
    setup = Setup(pieces("large red", "small green"), pieces("large blue", "small black"), stack("red blue"))
    state = State.start(setup, Rules.basic())
    judgement = judge_initiative(state, PLENTY)
    each = [judge_initiative(replace(state, leader=seat), PLENTY) for seat in Seat]
    assert judgement.low == min(one.low for one in each) and judgement.high == max(one.high for one in each)
    assert judgement.estimate in [one.estimate for one in each] and judgement.line[0] in state.legal_moves()


def test_limit_is_kept_and_deterministic() -> None:
    state = ROUNDS["sacrifice"].start()
    first, again = (judge_initiative(state, 2_000) for _ in range(2))
    assert first == again and not first.exact and first.nodes <= 2 * 2_001
    assert first.low < first.estimate < first.high and first.line[0] in state.legal_moves()


def test_calls_so_far_double_and_a_finished_round_is_its_score() -> None:
    call = ROUNDS["call"].states()
    assert judge_initiative(call[-1]) == Judgement(36, 36, 36, (), 0)
    assert judge_initiative(call[-2], PLENTY).low == 40, (
        "a sacrifice under the last attack would add a pyramid"
    )
