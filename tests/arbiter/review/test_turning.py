"""The play that lost a round, as a slow-motion clip from a record's stills and from its film."""

from __future__ import annotations

from pathlib import Path

import av
import pytest

from arbiter.record.footage import Film
from arbiter.record.record import Record, RecordError
from arbiter.review import turning
from arbiter.review.export import export
from arbiter.review.film import Scene, scenes
from arbiter.review.judgements import Judgements
from arbiter.review.turning import AFTER_S, BEFORE_S, CARD_S, SLOWER, write_turning
from arbiter.story.story import Story, read_story, step_title
from tests.support.recorded_games import write_any_game, write_game
from tests.support.streams.small_films import FPS, filmed

QUICK = 3_000


@pytest.fixture(scope="module")
def lost(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pummeling round, lost by a parry near its end."""
    return write_game(tmp_path_factory.mktemp("lost") / "pummel.game", "pummel")


@pytest.fixture(scope="module")
def judged(lost: Path) -> Judgements:
    return Judgements(nodes=QUICK)


def lost_at(story: Story, judged: Judgements) -> int:
    found = judged.finished(story)["steps"]
    (index,) = (int(index) for index, step in found.items() if step["turning"])
    return index


def seconds_of(path: Path) -> float:
    with av.open(str(path)) as film:
        return float(film.duration / av.time_base)


def test_a_clip_of_stills_shows_the_play_slowly_and_what_it_cost(
    lost: Path, judged: Judgements, tmp_path: Path
) -> None:
    with Record.open(lost, readonly=True) as record:
        story = read_story(record)
        write_turning(record, story, tmp_path / "clip.mp4", judgements=judged)
        moment = story.steps[lost_at(story, judged) - 1 :][:2]
        plain = sum(scene.seconds for scene in scenes(record, Story(story.header, story.names, moment)))
    assert seconds_of(tmp_path / "clip.mp4") == pytest.approx(SLOWER * plain + CARD_S, abs=1.0)


def test_a_clip_of_the_film_is_of_the_seconds_around_the_play(
    lost: Path, judged: Judgements, tmp_path: Path
) -> None:
    with Record.open(lost, readonly=True) as record:
        story = read_story(record)
        at_s = story.steps[lost_at(story, judged)].entry.time_s
        film = Film(filmed(tmp_path / "film.mp4", at_s, at_s + 3))
        write_turning(record, story, tmp_path / "clip.mp4", film, judged)
    assert seconds_of(tmp_path / "clip.mp4") == pytest.approx(SLOWER * (BEFORE_S + AFTER_S) + CARD_S, abs=1.0)
    with av.open(str(tmp_path / "clip.mp4")) as clip:
        shades = [int(frame.to_ndarray(format="gray")[300, 640]) for frame in clip.decode(video=0)]
    turned = next(number for number, shade in enumerate(shades) if shade > 128)
    assert turned / FPS == pytest.approx(SLOWER * BEFORE_S, abs=0.6)  # dark before the play, bright after it


def test_where_no_play_threw_the_game_away_it_is_of_the_one_that_decided_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = list[Scene]()
    monkeypatch.setattr(turning, "encode", lambda target, scenes, rate: shown.extend(scenes))
    with Record.open(write_game(tmp_path / "won.game", "illegal"), readonly=True) as record:
        story = read_story(record)
        write_turning(record, story, tmp_path / "clip.mp4", judgements=Judgements(nodes=QUICK))
    last = next(step for step in reversed(story.steps) if step.play is not None)
    assert shown[-2].title == shown[-1].title == step_title(last, story.names)
    assert shown[-1].verdict.word == "Decided here" and "Kristin scores 24" in shown[-1].verdict.sentence


def test_in_sanctum_it_is_what_brought_the_initiative_to_whom_it_stayed_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = list[Scene]()
    monkeypatch.setattr(turning, "encode", lambda target, scenes, rate: shown.extend(scenes))
    towns, played = (
        "town1=red,town2=blue,town3=neutral",
        ("blue>town3", "turn", "timepiece", "timepiece", "turn"),
    )
    game = write_any_game(tmp_path / "a.game", "Sanctum", towns, played)
    export(game, "clip")
    assert (
        shown[-1].title == "Adriel's Timepiece is used"
        and shown[-1].verdict.word == "Here the initiative changed hands"
    )
    assert "The initiative goes to blue" in shown[-1].verdict.sentence
    with pytest.raises(RecordError, match="never changed hands"):
        export(write_any_game(tmp_path / "b.game", "Sanctum", towns, ("red>town3", "turn")), "clip")


def test_a_game_that_is_not_over_and_not_lost_has_no_clip(tmp_path: Path) -> None:
    game = write_game(tmp_path / "open.game", "illegal", plies=3)
    with pytest.raises(RecordError, match="this game is not over"):
        export(game, "clip")
    assert list(tmp_path.iterdir()) == [game]
