"""The review of a game: which move threw it away, and what was better."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.game import Seat
from engine.games import GAMES
from engine.initiative.examples import ROUNDS, SETUP
from engine.initiative.notation import format_play
from engine.initiative.state import State
from engine.playback import play_record, record_of
from engine.record.parser import parse_record
from engine.record.records import write_record
from engine.review import SOLVERS, JudgedMove, Review, review_moves, review_of, review_playback
from engine.solver import Judgement

NODES = 100_000
JUDGE = SOLVERS["Initiative"]


def review_from(name: str, ply: int) -> Review:
    """The review of an example round, starting at a ply."""
    states = ROUNDS[name].states()[ply:]
    return review_moves(JUDGE, zip(states, states[-1].history[ply:], states[1:], strict=False), NODES)


def judged(low: int, high: int, then_low: int, then_high: int, mover: Seat = Seat.NEAR) -> JudgedMove:
    before, after = Judgement(low, high, low, ("best",), 1), Judgement(then_low, then_high, then_low, (), 1)
    return JudgedMove(mover, "played", before, after)


def test_basic_round_was_lost_from_the_start() -> None:
    """Golden: far wins 24 by best play; near's large blue costs 3 points, far's last attack gives 3 back."""
    review = review_from("basic", 0)
    assert [move.before.low for move in review.moves] == [-24] * 4 + [-27] * 11
    assert all(move.before.exact for move in review.moves) and review.turning_point is None
    cost = {number: move for number, move in enumerate(review.moves, start=1) if move.given_away}
    assert {number: (move.given_away, format_play(move.better)) for number, move in cost.items()} == {
        4: (3, "Lred"),
        15: (3, "Mblack"),
    }
    assert not any(move.threw_away for move in review.moves)


@pytest.mark.parametrize(
    ("name", "first", "turning", "threw"),
    [
        ("sacrifice", 7, 9, {8: 16, 9: 20}),
        ("call", 6, 9, {6: 96, 7: 60, 9: 40}),
        ("pummel", 6, 17, {6: 20, 7: 20, 8: 20, 15: 20, 17: 960}),
    ],
)
def test_pictured_rounds(name: str, first: int, turning: int, threw: dict[int, int]) -> None:
    """Golden: the plies, counted from 0, that threw a win or a draw away, and what they cost."""
    review = review_from(name, first)
    assert review.turning_point == turning - first
    assert {n: m.given_away for n, m in enumerate(review.moves, start=first) if m.threw_away} == threw


def test_better_move_keeps_what_was_given_away() -> None:
    states = ROUNDS["call"].states()
    review = review_from("call", 6)
    better = [(number, move) for number, move in enumerate(review.moves, start=6) if move.better]
    assert len(better) >= 3
    for number, move in better:
        assert JUDGE(states[number].apply(move.better).state, NODES).low == move.before.low


@pytest.mark.parametrize(
    ("move", "cost", "threw"),
    [
        (judged(4, 4, 4, 4), 0, False),
        (judged(4, 9, 1, 2), 2, False),
        (judged(4, 9, 0, 0), 4, True),
        (judged(4, 4, -3, 0), 4, True),
        (judged(0, 5, -9, -1), 1, True),
        (judged(-5, 5, -9, -1), 0, False),
        (judged(-5, -5, -9, -9), 4, False),
        (judged(-9, -4, 0, 2, Seat.FAR), 4, True),
        (judged(-9, -4, -3, -3, Seat.FAR), 1, False),
        (judged(-9, -4, -20, -11, Seat.FAR), 0, False),
    ],
)
def test_what_a_move_is_proven_to_cost(move: JudgedMove, cost: int, threw: bool) -> None:
    assert (move.given_away, move.threw_away) == (cost, threw)
    assert (move.better is not None) == (
        cost > 0 and (move.before.exact or move.before.winner is not None or cost == 1)
    )


def test_turning_point_is_the_last_one() -> None:
    moves = [judged(0, 0, 5, 5), judged(5, 5, 0, 0), judged(0, 0, 5, 5), judged(5, 5, 5, 5)]
    assert review_of(moves).turning_point == 2
    assert review_of(moves[:2]).turning_point is None and review_of([]).turning_point is None
    assert review_of(moves[3:]).turning_point is None


def test_record_with_moves_taken_back_that_stood_and_without_a_leader() -> None:
    state = State.start(replace(SETUP, near=SETUP.near[-3:], far=SETUP.far[-3:]), ROUNDS["basic"].rules)
    moves = list(state.legal_moves()[:1])
    after = state.apply(moves[0]).state
    bad = after.plausible_illegal_moves()[0][0]
    record = record_of(GAMES["Initiative"], state.setup, state.rules, None, [*moves, bad])
    text = write_record(record).replace("1. ", f"1. {moves[0].seat}: {format_play(moves[0])} $back\n2. ", 1)
    played = play_record(parse_record(text)[0])
    review = review_playback(played, NODES)
    assert review is not None and [move.move for move in review.moves] == [*moves, bad]
    assert review.moves[0].before == JUDGE(replace(state, leader=moves[0].seat), NODES)
    assert review.moves[1].after == JUDGE(after.force(bad).state, NODES)


def test_game_without_a_solver_has_no_review() -> None:
    record = parse_record('[Game "Sanctum"]\n[Setup "town1=red"]\nturn')[0]
    assert review_playback(play_record(record), NODES) is None
