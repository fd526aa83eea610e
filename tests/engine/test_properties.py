"""Properties over random rounds: pieces kept, ends without moves, plays that survive notation and JSON."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.game import GameState, IllegalMove, MalformedMove, Seat, Step, plain
from engine.initiative.examples import ROUNDS
from engine.initiative.notation import format_play, parse_play
from engine.initiative.state import Parried, Play, Problem, RoundEnded, Rules, Setup, State
from engine.pieces import PALETTES, Piece, Size

QUICK = settings(
    max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)

rules_options = st.one_of(
    st.builds(Rules.basic, st.sampled_from(["draw", "initiative"])),
    st.builds(
        Rules.advanced,
        sacrifice=st.booleans(),
        pummeling=st.booleans(),
        calling=st.booleans(),
        swap=st.sampled_from(["up_to", "exact"]),
        exhaustion=st.sampled_from(["draw", "initiative"]),
    ),
)


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Set-ups dealt by I13: two trios of five colours, one size for the stack, ten of the rest a side."""
    colours = draw(st.permutations(PALETTES[draw(st.sampled_from(["rainbow", "xeno"]))]))
    size = draw(st.sampled_from(list(Size)))
    bag = [Piece(each, colour) for each in Size for colour in colours for _ in range(2)]
    for colour in colours:
        bag.remove(Piece(size, colour))
    dealt = draw(st.permutations(bag))
    return Setup(tuple(dealt[:10]), tuple(dealt[10:20]), tuple(colours), size)


@st.composite
def walks(draw: st.DrawFn, slips: bool = False) -> list[State]:
    """The states of a random round; ``slips`` adds occasional illegal plays that stood."""
    state = State.start(draw(setups()), draw(rules_options), draw(st.sampled_from([None, *Seat])))
    states = [state]
    random = draw(st.randoms(use_true_random=False))
    while state.outcome is None:
        bad = state.plausible_illegal_moves() if slips and random.random() < 0.3 else ()
        if bad:
            state = state.force(random.choice(bad)[0]).state
        else:
            state = state.apply(random.choice(state.legal_moves())).state
        states.append(state)
    return states


def everything(state: State) -> Counter[Piece]:
    played = [piece for row in state.rows.values() for play in row for piece in play.pieces]
    return Counter([*state.near, *state.far, *played])


@QUICK
@given(walks())
def test_pieces_are_conserved_and_the_round_ends(states: list[State]) -> None:
    first = everything(states[0])
    for state in states:
        assert everything(state) == first
        assert state.status() == Problem.NONE
        assert sorted(state.stack) == sorted(states[0].stack)
    assert states[-1].turn <= 11
    assert states[-1].legal_moves() == () and states[-1].to_move is None


@QUICK
@given(walks(slips=True))
def test_plays_that_stood_conserve_pieces_and_leave_a_round_that_ends(states: list[State]) -> None:
    for state in states:
        assert everything(state) == everything(states[0])
        assert state.status() == Problem.NONE


@QUICK
@given(walks())
def test_legal_moves_are_distinct_legal_and_the_rest_is_not(states: list[State]) -> None:
    for state in states[:6]:
        legal = state.legal_moves()
        assert len(set(legal)) == len(legal)
        assert bool(legal) == (state.outcome is None)
        for play in legal:
            state.check(play)
        bad = {play for play, _ in state.plausible_illegal_moves()}
        assert not bad & set(legal)


@QUICK
@given(walks(slips=True))
def test_notation_and_json_round_trip(states: list[State]) -> None:
    for state in states[:5]:
        illegal = [play for play, _ in state.plausible_illegal_moves()[::7]]
        for play in (*state.legal_moves()[::3], *illegal):
            text = f"{play.seat}: {format_play(play)}"
            assert parse_play(text, state, check=False) == play
            assert parse_play(text.upper(), state, check=False) == play
            assert Play.from_json(plain(play)) == play


@QUICK
@given(walks())
def test_scores_follow_the_formula(states: list[State]) -> None:
    end = states[-1]
    outcome = end.outcome
    assert outcome is not None
    if outcome.winner is None:
        assert outcome.score is None and end.near == end.far == ()
        return
    score = outcome.score
    assert score is not None and score == end.running_score(outcome.winner)
    spent = len(end.setup.inventory(outcome.winner)) - len(end.inventories[outcome.winner])
    calls = sum(play.call for play in end.history)
    virtual = sum(play.virtual for play in end.history if play.seat is outcome.winner)
    assert score.total == spent * score.winning.size * 2**calls * 2**virtual
    last = [play for play in end.history if play.seat is outcome.winner][-1]
    assert score.winning == last.piece


@QUICK
@given(setups(), rules_options, st.randoms(use_true_random=False))
def test_events_tell_the_story(setup: Setup, rules: Rules, random: object) -> None:
    state = State.start(setup, rules, Seat.NEAR)
    while state.outcome is None:
        play = random.choice(state.legal_moves())  # type: ignore[attr-defined]
        step = state.apply(play)
        kinds = [event.kind for event in step.events]
        parried = isinstance(step.events[0], Parried)
        assert kinds[0] == ("led" if state.attack is None else "parried")
        assert parried == any(kind.startswith("initiative_") for kind in kinds)
        assert ("stack_moved" in kinds) == (state.stack != step.state.stack)
        assert ("called" in kinds) == play.call and ("pummeled" in kinds) == play.virtual
        assert isinstance(step.events[-1], RoundEnded) == (step.state.outcome is not None)
        state = step.state


@QUICK
@given(walks())
def test_states_are_values(states: list[State]) -> None:
    for state in states:
        twin = replace(state)
        assert twin == state and hash(twin) == hash(state) and twin is not state


@pytest.mark.parametrize("name", ROUNDS)
def test_the_protocol_is_enough_to_play_a_round(name: str) -> None:
    """Code that only uses the protocol can play a round through; earlier states do not change."""

    def play_through(state: GameState[Play]) -> int:
        count = 0
        while state.outcome is None:
            step: Step[GameState[Play]] = state.apply(state.legal_moves()[-1])
            state, count = step.state, count + 1
        return count

    start = ROUNDS[name].start()
    copy = replace(start)
    assert play_through(start) > 1 and start == copy


def test_only_the_two_errors_come_out_of_check() -> None:
    """Every play over all pieces in a middle position is legal, illegal or malformed, nothing else."""
    state = ROUNDS["call"].states()[3]
    kinds = Piece(Size.SMALL, next(iter(state.stack))), *state.setup.near, *state.setup.far
    verdicts = Counter[str]()
    for seat in Seat:
        for piece in set(kinds):
            for shift in (-5, 0, 1):
                play = Play(seat, piece, None, shift)
                try:
                    state.check(play)
                    verdicts["legal"] += 1
                except (IllegalMove, MalformedMove) as error:
                    verdicts[type(error).__name__] += 1
                    assert error.message
    assert set(verdicts) == {"legal", "IllegalMove", "MalformedMove"}
