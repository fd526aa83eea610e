"""A record against its own footage: they agree or the first difference is named; people's decisions aside."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from arbiter.cli.main import main
from arbiter.events.types import MoveSeen, SessionEvent
from arbiter.record.footage import Film, StillsSource, films_of
from arbiter.record.record import Entry, Record, RecordError
from arbiter.record.replay import replay
from arbiter.story.story import Story
from arbiter.watch.verify import compare, verified_lines, verify
from arbiter.watch.watch import run
from engine.initiative.examples import ROUNDS
from tests.support.events_of_rounds import BASIC, NAMES, entries, move, setup
from tests.support.recorded_games import write_game
from tests.support.watched_table import SimSource, options, parts, round_frames


def told(events: Iterable[SessionEvent]) -> Story:
    return Story(BASIC, NAMES, replay(BASIC, entries(events)))


def by_word(event: MoveSeen) -> MoveSeen:
    return replace(event, answered=True)


PLAYED = [setup(), move(1, "Sblue", "near"), move(2, "Mblue", "far"), move(3, "Lgreen", "far")]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A simulated table's record of the round with an illegal parry that is taken back."""
    path = tmp_path_factory.mktemp("verify") / "a.game"
    source = SimSource(round_frames("illegal"))
    assert run(options(source, ROUNDS["illegal"], path), parts(source, [])) == 0
    return path


def test_the_same_footage_gives_the_same_game(recorded: Path) -> None:
    source = SimSource(round_frames("illegal"))
    with Record.open(recorded, readonly=True) as record:
        found = verify(record, source, parts(source, []))
    assert found.same and found.missed == () and found.people == ()
    texts = [fact.text for fact in found.agreed]
    assert sum(bool(fact.step.ply) for fact in found.agreed) == 17
    assert any("Myellow (illegal, I1)" in text for text in texts)
    assert list(verified_lines(found, "a.game"))[-1] == "they agree"


def test_other_footage_parts_where_it_differs(recorded: Path) -> None:
    source = SimSource(round_frames("basic"))
    with Record.open(recorded, readonly=True) as record:
        found = verify(record, source, parts(source, []))
    assert not found.same
    first = found.partings[0]
    assert "Myellow" in first.recorded[0].text and first.recorded[0].step.ply == 8
    lines = list(verified_lines(found, "a.game"))
    assert "first parting" in lines[1] and "round 1 ply 8" in lines[1] and lines[-1] == "they part"


def test_stories_side_by_side() -> None:
    assert compare(told(PLAYED), told(PLAYED), "film").same
    other = [*PLAYED[:2], move(2, "Mblack", "far"), PLAYED[3]]
    found = compare(told(PLAYED), told(other), "film")
    (parting,) = found.partings
    assert [fact.text for fact in parting.recorded] == ["far Mblue"]
    assert [fact.text for fact in parting.replayed] == ["far Mblack"]


def test_what_people_decided_is_no_parting() -> None:
    decided = [*PLAYED[:2], by_word(PLAYED[2]), PLAYED[3]]
    found = compare(told(decided), told([*PLAYED[:2], PLAYED[3]]), "film")
    assert found.same and [fact.text for fact in found.people] == ["far Mblue"]
    (line,) = (line for line in verified_lines(found, "a") if "decided by people" in line)
    assert "ply 2" in line and "saw something else or nothing" in line
    agreed = compare(told(decided), told(PLAYED), "film")
    assert agreed.same and "the replay agrees" in "".join(verified_lines(agreed, "a"))


def test_a_record_that_parts_from_the_rules_is_told() -> None:
    wrong = told([*PLAYED[:2], move(2, "Lred", "far"), move(3, "Mgreen", "far")])
    found = compare(wrong, wrong, "film")
    assert not found.same and "far has no large red" in str(found.problems[0][1])


def test_stills_are_shown_in_order(tmp_path: Path) -> None:
    with Record.open(write_game(tmp_path / "a.game", "illegal"), readonly=True) as record:
        source = StillsSource(record)
        kinds = [shot.entry.kind for shot in source.shots]
        times = [frame.time_s for frame in source]
        assert kinds.count("move") == 16 and kinds.count("take_back") == 1
        assert times == sorted(set(times)) and source.size == (960, 540)
        last = source.shots[-1]
        assert source.due_s(last.entry.id) == last.end_s > times[-1]


def test_no_stills_no_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.game"
    Record.create(path, {"game": "initiative"}).close()
    with Record.open(path, readonly=True) as record, pytest.raises(RecordError, match="no stills"):
        StillsSource(record)
    assert main(["verify", str(path)]) == 1
    assert "give the film" in capsys.readouterr().err
    assert main(["verify", str(path), "--film", str(tmp_path / "no.mp4")]) == 1
    assert "there is no film" in capsys.readouterr().err


def test_the_film_is_found_beside_the_record(tmp_path: Path) -> None:
    record, film = tmp_path / "a.game", tmp_path / "table.mp4"
    assert films_of(record, {"source": "elsewhere/table.mp4"}) == ()
    film.write_bytes(b"film")
    assert films_of(record, {"source": "elsewhere/table.mp4"}) == (Film(film),)
    assert films_of(record, {"source": "camera 0"}) == ()
    assert films_of(record, {}, film) == (Film(film),)


def test_films_of_several_cameras_keep_their_clocks(tmp_path: Path) -> None:
    record, one, two = (tmp_path / name for name in ("a.game", "one.mp4", "two.mp4"))
    header = {"source": str(one), "sources": [str(one), str(two)], "offsets_s": [0.0, -1.5]}
    one.write_bytes(b"film")
    assert films_of(record, header) == (Film(one),)
    two.write_bytes(b"film")
    assert films_of(record, header) == (Film(one), Film(two, 1, -1.5))
    assert films_of(record, header, two) == (Film(two, 1, -1.5),)
    for unknown in ({}, {"offsets_s": [0.0, None]}, {"offsets_s": "?"}):
        assert films_of(record, {"sources": header["sources"], **unknown}) == (Film(one),)


def test_people_answer_again_in_the_replay() -> None:
    from arbiter.watch.decisions import decisions

    facts = {"answered": True, "text": "Mblue"}
    found = list(
        decisions(
            [
                Entry(1, "answer", 5.0, "", {"id": 1, "text": "The medium blue"}),
                Entry(2, "move", 5.0, "", facts),
                Entry(3, "move", 9.0, "", facts),
                Entry(4, "take_back", 11.0, "", {"text": "Mblue", "observation": {"none_of_these": None}}),
                Entry(5, "take_back", 13.0, "", {"text": "Mblue", "observation": {"none_of_these": 0.1}}),
            ]
        )
    )
    assert [each.time_s for each in found] == [5.0, 9.0, 11.0]
    assert [(each.entry.id, each.kind) for each in found] == [(1, "answer"), (3, "move"), (4, "take_back")]
