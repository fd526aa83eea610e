"""The pictured rounds: results, every observable line by line, and the examples of the score formula."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from engine.game import IllegalMove, Seat
from engine.initiative.examples import ROUNDS, SETUP, ExampleRound, pieces, stack
from engine.initiative.notation import format_play, parse_play
from engine.initiative.state import Rules, Setup, State
from engine.notation import format_piece
from tests.support.words import in_words

GOLDEN = Path(__file__).parent.parent / "golden"


def play_texts(state: State, *texts: str) -> State:
    for text in texts:
        state = state.apply(parse_play(text, state)).state
    return state


@pytest.mark.parametrize(
    ("name", "winner", "total", "final"),
    [
        ("basic", Seat.FAR, 24, "blue green black yellow red"),
        ("sacrifice", Seat.NEAR, 9, "yellow blue red green black"),
        ("call", Seat.NEAR, 36, "red blue yellow green black"),
        ("illegal", Seat.FAR, 24, "blue green black yellow red"),
        ("pummel", Seat.NEAR, 960, "blue red yellow green black"),
    ],
)
def test_pictured_results(name: str, winner: Seat, total: int, final: str) -> None:
    round_ = ROUNDS[name]
    end = round_.states()[-1]
    assert end.outcome is not None and end.outcome.score is not None
    assert (end.outcome.winner, end.outcome.score.total, end.stack) == (winner, total, stack(final))
    assert (round_.winner, round_.score, round_.final_stack) == (winner, total, end.stack)


@pytest.mark.parametrize(
    ("name", "near", "far"),
    [
        ("basic", "2 medium red,medium blue", "medium green,medium black"),
        ("sacrifice", "large red", "2 large yellow,2 large black,large green"),
        ("call", "large blue", "2 large yellow,2 large black,large green"),
    ],
)
def test_pictured_leftovers(name: str, near: str, far: str) -> None:
    end = ROUNDS[name].states()[-1]
    assert end.near == tuple(sorted(pieces(*near.split(","))))
    assert end.far == tuple(sorted(pieces(*far.split(","))))


@pytest.mark.parametrize("name", ["sacrifice", "call"])
def test_pictured_rounds_hold_under_exact_swaps(name: str) -> None:
    exact = replace(ROUNDS[name], rules=Rules.advanced(swap="exact"))
    assert exact.states()[-1].stack == ROUNDS[name].final_stack


def test_illegal_round_has_one_slip_and_its_take_back() -> None:
    round_ = ROUNDS["illegal"]
    kinds = [step.kind for step in round_.steps]
    slip = kinds.index("illegal")
    assert kinds.count("illegal") == kinds.count("take_back") == 1 and kinds[slip + 1] == "take_back"
    state = round_.states()[slip]
    with pytest.raises(IllegalMove, match="still has a large pyramid") as caught:
        parse_play(round_.steps[slip].text, state)
    assert (caught.value.reading, caught.value.code) == ("I1", "wrong_size")
    assert [format_play(play) for play in caught.value.alternatives] == ["Lred"]
    assert tuple(step.text for step in round_.steps if step.kind == "play") == ROUNDS["basic"].plays


def test_win_on_seventh_pyramid_with_a_medium_scores_14() -> None:
    near = pieces("6 small red", "medium red")
    far = pieces("6 small green", "large black")
    state = State.start(Setup(near, far, stack("red green black blue yellow")), Rules.basic(), Seat.NEAR)
    end = play_texts(state, *["Sred", "Sgreen"] * 6, "Mred")
    assert end.outcome is not None and end.outcome.score is not None
    assert (end.outcome.winner, end.outcome.score.pyramids, end.outcome.score.total) == (Seat.NEAR, 7, 14)


def test_win_on_first_pyramid_with_a_large_scores_3() -> None:
    setup = replace(SETUP, far=pieces("10 medium green"))
    end = play_texts(State.start(setup, Rules.basic(), Seat.NEAR), "Lred")
    assert end.outcome is not None and end.outcome.score is not None
    assert (end.outcome.winner, end.outcome.score.total) == (Seat.NEAR, 3)


@pytest.mark.parametrize("round_", ROUNDS.values(), ids=ROUNDS.keys())
def test_transcript(round_: ExampleRound) -> None:
    """Every observable of every position equals the reviewed transcript; UPDATE_GOLDEN=1 rewrites it."""
    path = GOLDEN / f"initiative_{round_.name}.txt"
    lines = transcript(round_)
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    expected = path.read_text(encoding="utf-8").splitlines()
    for number, (line, golden) in enumerate(zip(lines, expected, strict=True), start=1):
        assert line == golden, f"{path.name}:{number}"


def transcript(round_: ExampleRound) -> list[str]:
    lines = []
    states = round_.states()
    for state, text in zip(states, (*round_.plays, ""), strict=True):
        lines += describe(state)
        if text:
            play = parse_play(text, state)
            lines.append(f"> {play.seat}: {text}")
            lines += [f"  event {in_words(event.to_json())}" for event in state.apply(play).events]
    return lines


def describe(state: State) -> list[str]:
    legal = " ".join(format_play(play) for play in state.legal_moves() if not play.sacrifice)
    return [
        f"turn {state.turn} leader {state.leader} to move {state.to_move} status {state.status().value}",
        f"  stack {' '.join(state.stack)}",
        *(f"  {seat} has {' '.join(map(format_piece, state.inventories[seat]))}" for seat in Seat),
        *(f"  {seat} row {' '.join(map(format_play, state.rows[seat]))}" for seat in Seat),
        *(f"  {seat} running {state.running_score(seat)}" for seat in Seat),
        f"  legal {len(state.legal_moves())}: {legal}",
        f"  plausible illegal {len(state.plausible_illegal_moves())}",
        f"  outcome {in_words(state.outcome)}",
    ]
