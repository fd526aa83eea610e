"""Replaying recorded games: every state follows from the rules, every step has its verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbiter.events.types import (
    IllegalStood,
    MoveAmended,
    Notice,
    RoundOver,
    SetupSeen,
    TakeBack,
)
from arbiter.games.initiative.describe import options
from arbiter.record.record import Entry, Record
from arbiter.record.replay import Step, replay
from arbiter.story.story import read_story, step_json, step_title, step_verdict, story_json
from arbiter.words.describe import read_names
from engine.game import IllegalMove, Seat, plain
from engine.initiative.examples import ROUNDS, SETUP
from engine.initiative.notation import format_play, parse_play
from tests.support.events_of_rounds import ADVANCED, BASIC, NAMES, entries, move, play_json, setup
from tests.support.recorded_games import write_game


@pytest.mark.parametrize("name", sorted(ROUNDS))
def test_example_rounds_end_as_they_ended(tmp_path: Path, name: str) -> None:
    game = ROUNDS[name]
    with Record.open(write_game(tmp_path / "a.game", name), readonly=True) as record:
        story = read_story(record)
    assert [step.problem for step in story.steps if step.problem] == []
    states = [step.after for step in story.steps if step.kind == "move" and step.data["legal"]]
    assert [state.history[-1] for state in states] == list(game.states()[-1].history)
    outcome = states[-1].outcome
    assert (outcome.winner, outcome.score.total) == (game.winner, game.score)
    assert states[-1].stack == game.final_stack
    verdict = step_verdict(story.steps[-1], story.names)
    assert verdict.tone == "end" and str(game.score) in verdict.sentence


def test_illegal_play_and_its_take_back(tmp_path: Path) -> None:
    with Record.open(write_game(tmp_path / "a.game", "illegal"), readonly=True) as record:
        story = read_story(record)
    at, illegal = next((i, step) for i, step in enumerate(story.steps) if step.data.get("legal") is False)
    back = story.steps[at + 1]
    assert illegal.fate == "taken_back" and illegal.before == illegal.after == back.after
    verdict = step_verdict(illegal, story.names)
    assert (verdict.word, verdict.rules) == ("Illegal", ("I1",))
    assert "taken back" in verdict.sentence and "near" not in verdict.sentence
    assert step_title(back, story.names) == "Alison takes back medium yellow"
    shown = step_json(illegal, at, story.names)
    assert [option["text"] for option in shown["options"]] == ["large red"]
    assert shown["legal_title"] == "Legal for Alison"


def test_illegal_play_that_stood(tmp_path: Path) -> None:
    play = play_json("Mgreen", "far")
    facts = {"time_s": 5, "round": 1, "ply": 2, "seat": "far", "text": "Mgreen", "play": play}
    steps = replay(
        BASIC,
        entries(
            [
                setup(),
                move(1, "Sblue", "near"),
                move(2, "Mgreen", "far", legal=False, reading="I1", reason="the parry must be blue"),
                IllegalStood(**facts, reading="I1", reason="the parry must be blue"),
                move(3, "Mred", "near"),
            ]
        ),
    )
    assert [step.fate for step in steps[1:4]] == ["stands", "stood", "stands"]
    assert steps[3].problem is None and format_play(steps[3].after.rows[Seat.FAR][0]) == "Mgreen"
    verdict = step_verdict(steps[3], NAMES)
    assert (verdict.tone, verdict.rules) == ("bad", ("I1",)) and "parry must be blue" in verdict.sentence
    assert steps[4].after.rows[Seat.NEAR][1].piece.colour == "red"


def test_amended_play_is_one_step_with_its_last_form() -> None:
    first = [setup(), move(1, "Mblue/Mred", "near", provisional=True)]
    facts = {"round": 1, "seat": "near", "ply": 1, "text": "Mblue/Mred-2", "before": "Mblue/Mred"}
    amended = MoveAmended(time_s=3, **facts, play=play_json("Mblue/Mred-2", "near"), changed="shift")
    steps = replay(ADVANCED, entries([*first, Notice(time_s=2, text="A hand"), amended]))
    assert [step.kind for step in steps] == ["setup", "move"]
    assert steps[1].data["text"] == "Mblue/Mred-2" and steps[1].after.stack[2] == "blue"
    assert "blue down 2" in step_title(steps[1], NAMES)
    assert [remark.text for remark in steps[1].remarks] == ["A hand"]


def test_correction_of_an_earlier_play_changes_what_follows() -> None:
    facts = {"round": 1, "seat": "far", "ply": 2, "text": "Mgreen", "before": "Mblue"}
    events = [
        setup(),
        move(1, "Mblue", "near"),
        move(2, "Mblue", "far"),
        move(3, "Mred", "near"),
        MoveAmended(time_s=4, **facts, play=play_json("Mgreen", "far"), changed="piece"),
    ]
    steps = replay(BASIC, entries(events))
    assert [step.kind for step in steps] == ["setup", "move", "move", "move", "amended"]
    assert [format_play(play) for play in steps[-1].after.history] == ["Mblue", "Mgreen", "Mred"]
    assert steps[-1].problem is None


def test_legal_play_taken_back_and_another_made() -> None:
    back = TakeBack(time_s=2, round=1, ply=2, seat="far", text="Mblue", was_legal=True)
    events = [setup(), move(1, "Mblue", "near"), move(2, "Mblue", "far"), back, move(2, "Mgreen", "far")]
    steps = replay(BASIC, entries(events))
    assert [step.fate for step in steps] == ["stands", "stands", "taken_back", "stands", "stands"]
    assert steps[3].after == steps[1].after
    assert [format_play(play) for play in steps[4].after.history] == ["Mblue", "Mgreen"]


def test_corrected_set_up_keeps_the_plays() -> None:
    other = {**plain(SETUP), "stack": ["red", "blue", "green", "black", "yellow"]}
    corrected = SetupSeen(time_s=2, round=1, setup=other, corrected=True)
    steps = replay(BASIC, entries([setup(), move(1, "Mblue", "near"), corrected]))
    assert steps[-1].after.stack[0] == "red" and len(steps[-1].after.history) == 1


def test_second_round_swaps_hands_and_leader() -> None:
    over = RoundOver(time_s=9, round=1, outcome={"winner": None, "reason": "x", "reading": "I3"}, totals={})
    events = [setup(), move(1, "Mblue", "near"), over, setup(2), move(1, "Mblue", "far", number=2)]
    steps = replay(BASIC, entries(events))
    assert steps[3].after.leader is Seat.FAR and steps[3].round == 2
    assert steps[4].problem is None and steps[4].after.attack.seat is Seat.FAR


def test_set_up_with_problems_begins_nothing() -> None:
    (step,) = replay(BASIC, entries([setup(problems=("one pyramid is missing",))]))
    assert step.after is None
    assert step_verdict(step, NAMES).sentence == "One pyramid is missing."


@pytest.mark.parametrize(
    "broken",
    [
        Entry(2, "move", 1.0, "", {}),
        Entry(2, "move", 1.0, "", {"play": {"seat": "near", "piece": {"size": "huge", "colour": "red"}}}),
        Entry(2, "setup", 1.0, "", {"setup": {"near": []}}),
        Entry(2, "take_back", 1.0, "", {"seat": "near"}),
    ],
)
def test_unreadable_entries_are_told_and_stepped_over(broken: Entry) -> None:
    before, after = entries([setup()]), Entry(3, "move", 2.0, "", move(1, "Mblue", "near").to_json())
    steps = replay(BASIC, [*before, broken, after, Entry(4, "from_the_future", 3.0, "", {})])
    assert len(steps) == 3 and "entry 2" in str(steps[1].problem)
    assert steps[2].problem is None and steps[2].after.attack is not None
    for index, step in enumerate(steps):
        assert step_json(step, index, NAMES)["title"]


def test_play_that_the_pieces_do_not_allow_is_told() -> None:
    events = [setup(), move(1, "Mblue", "near"), move(2, "Lred", "far"), move(3, "Mgreen", "far")]
    steps = replay(BASIC, entries(events))
    assert "far has no large red" in str(steps[2].problem)


def test_story_as_json_shows_what_was_said(tmp_path: Path) -> None:
    with Record.open(write_game(tmp_path / "a.game"), readonly=True) as record:
        shown = story_json(read_story(record))
    assert shown["title"] == "Kristin – Alison" and "basic rules" in shown["subtitle"]
    named = [step["verdict"] for step in shown["steps"] if step["verdict"]["rules"]]
    assert named and all(set(verdict["meanings"]) == set(verdict["rules"]) for verdict in named)
    question = next(step for step in shown["steps"] if step["kind"] == "question")
    assert "Answered: the medium blue." in question["verdict"]["sentence"]
    lead = shown["steps"][1]
    assert lead["remarks"][0]["text"] == "Alison: small blue."
    assert set(lead["stills"]) == {"before", "after"} and lead["clock"] == "0:07.5"


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        ({"near": "A", "far": "B"}, ("A", "B")),
        (["A", "B"], ("A", "B")),
        (None, ("Near player", "Far player")),
        ({"far": "B"}, ("Near player", "B")),
    ],
)
def test_names(players: object, expected: tuple[str, str]) -> None:
    assert tuple(read_names({"players": players}).values()) == expected


def test_options_say_what_may_go_with_a_piece() -> None:
    state = ROUNDS["call"].start()
    found = {str(option["text"]): option["extras"] for option in options(state)}
    assert found["small blue"] == ["call", "sacrifice"] and found["large red"] == ["sacrifice"]
    assert len(found) == 7 and options(None) == []


def test_engine_still_refuses_what_the_examples_call_illegal() -> None:
    state = ROUNDS["illegal"].states()[7]
    with pytest.raises(IllegalMove):
        parse_play("Myellow", state)


def test_step_without_a_play_has_no_ply() -> None:
    (step,) = replay(BASIC, entries([setup()]))
    assert isinstance(step, Step) and step.ply == 0
