"""A game watched by two cameras, one of them blocked by an arm: the real pipeline on a film of each."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from arbiter.cli.commands.watch import choose_source
from arbiter.record.record import Record
from scripts import films
from vision.source.file import FileSource
from vision.source.frames import Frame, FrameSource, SourceError
from vision.source.opening import open_source
from vision.source.several import SeveralSources

FILM = Path(__file__).parents[2] / "support" / "films" / "pair.mp4"
BESIDE = FILM.with_name("pair-beside.mp4")
ARM_S, END_S = 4.8, 8.6
"""From here on a slightly moving arm blocks the first camera. Both films are watched up to this point: three
plies."""


def beginning(film: Path, arm: bool) -> FrameSource:
    """The beginning of a film, optionally with an ``arm`` that blocks the camera and stays there."""
    source = open_source(str(film))
    read, rng = source.read, np.random.default_rng(1)

    def covered() -> Frame | None:
        frame = read()
        if frame is None or frame.time_s >= END_S:
            return None
        if not arm or frame.time_s < ARM_S:
            return frame
        image = frame.image_bgr.copy()
        left = 300 + int(60 * np.sin(7 * frame.time_s))
        image[:, left : left + 420] = (108, 140, 196) + rng.integers(-4, 5, (720, 420, 3))
        return replace(frame, image_bgr=image)

    source.read = covered  # type: ignore[method-assign]
    return source


def test_a_game_goes_on_by_the_camera_that_sees_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    both = SeveralSources([beginning(FILM, arm=True), beginning(BESIDE, arm=False)])
    monkeypatch.setattr(films, "open_source", lambda spec: both)
    truth, seen = films.truth_of(FILM), films.watch(FILM, tmp_path / "pair.game")
    assert seen.steps == films.expected_steps(truth)[:3]
    assert seen.questions == 0
    assert "Camera 2 sees this table, too." in seen.said
    with Record.open(tmp_path / "pair.game", readonly=True) as record:
        assert [Path(spec).name for spec in record.header["sources"]] == ["pair.mp4", "pair-beside.mp4"]
        assert record.header["offsets_s"] == [0.0, pytest.approx(0.0, abs=0.15)]


def test_a_low_camera_alone_understands_the_whole_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hand of an earlier play that seems nearer to the illegal play says nothing about its order."""
    monkeypatch.setattr(films, "open_source", lambda spec: open_source(str(BESIDE)))
    seen = films.watch(FILM, tmp_path / "beside.game")
    assert seen.steps == films.expected_steps(films.truth_of(FILM)) and seen.questions == 0


def test_films_and_cameras_are_not_mixed() -> None:
    film = open_source(str(FILM))
    live = open_source("page")
    try:
        with pytest.raises(SourceError, match="films only, or cameras only"):
            SeveralSources([film, live])
    finally:
        live.close()
        film.close()
    with pytest.raises(SourceError, match="no more than 3"):
        choose_source([str(FILM)] * 4, "initiative")
    several, _ = choose_source([str(FILM), str(BESIDE)], "initiative")
    with several:
        assert isinstance(several, SeveralSources) and several.spec == str(FILM)
        assert all(isinstance(each, FileSource) for each in several.sources)


AWAY = "http://127.0.0.1:9/video"


@pytest.mark.parametrize(("specs", "lead"), [(("page", AWAY), 0), ((AWAY, "page", "97"), 1)])
def test_a_game_begins_with_the_cameras_that_are_there(specs: tuple[str, ...], lead: int) -> None:
    several, _ = choose_source(specs, "initiative")
    with several:
        assert isinstance(several, SeveralSources) and several.lead == lead
        assert [several.away(number) for number in range(len(specs))] == [spec != "page" for spec in specs]
        assert len(several.notes) == len(specs) - 1  # one line for each


@pytest.mark.parametrize("specs", [(AWAY, "97"), ("97", str(FILM)), ("page", "/")])
def test_without_any_camera_or_beside_a_film_there_is_no_game(specs: tuple[str, ...]) -> None:
    with pytest.raises(SourceError):
        choose_source(specs, "initiative")
