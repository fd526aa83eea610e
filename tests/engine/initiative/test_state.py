"""Rules of Initiative as tables: parries, initiative, stack moves, calls, pummeling, ends, forced plays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.game import IllegalMove, MalformedMove, Seat, plain
from engine.initiative.examples import ROUNDS, SETUP, pieces, stack
from engine.initiative.notation import format_play, parse_play
from engine.initiative.stack import gains_initiative
from engine.initiative.state import Match, Play, Problem, RoundResult, Rules, Setup, State
from engine.notation import format_piece
from engine.pieces import Piece, Size

STACK = SETUP.stack
ADVANCED = Rules.advanced()


def piece(text: str) -> Piece:
    return pieces(text)[0]


def begin(near: str, far: str, rules: Rules = ADVANCED, leader: Seat | None = Seat.NEAR) -> State:
    setup = Setup(pieces(*near.split(",")), pieces(*far.split(",")), STACK)
    return State.start(setup, rules, leader)


def run(state: State, *texts: str) -> State:
    for text in texts:
        state = state.apply(parse_play(text, state)).state
    return state


def legal(state: State) -> str:
    return " ".join(format_piece(one) for one in state.legal_pieces())


@pytest.mark.parametrize(
    ("attack", "far", "expected"),
    [
        ("Lred", "large green,large blue,medium red", "Lblue Lgreen"),
        ("Lred", "2 large green,medium red", "Lgreen"),
        ("Lred", "small red,medium red,medium blue", "Sred Mred"),
        ("Lred", "small blue,medium blue", ""),
        ("Sblue", "medium blue,large blue,large red", "Mblue Lblue"),
        ("Sblue!", "small red,medium blue", "Mblue"),
        ("Sblue!", "small blue,small red,large blue", "Sblue Lblue"),
        ("Sblue!", "small red,large red", ""),
    ],
)
def test_legal_parries(attack: str, far: str, expected: str) -> None:
    state = run(begin("large red,small blue", far), attack)
    assert legal(state) == expected
    assert (state.outcome is None) == bool(expected)


@pytest.mark.parametrize(
    ("attack", "parry", "gains"),
    [
        ("medium green", "medium blue", True),
        ("medium green", "medium black", False),
        ("medium green", "medium green", False),
        ("medium green", "large green", True),
        ("medium green", "small green", False),
        ("small blue", "medium blue", True),
        ("medium red", "large blue", False),
    ],
)
def test_gaining_initiative(attack: str, parry: str, gains: bool) -> None:
    assert gains_initiative(piece(attack), piece(parry), STACK) is gains


def test_stack_is_read_after_both_sacrifices() -> None:
    state = begin("medium green,small red,medium red", "medium black,large red,small red")
    state = run(state, "Mgreen/Sred-1")
    assert run(state, "Mblack").leader is Seat.FAR
    assert run(state, "Mblack/Sred-1").leader is Seat.NEAR


FAULTS = [
    ("Lred", "far: Mred", "I1", "wrong_size"),
    ("Sred", "far: Lgreen", "I1", "wrong_colour"),
    ("Lred", "near: Sred", "I15", "out_of_turn"),
    ("", "far: Mred", "I15", "out_of_turn"),
    ("", "Lred!", "I8", "call_not_small"),
    ("Lred", "Lgreen!", "I8", "call_in_parry"),
    ("Sred!", "Lgreen", "I8", "called_colour"),
    ("Sred!", "Mred/Mred+0", "I8", "sacrificed_called_colour"),
    ("", "Sred/Sblue+2", "I5", "shift"),
    ("", "Sred+1", "I4", "shift_alone"),
]


@pytest.mark.parametrize(("before", "text", "reading", "code"), FAULTS)
def test_faults(before: str, text: str, reading: str, code: str) -> None:
    state = begin("large red,small red,small blue", "2 medium red,large green,large blue")
    state = run(state, before) if before else state
    play = parse_play(text, state, check=False)
    with pytest.raises(IllegalMove) as caught:
        state.check(play)
    assert (caught.value.reading, caught.value.code, caught.value.play) == (reading, code, play)
    assert caught.value.alternatives == state.legal_moves()
    assert str(caught.value.message)[0].islower() and not str(caught.value.message).endswith(".")
    assert (play, code) in [(plausible, error.code) for plausible, error in state.plausible_illegal_moves()]


@pytest.mark.parametrize(
    ("switch", "text", "code"),
    [("sacrifice", "Sred/Sblue+1", "sacrifice_off"), ("calling", "Sred!", "call_off")],
)
def test_switched_off(switch: str, text: str, code: str) -> None:
    state = begin("small red,small blue", "medium red", replace(ADVANCED, **{switch: False}))
    with pytest.raises(IllegalMove) as caught:
        parse_play(text, state)
    assert (caught.value.reading, caught.value.code) == ("I12", code)


def test_exact_swap_must_move() -> None:
    state = begin("small black,small blue", "medium red", Rules.advanced(swap="exact"))
    with pytest.raises(IllegalMove, match="1 down or 1 up") as caught:
        state.check(Play(Seat.NEAR, piece("small black"), piece("small blue")))
    assert caught.value.reading == "I5"


@pytest.mark.parametrize(
    ("play", "message"),
    [
        (Play(Seat.NEAR, piece("large blue")), "near has no large blue in the inventory"),
        (Play(Seat.NEAR, piece("small red"), piece("large blue")), "near has no large blue"),
        (Play(Seat.NEAR, piece("small red"), piece("small red")), "only one small red"),
        (Play(Seat.NEAR, piece("small cyan"), None, -1), "cyan is not on the stack"),
        (Play(Seat.NEAR, piece("small red"), virtual=True), "has placed nothing yet"),
    ],
)
def test_impossible_plays(play: Play, message: str) -> None:
    state = begin("small red,small blue,small cyan", "medium red")
    for method in (state.check, state.apply, state.force):
        with pytest.raises(MalformedMove, match=message):
            method(play)


def test_sacrifice_leaves_the_duty_to_parry() -> None:
    state = run(begin("medium red,small red", "2 medium green,large blue"), "Mred")
    assert {format_piece(play.piece) for play in state.legal_moves()} == {"Mgreen"}
    assert parse_play("Mgreen/Mgreen", state) in state.legal_moves()


def test_pummeled_attack_and_its_doubling() -> None:
    state = begin("large blue,small red", "large green,large red,medium green,medium red")
    state = run(state, "Lblue/Sred", "Lgreen")
    assert state.virtual_move == Play(Seat.NEAR, piece("large blue"), virtual=True)
    assert state.legal_moves() == (state.virtual_move,)
    state = run(state, "(Lblue)", "Lred")
    step = state.apply(state.legal_moves()[0])
    assert [event.kind for event in step.events] == ["led", "pummeled", "round_ended"]
    outcome = step.state.outcome
    assert outcome is not None and outcome.score is not None
    assert (outcome.winner, outcome.score.pyramids, outcome.score.virtual_plays) == (Seat.NEAR, 2, 2)
    assert outcome.score.total == 2 * 3 * 4
    assert len(step.state.rows[Seat.NEAR]) == 1


@pytest.mark.parametrize(
    ("attack", "expected", "reading"),
    [
        ("Lred", "(Lgreen)", None),
        ("Mgreen", "(Lgreen)", None),
        ("Mred", "", "I7"),
        ("Sgreen!", "(Lgreen)", None),
        ("Sred!", "", "I8"),
    ],
)
def test_pummeled_parry(attack: str, expected: str, reading: str | None) -> None:
    """An illegal parry breaks I7 if the attack made no call, and I8 if a colour was called."""
    near = "large blue,large red,medium green,medium red,small green,small red"
    state = run(begin(near, "large green,small black"), "Lblue", "Lgreen/Sblack", attack)
    assert " ".join(format_play(play) for play in state.legal_moves()) == expected
    assert (state.outcome.reading if state.outcome else None) == reading
    parry = Play(Seat.FAR, piece("large green"), virtual=True)
    if reading is not None:
        with pytest.raises(IllegalMove) as caught:
            state.check(parry)
        assert caught.value.reading == reading


def test_pummeled_parry_may_gain_initiative() -> None:
    state = run(begin("large blue,large red", "large green,small black"), "Lblue", "Lgreen/Sblack", "Lred")
    after = state.apply(state.legal_moves()[0]).state
    assert after.outcome is not None and after.outcome.winner is None
    by_initiative = replace(state, rules=Rules.advanced(exhaustion="initiative"))
    outcome = by_initiative.apply(by_initiative.legal_moves()[0]).state.outcome
    assert outcome is not None and outcome.score is not None
    assert (outcome.winner, outcome.reading, outcome.score.total) == (Seat.FAR, "I3", 2 * 3 * 2)


def test_both_calls_double_for_the_winner() -> None:
    state = begin("small blue,small red", "medium blue,small green,large black")
    state = run(state, "Sblue!", "Mblue")
    assert state.leader is Seat.FAR
    outcome = run(state, "Sgreen!").outcome
    assert outcome is not None and outcome.score is not None
    assert (outcome.winner, outcome.reading, outcome.score.total) == (Seat.FAR, "I8", 2 * 1 * 4)


@pytest.mark.parametrize(
    ("exhaustion", "winner", "total"), [("draw", None, None), ("initiative", Seat.NEAR, 6)]
)
def test_exhaustion_in_basic(exhaustion: str, winner: Seat | None, total: int | None) -> None:
    rules = Rules.basic(exhaustion)  # type: ignore[arg-type]
    state = run(begin("large blue,large green", "2 large red", rules), "Lblue", "Lred", "Lgreen", "Lred")
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.reading) == (winner, "I3")
    assert (state.outcome.score.total if state.outcome.score else None) == total


def test_empty_leader_loses_without_pummeling() -> None:
    rules = Rules.advanced(pummeling=False)
    state = run(begin("medium blue,small red", "medium green,large red", rules), "Mblue/Sred", "Mgreen")
    assert state.outcome is not None and state.outcome.score is not None
    assert (state.outcome.winner, state.outcome.reading) == (Seat.FAR, "I12")
    assert (state.outcome.score.winning, state.outcome.score.total) == (piece("medium green"), 2)


def test_empty_defender_loses_without_pummeling() -> None:
    rules = Rules.advanced(pummeling=False)
    state = begin("medium blue,large red", "medium green,small green", rules)
    state = run(state, "Mblue", "Mgreen/Sgreen", "Lred")
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.reading) == (Seat.NEAR, "I1")


def test_either_may_lead_when_nobody_was_named() -> None:
    state = begin("small red", "small blue", leader=None)
    assert state.may_move == tuple(Seat) and state.to_move is None and state.outcome is None
    assert {play.seat for play in state.legal_moves()} == set(Seat)
    assert run(state, "far: Sblue").leader is Seat.FAR


def test_wrong_parry_that_stood_counts() -> None:
    state = run(begin("large red,small red", "medium red,large green,small blue"), "Lred")
    step = state.force(parse_play("Mred", state, check=False))
    assert step.state.leader is Seat.NEAR and step.state.turn == 2
    assert step.state.status() & Problem.PIECES_LOST == Problem.NONE
    assert step.state.rows[Seat.FAR][0].piece == piece("medium red")


def test_second_attack_that_stood_is_the_attack() -> None:
    state = run(begin("large red,small red", "large green,small blue"), "Lred")
    after = state.force(parse_play("near: Sred", state, check=False)).state
    assert (after.to_move, legal(after), after.turn) == (Seat.FAR, "Sblue", 1)
    assert len(after.rows[Seat.NEAR]) == 2


def test_attack_out_of_turn_that_stood_takes_the_lead() -> None:
    state = begin("large red,small red", "large green,small blue")
    after = state.force(parse_play("far: Sblue", state, check=False)).state
    assert (after.leader, after.to_move) == (Seat.FAR, Seat.NEAR)


@pytest.mark.parametrize(("text", "attacks", "calls"), [("Lred!", True, 1), ("Lgreen!", False, 0)])
def test_calls_that_stood(text: str, attacks: bool, calls: int) -> None:
    state = begin("large red,small blue", "large green,medium red")
    state = state if attacks else run(state, "Lred")
    assert state.force(parse_play(text, state, check=False)).state.calls == calls


def test_parry_after_the_end_that_stood_reopens_the_round() -> None:
    state = run(begin("large red,small red", "medium green,small blue"), "Lred")
    assert state.outcome is not None
    errors = state.plausible_illegal_moves()
    assert {error.code for _, error in errors} == {"round_over"}
    after = state.force(parse_play("Mgreen", state, check=False)).state
    assert after.outcome is None and after.to_move is Seat.NEAR


def test_nothing_is_forced_after_exhaustion() -> None:
    end = run(begin("large blue", "large red", Rules.basic()), "Lblue", "Lred")
    with pytest.raises(MalformedMove, match="the round is over"):
        end.force(Play(Seat.NEAR, piece("large blue"), virtual=True))
    assert end.plausible_illegal_moves() == ()


def test_plausible_illegal_plays_are_what_check_says() -> None:
    state = ROUNDS["sacrifice"].states()[5]
    found = state.plausible_illegal_moves()
    assert len({play for play, _ in found}) == len(found) > 100
    assert {error.code for _, error in found} >= {"wrong_size", "out_of_turn", "shift", "call_in_parry"}
    for play, error in found:
        with pytest.raises(IllegalMove) as caught:
            state.check(play)
        assert (caught.value.code, caught.value.message) == (error.code, error.message)


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: Rules("basic"), "the basic game has no sacrifice, pummeling, calling"),
        (lambda: Rules.advanced(swap="some"), "swap is up_to or exact"),  # type: ignore[arg-type]
        (lambda: State.start(Setup((), SETUP.far, STACK), ADVANCED), "at least one pyramid in each"),
    ],
)
def test_refused_settings(build: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        build()  # type: ignore[operator]


@pytest.mark.parametrize(
    ("setup", "expected"),
    [
        (SETUP, Problem.NONE),
        (replace(SETUP, near=SETUP.near[:9]), Problem.NEAR_NOT_TEN),
        (replace(SETUP, far=SETUP.far[:9]), Problem.FAR_NOT_TEN),
        (replace(SETUP, stack=stack("blue green black yellow blue")), None),
        (replace(SETUP, stack_size=Size.MEDIUM), Problem.TOO_MANY_ALIKE),
    ],
)
def test_status(setup: Setup, expected: Problem | None) -> None:
    found = State.start(setup, ADVANCED).status()
    wanted = Problem.STACK_REPEATS_COLOUR | Problem.COLOUR_NOT_ON_STACK if expected is None else expected
    assert found == wanted


def test_status_notices_lost_pieces_and_a_foreign_stack() -> None:
    state = State.start(SETUP, ADVANCED)
    broken = replace(state, near=state.near[1:], stack=stack("cyan green black yellow red"))
    assert broken.status() == Problem.PIECES_LOST | Problem.STACK_CHANGED_COLOURS


def test_match_swaps_inventories_and_adds_up() -> None:
    outcome = ROUNDS["basic"].states()[-1].outcome
    assert outcome is not None
    match = Match(Rules.basic()).add(RoundResult(SETUP, Seat.NEAR, outcome))
    setup = match.next_setup()
    assert setup == Setup(SETUP.far, SETUP.near, SETUP.stack, SETUP.stack_size)
    assert match.next_leader() is Seat.FAR and match.result is None
    won = replace(outcome, winner=Seat.NEAR)
    done = match.add(RoundResult(setup, Seat.FAR, won))
    assert done.result is not None and done.result.winner is None
    assert (done.result.near, done.result.far) == (24, 24)
    with pytest.raises(ValueError, match="both are played"):
        done.add(RoundResult(setup, Seat.FAR, won))


def test_json_round_trip() -> None:
    assert Setup.from_json(plain(SETUP)) == SETUP
    assert Rules.from_json(plain(ADVANCED)) == ADVANCED
    for play in State.start(SETUP, ADVANCED).legal_moves():
        assert Play.from_json(plain(play)) == play
