"""A recording as text: it reads back without errors and plays through to the same states."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arbiter.events.types import Answer, IllegalStood, MoveAmended, Notice, Question, SessionEvent, TakeBack
from arbiter.record.record import Record
from arbiter.record.replay import replay
from arbiter.story.records import story_records
from arbiter.story.story import Story, read_story, story_json
from engine.game import Seat
from engine.initiative.examples import ROUNDS
from engine.initiative.model import Rules
from engine.initiative.notation import format_play
from engine.initiative.state import State
from engine.playback import Playback, play_record
from engine.record.parser import parse_records
from engine.record.records import Comment, Mark, Ruling, write_record, write_records
from tests.support.events_of_rounds import ADVANCED, BASIC, NAMES, entries, move, play_json, setup
from tests.support.recorded_games import Writer, header, write_game
from tests.support.simulated.table_session import Table

ILLEGAL = {"reading": "I1", "reason": "the parry must be large"}


def told(events: Iterable[SessionEvent], head: dict[str, Any] = BASIC) -> Story:
    return Story(head, NAMES, replay(head, entries(events)))


def back(ply: int, text: str, seat: str, was_legal: bool = False) -> TakeBack:
    return TakeBack(time_s=ply + 0.5, round=1, ply=ply, seat=seat, text=text, was_legal=was_legal)


def stood(ply: int, text: str, seat: str) -> IllegalStood:
    play = play_json(text, seat)
    return IllegalStood(time_s=ply, round=1, ply=ply, seat=seat, text=text, play=play, **ILLEGAL)


def amended(ply: int, text: str, seat: str, before: str, changed: str, **more: Any) -> MoveAmended:
    facts: dict[str, Any] = {"before": before, "changed": changed, "play": play_json(text, seat), **more}
    return MoveAmended(time_s=ply + 0.2, round=1, ply=ply, seat=seat, text=text, **facts)


def sound(state: State) -> State:
    """The state with its set-up in the order of the text, because inventories are multisets."""
    first = state.setup
    ordered = replace(first, near=tuple(sorted(first.near)), far=tuple(sorted(first.far)))
    return replace(state, setup=ordered)


def played(story: Story) -> list[Playback]:
    """Write, read and play the story's records, and compare them with the story's states."""
    records = story_records(story)
    parsed = parse_records(write_records(records))
    assert parsed.errors == () and parsed.records == records
    games = [play_record(record) for record in parsed.records]
    for game in games:
        number = int(game.record.tag("Round"))
        own = [step.after for step in story.steps if step.round == number and step.after is not None]
        assert game.errors == () and game.end == (sound(own[-1]) if own else game.end)
    return games


def marks(game: Playback) -> list[tuple[str, str | None]]:
    return [(entry.text, entry.mark and entry.mark.value) for entry in game.record.entries]


@pytest.mark.parametrize("name", sorted(ROUNDS))
def test_every_play_and_verdict_of_the_recording_comes_back(tmp_path: Path, name: str) -> None:
    with Record.open(write_game(tmp_path / "a.game", name), readonly=True) as record:
        story = read_story(record)
    (game,) = played(story)
    steps = [step for step in story.steps if step.kind == "move"]
    assert [ply.entry.text for ply in game.plies] == [format_play(step.play) for step in steps]
    assert [ply.verdict is None for ply in game.plies] == [step.data["legal"] for step in steps]
    assert [ply.after for ply in game.plies] == [sound(step.after) for step in steps]
    assert game.result == game.record.tag("Result") != "*"
    tags = dict(game.record.tags)
    assert tags["Near"] == "Alison" and tags["Palette"] == "rainbow" and tags["Source"] == "sample.mp4"


SOURCES = (
    ("/home/ann/films/friday.mp4", "friday.mp4"),
    (r"C:\Users\Ann\friday.mp4", "friday.mp4"),
    ("http://ann:secret@phone.local:8080/video?key=1", "phone.local"),
    ("camera 0", "camera 0"),
    ("", ""),
)


@pytest.mark.parametrize(("source", "shown"), SOURCES)
def test_nothing_private_of_where_it_was_watched_from_is_written(
    source: str, shown: str, tmp_path: Path
) -> None:
    with Record.create(tmp_path / "a.game", {**header(ROUNDS["basic"]), "source": source}) as record:
        Writer(record, ROUNDS["basic"]).play("Sblue")
        story = read_story(record)
    (game,) = story_records(story)
    assert dict(game.tags).get("Source", "") == shown
    for private in ("/home", "Users", "secret", "ann:"):
        assert private not in json.dumps(story_json(story)) + write_record(game)


def test_verdicts_and_times_are_comments_and_an_answer_a_ruling(tmp_path: Path) -> None:
    with Record.open(write_game(tmp_path / "a.game", "illegal"), readonly=True) as record:
        (game,) = story_records(read_story(record))
    slip = game.entries[7]
    assert (slip.text, slip.mark) == ("Myellow", Mark.BACK)
    words = [item.text for item in game.items[game.items.index(slip) :] if isinstance(item, Comment)]
    assert words[0].startswith("Illegal: ") and words[0].endswith("[I1] @0:32.0")
    assert words[1].startswith("Taken back: ") and words[-1].startswith("Round over: ")
    rulings = [item.text for item in game.items if isinstance(item, Ruling)]
    assert rulings == ["I am not sure what was played. What happened? The medium blue. @0:09.5"]


CASES: dict[str, tuple[list[SessionEvent], list[tuple[str, str | None]]]] = {
    "taken back": (
        [setup(), move(1, "Lred", "near"), move(2, "Mblue", "far", legal=False, **ILLEGAL)]
        + [back(2, "Mblue", "far"), move(2, "Lgreen", "far")],
        [("Lred", None), ("Mblue", "back"), ("Lgreen", None)],
    ),
    "stood": (
        [setup(), move(1, "Lred", "near"), move(2, "Mblue", "far", legal=False, **ILLEGAL)]
        + [stood(2, "Mblue", "far"), move(3, "Sblue", "near")],
        [("Lred", None), ("Mblue", "stood"), ("Sblue", None)],
    ),
    "left on the table": (
        [setup(), move(1, "Lred", "near"), move(2, "Mblue", "far", legal=False, **ILLEGAL)],
        [("Lred", None), ("Mblue", "back")],
    ),
    "legal and taken back": (
        [setup(), move(1, "Lred", "near"), back(1, "Lred", "near", True), move(1, "Sblue", "near")],
        [("Lred", "back"), ("Sblue", None)],
    ),
    "two taken back at once": (
        [setup(), move(1, "Lred", "near"), move(2, "Lgreen", "far"), back(1, "Lred", "near", True)]
        + [move(1, "Sblue", "near")],
        [("Lred", "back"), ("Lgreen", "back"), ("Sblue", None)],
    ),
    "recorded as illegal, but legal": (
        [setup(), move(1, "Lred", "near"), move(2, "Lgreen", "far", legal=False, **ILLEGAL)]
        + [stood(2, "Lgreen", "far")],
        [("Lred", None), ("Lgreen", None)],
    ),
    "recorded as legal, but illegal": (
        [setup(), move(1, "Lred", "near"), move(2, "Mblue", "far")],
        [("Lred", None), ("Mblue", "stood")],
    ),
    "stood without a report": (
        [setup(), move(1, "Lred", "near"), stood(2, "Mblue", "far")],
        [("Lred", None), ("Mblue", "stood")],
    ),
    "corrected later": (
        [setup(), move(1, "Lred", "near"), move(2, "Lgreen", "far")]
        + [amended(1, "Lblue", "near", "Lred", "sacrifice")],
        [("Lblue", None), ("Lgreen", None)],
    ),
    "set-up corrected": (
        [setup(), move(1, "Lred", "near"), setup(corrected=True), move(2, "Lgreen", "far")],
        [("Lred", None), ("Lgreen", None)],
    ),
    "nothing yet": ([setup()], []),
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.replace(" ", "-"))
def test_marks_tell_what_became_of_a_play(case: str) -> None:
    events, expected = CASES[case]
    (game,) = played(told(events))
    assert marks(game) == expected


def test_sacrifice_read_in_two_steps_is_one_play() -> None:
    events = [
        setup(),
        move(1, "Myellow/Mblack", "near", provisional=True),
        amended(1, "Myellow/Mblack+2", "near", "Myellow/Mblack", "shift"),
    ]
    (game,) = played(told(events, ADVANCED))
    assert marks(game) == [("Myellow/Mblack+2", None)]
    assert "Read as medium yellow on medium black at first." in game.record.items[1].text


def test_two_rounds_are_two_records() -> None:
    events = [setup(), move(1, "Lred", "near"), setup(2), move(1, "Lred", "far", 2)]
    first, second = played(told(events))
    assert (first.record.tag("Leader"), second.record.tag("Leader")) == ("", "far")
    assert second.record.tag("Setup").startswith("near=Mblack")


def test_remarks_without_a_play() -> None:
    events = [
        setup(problems=("one pyramid is missing",)),
        setup(),
        Notice(time_s=2, text="the camera {moved}", topic="camera"),
        Question(time_s=3, id=1, text="who led?", options=("near", "far")),
        Answer(time_s=4, id=1, option=1, text="far"),
        Question(time_s=5, id=2, text="and now?", options=("a", "b")),
    ]
    (game,) = played(told(events))
    texts = [item.text for item in game.record.items]
    assert texts[0].startswith("Not ready: One pyramid is missing.")
    assert texts[1] == "Notice: the camera {moved} @0:02.0"
    assert game.record.items[2] == Ruling("Who led? Far. @0:03.0")
    assert texts[3].startswith("Question: And now? (a / b) Not answered.")


def test_recording_without_a_step_has_its_tags() -> None:
    head = {**header(ROUNDS["basic"]), "players": ['A "the {Ace}"', "B"]}
    (record,) = story_records(Story(head, {Seat.NEAR: 'A "the {Ace}"', Seat.FAR: "B"}, ()))
    assert record.tag("Near") == 'A "the {Ace}"' and record.tag("Result") == "*"
    assert parse_records(write_records([record])).records == (record,)


def test_session_at_a_simulated_table() -> None:
    """A real session's reports: an illegal parry that stands because the game goes on."""
    table = Table(Rules.basic())
    for text in ("near: Sblue", "far: Mblue", "far: Lgreen", "near: Myellow", "far: Lblack"):
        table.play(text)
    (game,) = played(told(table.events))
    assert [text for text, _ in marks(game)] == ["Sblue", "Mblue", "Lgreen", "Myellow", "Lblack"]
    assert marks(game)[3] == ("Myellow", "stood") and game.plies[3].verdict.reading == "I1"


ODD: list[tuple[str, dict[str, Any]]] = [
    ("setup", {"setup": {"stack": ["yelDow", "blue"]}}),
    ("setup", {"setup": {"stack": [{"a": 1}, ["blue"], 7]}}),
    ("setup", {"setup": {"near": [{"size": 3, "colour": "red"}]}}),
    ("move", {"seat": {"a": 1}}),
    ("move", {"seat": ["near"]}),
    ("move", {"play": {"pieces": [{"size": ["small"], "colour": "red"}]}}),
]


@pytest.mark.parametrize(("kind", "odd"), ODD)
def test_what_nobody_would_write_costs_its_entry_at_most(
    kind: str, odd: dict[str, Any], tmp_path: Path
) -> None:
    """A complete record with valid checksums in which somebody wrote nonsense."""
    path = write_game(tmp_path / "a.game", "basic")
    with Record.open(path, readonly=True) as record:
        header, written = record.header, list(record.entries())
    with Record.create(tmp_path / "b.game", header) as made:
        for entry in written:
            data = dict(entry.data)
            if entry.kind == kind:
                for name, value in odd.items():
                    data[name] = (
                        {**data[name], **value} if isinstance(value, dict) and name != "seat" else value
                    )
            made.append(entry.kind, entry.time_s, data)
    with Record.open(tmp_path / "b.game", readonly=True) as record:
        steps = story_json(read_story(record))["steps"]
    assert len(steps) > 3
    if odd == ODD[0][1]:
        assert "yelDow" in next(step["verdict"]["sentence"] for step in steps if step["kind"] == "setup")
