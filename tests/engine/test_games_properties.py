"""Properties over random games of Logistics and Nickel: pieces kept, ends without moves, round trips."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.game import GameState, IllegalMove, MalformedMove, MoveError, Seat, plain
from engine.logistics import state as logistics
from engine.logistics.cards import can_sow, find_captures, has_tree, score_vault, sow
from engine.logistics.examples import example_states
from engine.logistics.model import Layout, Sow
from engine.logistics.notation import format_layout, format_move, parse_layout, parse_move
from engine.nickel import state as nickel
from engine.nickel.examples import GAMES, SETUP
from engine.nickel.notation import format_move as format_nickel
from engine.nickel.notation import parse_move as parse_nickel
from engine.pieces import PALETTES, Piece, Size
from scripts.parts.random_games import random_move, random_setup

QUICK = settings(
    max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
MOST_MOVES = 400


def walk(dice: Random, rules: logistics.Rules) -> list[logistics.State]:
    palettes = [dice.choice(["rainbow", "xeno"]) for _ in Seat]
    leader = dice.choice([None, *Seat])
    states = [logistics.State.start(Layout.standard(rules, *palettes), rules, leader)]
    while states[-1].outcome is None and len(states) < MOST_MOVES:
        states.append(states[-1].apply(random_move(states[-1], dice)).state)
    return states


rules_options = st.builds(
    logistics.Rules,
    cards=st.integers(3, 10),
    trios=st.integers(1, 2),
    tree_power=st.sampled_from(["top", "any"]),
)
randoms = st.randoms(use_true_random=False)


@QUICK
@given(randoms, rules_options)
def test_logistics_keeps_its_pyramids(dice: Random, rules: logistics.Rules) -> None:
    states = walk(dice, rules)
    first = states[0].layout.pieces
    for state in states:
        assert state.layout.pieces == first and state.status() == logistics.Problem.NONE
    end = states[-1]
    if end.outcome is not None:
        assert end.legal_moves() == () == end.suggestions and end.to_move is None
        if end.outcome.reading == "L10":
            assert not can_sow(end.layout.near) and not can_sow(end.layout.far)
        ahead = score_vault(end.layout.near.vault).total - score_vault(end.layout.far.vault).total
        assert end.outcome.winner is (Seat.NEAR if ahead > 0 else Seat.FAR if ahead < 0 else None)


@QUICK
@given(randoms, rules_options)
def test_logistics_turns_follow_the_rules(dice: Random, rules: logistics.Rules) -> None:
    """A capture ends the turn; an extra sow needs a sow into the vault; players who cannot move do not."""
    states = walk(dice, rules)
    for before, after in pairwise(states):
        move = after.history[-1]
        assert before.mover in (None, move.seat)
        if after.outcome is not None:
            continue
        assert after.mover is not None
        if after.pending:
            assert after.mover is move.seat
        else:
            assert can_sow(after.layout.side(after.mover))
        if after.extra:
            grown = len(after.layout.side(move.seat).vault) - len(before.layout.side(move.seat).vault)
            assert isinstance(move, Sow) and move.card and grown in (1, 3) and after.mover is move.seat
        elif not after.pending and after.mover is move.seat:
            assert not can_sow(after.layout.side(move.seat.other))


@QUICK
@given(randoms)
def test_logistics_captures_leave_only_guarded_or_facing_cards(dice: Random) -> None:
    """A captured card was occupied; a guarded card falls only to a nest."""
    states = walk(dice, logistics.Rules(cards=4))
    for before, after in pairwise(states):
        move = after.history[-1]
        if not isinstance(move, Sow):
            continue
        theirs = before.layout.side(move.seat.other).cards
        _, landings = sow(before.layout.side(move.seat), move.card, move.pieces)
        for capture in find_captures(landings, theirs, "top"):
            assert theirs[capture.card - 1] and has_tree(theirs[capture.card - 1]) == (
                str(capture.how) == "nest"
            )
            assert after.layout.side(move.seat.other).cards[capture.card - 1] == ()


@QUICK
@given(randoms, rules_options)
def test_logistics_round_trips(dice: Random, rules: logistics.Rules) -> None:
    """Notation, JSON, layouts as text and the history all survive a round trip."""
    states = walk(dice, rules)
    for state in states[:: max(1, len(states) // 8)]:
        layout = state.layout
        assert parse_layout(format_layout(layout), rules.cards) == layout
        assert Layout.from_json(plain(layout)) == layout
        wrong = [move for move, _ in state.plausible_illegal_moves()]
        for move in (*state.suggestions, *wrong, logistics.Arrange(Seat.NEAR, layout)):
            text = f"{move.seat}: {format_move(move)}"
            assert parse_move(text, state, check=False) == move
            assert parse_move(text.upper(), state, check=False) == move
        for move in wrong:
            with pytest.raises(IllegalMove):
                state.check(move)
    half = states[len(states) // 2]
    start = states[0]
    assert logistics.State.replay(start.setup, rules, start.mover, half.history) == half
    assert hash(half) == hash(logistics.State.replay(start.setup, rules, start.mover, half.history))


def test_logistics_legal_moves_are_those_that_pass_the_check() -> None:
    """Each legal move passes the check and is listed once; with small stocks all orders are tried."""
    rules = logistics.Rules(cards=3, trios=1)
    state = example_states()[-1]
    assert len(set(state.legal_moves())) == len(state.legal_moves())
    layout = parse_layout("near(stock=Sred,Mblue,Lgreen,Lgreen;2=Sred;3=Mred,Sblue)far(stock=Sred)", 3)
    small = logistics.State.start(layout, rules, Seat.NEAR)
    assert len(small.legal_moves()) == 3 + (9 - 2) + 12 + 1
    for move in small.legal_moves():
        small.check(move)


@QUICK
@given(randoms, st.text(alphabet="SMLredbluegnyw>.,:;=()<0123tableckop ", max_size=24))
def test_logistics_texts_raise_only_the_three_errors(dice: Random, text: str) -> None:
    state = example_states()[dice.randrange(10)]
    try:
        parse_move(text, state)
    except MoveError as error:
        assert error.message


nickel_rules = st.builds(
    nickel.Rules,
    l_shape=st.sampled_from(["3+3", "4+2", "both"]),
    token_limit=st.sampled_from([None, None, 5, 8]),
)


@QUICK
@given(randoms, nickel_rules)
def test_nickel_games(dice: Random, rules: nickel.Rules) -> None:
    leader = dice.choice([None, *Seat])
    state = nickel.State.start(random_setup("Nickel", dice, rules), rules, leader)
    setup = Counter(state.setup.board)
    while state.outcome is None:
        bad = state.plausible_illegal_moves()
        stands = bool(bad) and dice.random() < 0.1
        move = dice.choice(bad)[0] if stands else dice.choice(state.legal_moves())
        assert parse_nickel(f"{move.seat}: {format_nickel(move)}", state, check=False) == move
        assert nickel.Place.from_json(plain(move)) == move
        if not stands:
            state.check(move)
        else:
            with pytest.raises(IllegalMove):
                state.check(move)
        state = state.force(move).state
        left = [cell for cell in state.board if isinstance(cell, nickel.Pyramid)]
        assert state.handed is not None
        assert Counter([*left, state.handed, *state.discarded]) == setup
        assert state.status() == nickel.Problem.NONE
        assert len(left) + len(state.history) == 25
    assert state.legal_moves() == () and state.to_move is None and state.outcome.winner is not None
    assert nickel.State.replay(state.setup, rules, leader, state.history) == state


@QUICK
@given(st.text(alphabet="abcdefNESWUredblue :>12345", max_size=14))
def test_nickel_texts_raise_only_the_three_errors(text: str) -> None:
    try:
        parse_nickel(text, GAMES["line"].states()[4])
    except MoveError as error:
        assert error.message


@pytest.mark.parametrize("game", ["logistics", "nickel"])
def test_the_protocol_is_enough_to_play(game: str) -> None:
    """Code that only uses the protocol can play any game through."""

    def play_through(state: GameState[object]) -> tuple[str, ...]:
        while state.outcome is None:
            state = state.apply(state.legal_moves()[0]).state
        return state.problems()

    rules = logistics.Rules(cards=3, trios=1)
    states: dict[str, GameState[object]] = {
        "logistics": logistics.State.start(Layout.standard(rules), rules, Seat.NEAR),
        "nickel": nickel.State.start(SETUP, nickel.Rules(), Seat.NEAR),
    }
    assert play_through(states[game]) == ()


def test_only_the_errors_come_out_of_check() -> None:
    """Every sow over all pieces and cards, by either seat, is legal, illegal or malformed, nothing else."""
    state = example_states()[5]
    verdicts = Counter[str]()
    kinds = [Piece(size, colour) for size in Size for colour in PALETTES["rainbow"]]
    sows = [Sow(seat, card) for seat in Seat for card in range(6)]
    sows += [Sow(seat, 0, (kind,) * count) for seat in Seat for kind in kinds for count in (1, 2, 3)]
    for move in sows:
        try:
            state.check(move)
            verdicts["legal"] += 1
        except (IllegalMove, MalformedMove) as error:
            verdicts[type(error).__name__] += 1
            assert error.message
    assert set(verdicts) == {"legal", "IllegalMove", "MalformedMove"}
