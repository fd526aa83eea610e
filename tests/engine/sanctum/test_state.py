"""Sanctum's tracker: the whole published table of deltas, both spells, the three kinds of error."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import AmbiguousMove, IllegalMove, MalformedMove
from engine.sanctum.model import PLAYERS
from engine.sanctum.notation import format_move, format_structures, parse_move, parse_structures
from engine.sanctum.state import Build, LiennaEnters, LiennaLeaves, Owner, Problem, State, Structure

RED, BLUE, NEUTRAL = Owner.RED, Owner.BLUE, Owner.NEUTRAL
FIELD = parse_structures(
    "rtown1=red,rtown2=red,rcolony=red,btown1=blue,btown2=blue,bcolony=blue,ntown1=green,ntown2=yellow"
)


def happen(state: State, texts: str) -> State:
    for text in texts.split():
        state = state.apply(parse_move(text, state)).state
    return state


def with_holder(holder: Owner) -> State:
    return happen(State.start(FIELD), "" if holder is RED else "timepiece")


@pytest.mark.parametrize(
    ("happens", "red", "blue", "gains"),
    [
        ("red>ntown1", 1, 0, RED),
        ("red>ntown1 blue>ntown2", 1, 1, None),
        ("red>btown1", 1, -1, RED),
        ("red>ntown1 blue>rtown1", 0, 1, BLUE),
        ("-bcolony", 0, -1, RED),
        ("red>btown1 -rcolony", 0, -1, RED),
    ],
)
@pytest.mark.parametrize("holder", PLAYERS)
def test_the_table_of_deltas(happens: str, red: int, blue: int, gains: Owner | None, holder: Owner) -> None:
    state = happen(with_holder(holder), happens)
    assert (state.deltas[RED].total, state.deltas[BLUE].total) == (red, blue)
    step = state.apply(parse_move("turn", state))
    expected = gains or holder
    assert step.state.holder is expected
    kind = "initiative_kept" if expected is holder else "initiative_gained"
    assert [event.kind for event in step.events] == ["turn_started", kind]
    assert step.events[-1].to_json()["reading"] == "S3"
    assert step.state.deltas[RED].total == step.state.deltas[BLUE].total == 0


def test_red_begins_and_the_sequence_follows_the_holder() -> None:
    state = State.start(FIELD)
    assert state.sequence == (RED, BLUE, NEUTRAL)
    assert happen(state, "timepiece").sequence == (BLUE, RED, NEUTRAL)
    assert state.turn == 1 and happen(state, "turn turn").turn == 3


@pytest.mark.parametrize(
    ("happens", "holder", "reading"),
    [
        ("timepiece", BLUE, "S4"),
        ("timepiece timepiece", RED, "S4"),
        ("lienna:blue", BLUE, "S5"),
        ("lienna:blue timepiece", BLUE, "S4"),
        ("lienna:blue red>ntown1 turn", BLUE, "S5"),
        # changes under a Lienna are used up; they do not wait for her to leave (S2)
        ("lienna:blue red>ntown1 turn unlienna:blue turn", BLUE, "S3"),
        ("lienna:blue unlienna:blue", BLUE, "S5"),
        ("lienna:blue unlienna:blue red>ntown1 turn", RED, "S3"),
        # of several Liennas the latest to enter rules; when she leaves, the other one does
        ("lienna:blue lienna:red", RED, "S5"),
        ("lienna:blue lienna:red unlienna:red", BLUE, "S5"),
        ("lienna:blue lienna:red unlienna:blue", RED, "S5"),
        ("lienna:red:a lienna:blue lienna:red:b unlienna:red:a unlienna:red:b", BLUE, "S5"),
        # a Timepiece between two starts of turn stands unless the deltas differ
        ("timepiece turn", BLUE, "S3"),
        ("timepiece red>ntown1 turn", RED, "S3"),
        ("+blue.camp turn", BLUE, "S3"),
        # captured and lost again between two starts of turn is no change
        ("blue>ntown1 red>ntown1 blue>ntown1 -ntown1 turn", RED, "S3"),
    ],
)
def test_spells_and_new_structures(happens: str, holder: Owner, reading: str) -> None:
    *before, last = happens.split()
    state = happen(State.start(FIELD), " ".join(before))
    step = state.apply(parse_move(last, state))
    assert step.state.holder is holder
    assert step.events[-1].to_json()["reading"] == reading


def test_deltas_name_the_structures() -> None:
    delta = happen(State.start(FIELD), "red>btown1 red>ntown1 -rcolony").deltas[RED]
    assert (delta.gained, delta.lost, delta.total) == (("btown1", "ntown1"), ("rcolony",), 1)


@pytest.mark.parametrize(
    ("before", "text", "error", "says"),
    [
        ("", "", MalformedMove, "cannot read"),
        ("", "red town1", MalformedMove, "cannot read"),
        ("", "green>ntown1", MalformedMove, "cannot read"),
        ("", "red>castle", MalformedMove, "no structure called castle"),
        ("", "-castle", MalformedMove, "no structure called castle"),
        ("", "+red.rtown1", MalformedMove, "already"),
        ("", "unlienna:red", MalformedMove, "not in play"),
        ("lienna:red", "lienna:red", MalformedMove, "in play already"),
        ("lienna:red:a lienna:red:b", "unlienna:red", AmbiguousMove, "several Liennas"),
        ("", "red>rtown1", IllegalMove, "red's already"),
    ],
)
def test_errors(before: str, text: str, error: type[Exception], says: str) -> None:
    state = happen(State.start(FIELD), before)
    with pytest.raises(error, match=says):
        parse_move(text, state)


def test_alternatives_and_what_stood() -> None:
    state = happen(State.start(FIELD), "lienna:red:a lienna:red:b")
    with pytest.raises(AmbiguousMove) as caught:
        parse_move("unlienna:red", state)
    assert caught.value.alternatives == (LiennaLeaves(RED, "a"), LiennaLeaves(RED, "b"))
    own = parse_move("red>rtown1", state, check=False)
    with pytest.raises(IllegalMove) as refused:
        state.check(own)
    assert refused.value.reading == "S6" and own not in refused.value.alternatives
    assert state.force(own).state.structures == state.structures
    with pytest.raises(MalformedMove, match="cast by"):
        state.check(LiennaEnters(NEUTRAL))
    with pytest.raises(MalformedMove, match="not a name"):
        state.check(Build(RED, "Two words"))


def test_changes_to_what_is_seen() -> None:
    state = State.start(FIELD)
    after = happen(state, "red>btown1 -ntown2 +blue.camp")
    found = state.changes_to(after.structures)
    assert [format_move(move) for move in found] == ["-ntown2", "red>btown1", "+blue.camp"]
    assert State.replay(FIELD, found).structures == after.structures
    assert state.changes_to(state.structures) == ()


def test_status() -> None:
    assert State.start(FIELD).status() == Problem.NONE and State.start(FIELD).problems() == ()
    assert State.start(()).status() == Problem.NO_STRUCTURE
    twice = (Structure("a", RED), Structure("a", BLUE), Structure("B!", BLUE))
    assert State.start(twice).status() == Problem.SAME_NAME | Problem.BAD_NAME
    assert len(State.start(twice).problems()) == 2


def test_structures_text() -> None:
    assert parse_structures(format_structures(FIELD)) == FIELD
    for bad in ("town", "town=nobody", "=red"):
        with pytest.raises(MalformedMove):
            parse_structures(bad)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.randoms(use_true_random=False))
def test_properties(random: object) -> None:
    """Red or blue always holds the initiative, and a Lienna's caster does while she is in play; every legal
    happening survives notation and replay."""
    state = State.start(FIELD)
    for _ in range(25):
        legal = state.legal_moves()
        assert len(set(legal)) == len(legal)
        move = random.choice(legal)  # type: ignore[attr-defined]
        assert parse_move(format_move(move), state) == move
        after = state.apply(move).state
        assert after.holder in PLAYERS and after.sequence[0] is after.holder
        if after.liennas:
            assert after.holder is after.liennas[-1].caster
        assert after.to_move is None and after.outcome is None
        assert State.replay(FIELD, after.history) == after and hash(after) == hash(after)
        state = after
