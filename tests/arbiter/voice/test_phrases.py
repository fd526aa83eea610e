"""What is said: whole rounds against goldens, and single events as a table."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from arbiter.events import types as ev
from arbiter.games.initiative.legal_words import must_parry, piece_of
from arbiter.voice.phrases import say
from arbiter.voice.speech_queue import makes_stale
from arbiter.words.wording import FOLDER, wording
from engine.initiative.examples import ROUNDS
from engine.initiative.game import GAME as INITIATIVE
from engine.initiative.notation import parse_play
from engine.message import Messages
from engine.pieces import Colour, Piece, Size
from engine.seats import Seat
from tests.support.spoken_rounds import illegal, move, round_events

engine, arbiter = Messages("engine.initiative"), Messages("arbiter.games.initiative")
LARGE_BLUE = Piece(Size.LARGE, Colour.BLUE)
parry_first = engine("out_of_turn_parry", who=Seat.NEAR, piece=LARGE_BLUE, other=Seat.FAR)
lost = Messages("engine")("must_wait", who=Seat.FAR)
waits = Messages("engine")("must_wait", who=Seat.NEAR)
thing = arbiter("thing_of", who=Seat.FAR, text=LARGE_BLUE)
what, fallen = arbiter("what_is", text=thing), arbiter("fallen", text=thing)

GOLDENS = Path(__file__).parents[2] / "golden" / "spoken"
NAMES = {"near": "Alison", "far": "Kristin"}


@pytest.mark.parametrize("name", sorted(ROUNDS))
def test_round_is_told_as_in_the_golden(name: str) -> None:
    told = [say(event, INITIATIVE, ROUNDS[name].names) for event in round_events(ROUNDS[name])]
    lines = [f"{said.topic}: {said.text}" for said in told if said is not None]
    assert len(lines) == len(told)
    assert lines == (GOLDENS / f"{name}.txt").read_text(encoding="utf-8").splitlines()


ATTACK = ("medium", "red")
LEGAL = (
    (ATTACK, (), False, ""),
    (ATTACK, ("Mblue",), False, "Ann must parry with a medium blue."),
    (ATTACK, ("Mblue", "Mblack"), False, "Ann must parry with a medium: blue or black."),
    (ATTACK, ("Mgreen", "Mblack", "Mblue"), False, "Ann must parry with a medium: green, black or blue."),
    (ATTACK, ("Mgreen", "Mblack", "Mblue", "Mclear"), False, "Ann must parry with any medium."),
    (ATTACK, ("Lred",), False, "Ann has no medium: the parry must be a large red."),
    (ATTACK, ("Lred", "Sred"), False, "Ann has no medium: the parry must be a red, small or large."),
    (("small", "red"), ("Sred", "Lred"), True, "Ann must answer with a red: small or large."),
    (("small", "red"), ("Mred",), True, "Ann must answer with a medium red."),
    (("small", "orange"), ("Sorange", "Morange", "Lorange"), True, "Ann must answer with any orange."),
    (ATTACK, ("(Morange)",), False, ""),
)


@pytest.mark.parametrize(("attack", "replies", "call", "text"), LEGAL)
def test_legal_parries(attack: tuple[str, str], replies: tuple[str, ...], call: bool, text: str) -> None:
    assert must_parry(wording(), "Ann", attack, replies, call) == text


@pytest.mark.parametrize("text", ["", "blue", "xblue", "mblue"])
def test_what_is_no_play_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no play"):
        piece_of(text)


SACRIFICE = {
    "seat": "far",
    "piece": {"size": "medium", "colour": "red"},
    "sacrifice": {"size": "large", "colour": "orange"},
}
PARRIED = {"kind": "parried", "play": SACRIFICE, "attack": {}}
KEPT, GAINED = {"kind": "initiative_kept", "by": "near"}, {"kind": "initiative_gained", "by": "far"}
MOVED = {
    "kind": "stack_moved",
    "colour": "red",
    "slots": 1,
    "before": ("blue", "red"),
    "after": ("red", "blue"),
}
SUNK = {
    "kind": "stack_moved",
    "colour": "red",
    "slots": -1,
    "before": ("red", "blue"),
    "after": ("blue", "red"),
}
T = {"time_s": 1.0}
PLY = {**T, "round": 1, "ply": 3}
SEEN = {**PLY, "seat": "far", "text": "Mred/Lorange", "play": SACRIFICE, "confidence": 1.0}
AMENDED = {**PLY, "seat": "far", "text": "Mred/Lorange+1", "before": "Mred/Lorange", "play": SACRIFICE}
STACK = ("blue", "green", "red")
SCORE = {"pyramids": 7, "pips": 1, "calls": 2, "virtual_plays": 1, "total": 56, "winning": {}}
EVENTS = (
    (
        ev.MoveSeen(**SEEN, legal=True, provisional=True, engine_events=(PARRIED, KEPT)),
        ("play", "Kristin parries with a medium red, sacrificing a large orange."),
    ),
    (
        ev.MoveSeen(**SEEN, legal=True, engine_events=(PARRIED, MOVED, GAINED)),
        (
            "play",
            "Kristin parries with a medium red, sacrificing a large orange. Red moves up one to the top. "
            "Kristin takes the initiative.",
        ),
    ),
    (
        ev.MoveAmended(**AMENDED, changed="shift", engine_events=(PARRIED, SUNK, KEPT)),
        ("play/stack", "Red moves down one to the bottom. Alison keeps the initiative."),
    ),
    (
        ev.MoveAmended(**AMENDED, changed="nothing", engine_events=(PARRIED, KEPT)),
        ("play/stack", "The stack stays as it is. Alison keeps the initiative."),
    ),
    (ev.MoveAmended(**AMENDED, changed="nothing", engine_events=()), None),
    (
        ev.MoveAmended(**AMENDED, changed="sacrifice", engine_events=(PARRIED, KEPT)),
        (
            "play/correction",
            "Correction: Kristin parries with a medium red, sacrificing a large orange. "
            "Alison keeps the initiative.",
        ),
    ),
    (
        ev.MoveAmended(
            **AMENDED,
            changed="shift",
            legal=False,
            reading="I5",
            reason="a large sacrifice moves red by at most 3 slots",
        ),
        ("ruling", "Kristin's medium red is not legal: a large sacrifice moves red by at most 3 slots."),
    ),
    (
        ev.MoveSeen(
            **SEEN,
            legal=False,
            reading="I15",
            reason=parry_first,
        ),
        (
            "ruling",
            "Kristin's medium red is not legal: Alison must parry the large blue before Kristin plays again.",
        ),
    ),
    (
        ev.MoveSeen(**SEEN, legal=False),
        ("ruling", "Kristin's medium red is not legal: the rules don't allow it."),
    ),
    (
        ev.TakeBack(**PLY, seat="far", text="Mred/Lorange", was_legal=False),
        ("play", "Kristin takes back the medium red."),
    ),
    (
        ev.IllegalStood(
            **PLY,
            seat="far",
            text="Mred",
            play=SACRIFICE,
            reading="I1",
            reason=None,
            engine_events=(PARRIED, KEPT),
        ),
        ("ruling", "Kristin's medium red was not legal, but it stands. Alison keeps the initiative."),
    ),
    (
        ev.StackMismatch(**T, round=1, expected=STACK, seen=("blue", "red", "green")),
        ("stack", "The initiative stack is not right: green and red should change places."),
    ),
    (
        ev.StackMismatch(**T, round=1, expected=STACK, seen=("blue", "red")),
        ("stack", "The initiative stack is not right. From the top it should be blue, green, red."),
    ),
    (ev.StackRestored(**T, round=1, stack=STACK), ("stack", "The initiative stack is right again.")),
    (
        ev.Question(**T, id=1, text=what, options=("a medium blue", "a medium black.", "Wait")),
        ("question", "What is Kristin's large blue? One: a medium blue. Two: a medium black. Three: Wait."),
    ),
    (ev.QuestionWithdrawn(**T, id=1), ("question", "Never mind, the table has changed.")),
    (ev.Answer(**T, id=1, option=0, text="a medium blue"), ("question", "Noted.")),
    (ev.SetByHand(**T, name="near.1", what="Lred", place=(0.0, 0.0)), ("setup", "Noted.")),
    (
        ev.Notice(**T, text="the camera was bumped", topic="camera"),
        ("notice/camera", "The camera was bumped."),
    ),
    (
        ev.Notice(**T, text=fallen, topic="table"),
        ("notice/table", "Kristin's large blue has fallen over."),
    ),
    (
        ev.SetupSeen(**T, round=1, setup={}, problems=(waits, "the stack has four.")),
        ("setup", "Alison must wait. The stack has four."),
    ),
    (
        ev.SetupSeen(**T, round=1, setup={}, corrected=True),
        ("setup", "I had misread the set-up; it is put right."),
    ),
    (
        ev.RoundOver(
            **T, round=1, totals={}, outcome={"winner": None, "reason": "both ran out", "score": None}
        ),
        ("round", "Both ran out. The round is a draw. Nobody scores."),
    ),
    (
        ev.RoundOver(**T, round=1, totals={}, outcome={"winner": "near", "reason": lost, "score": SCORE}),
        (
            "round",
            "Kristin must wait. Alison wins the round. Seven pyramids times one point, doubled twice for "
            "calls, doubled once for a pyramid played again: 56.",
        ),
    ),
    (
        ev.MatchOver(**T, winner="far", totals={"near": 9, "far": 24}),
        ("match", "Kristin wins the match, 24 to 9."),
    ),
    (
        ev.MatchOver(**T, winner=None, totals={"near": 9, "far": 9}),
        ("match", "The match is a draw at 9 each."),
    ),
    (
        ev.Correction(**T, round=1, op="allow", move=3),
        ("ruling", "The players overrule the arbiter: the play counts."),
    ),
    (ev.Correction(**T, round=1, op="replace", move=3, text="Lred"), ("ruling", "Put right.")),
    (ev.Dispute(**T, round=1, move=3), None),
)


@pytest.mark.parametrize(("event", "expected"), EVENTS)
def test_single_events(event: ev.SessionEvent, expected: tuple[str, str] | None) -> None:
    said = say(event, INITIATIVE, NAMES)
    assert (None if said is None else (said.topic, said.text)) == expected


def test_every_kind_of_event_is_in_the_table() -> None:
    assert {type(event) for event, _ in EVENTS} == set(ev.EVENTS.values())


def test_take_back_makes_the_ruling_stale_and_keeps_nothing_else() -> None:
    example = ROUNDS["illegal"]
    state = example.states()[7]
    ruling = say(illegal(state, "Myellow", 8), INITIATIVE, NAMES)
    played = say(move(state, parse_play("Lred", state), 8)[0], INITIATIVE, NAMES)
    back = say(ev.TakeBack(**PLY, seat="near", text="Myellow", was_legal=False), INITIATIVE, NAMES)
    assert ruling and played and back
    assert makes_stale(back, ruling)
    assert not makes_stale(played, ruling)
    assert makes_stale(played, back)


def test_pyramid_played_again_does_not_make_the_parry_before_it_stale() -> None:
    told = [say(event, INITIATIVE, NAMES) for event in round_events(ROUNDS["pummel"])]
    pairs = [(a, b) for a, b in itertools.pairwise(told) if a and b and b.topic == "play/again"]
    assert len(pairs) == 5
    assert not any(makes_stale(again, parry) for parry, again in pairs)


def test_move_that_answers_a_question_makes_it_stale() -> None:
    question = say(ev.Question(**T, id=1, text="Which?", options=("a", "b")), INITIATIVE, NAMES)
    answered = say(ev.MoveSeen(**SEEN, legal=True, answered=True), INITIATIVE, NAMES)
    assert question and answered and makes_stale(answered, question)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ftl")), ids=lambda path: path.stem)
def test_language_knows_every_piece(path: Path) -> None:
    words = wording(path.stem)
    for colour in Colour:
        for size in Size:
            assert words.a_piece((size.word, colour.value))


def test_unknown_language_names_those_there_are() -> None:
    with pytest.raises(ValueError, match="'xx'; there are: de, en"):
        say(ev.StackRestored(**T, round=1, stack=STACK), INITIATIVE, NAMES, "xx")
