"""Films with the spoken words and drawn-in pieces: made from stills and from the watched film."""

from __future__ import annotations

import wave
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from arbiter.cli.main import main
from arbiter.record.record import Record
from arbiter.review.export import FilmOptions, export
from arbiter.review.film import Scene, film_scenes, in_step
from arbiter.review.film_overlay import overlaid
from arbiter.review.soundtrack import Sound
from arbiter.story.story import read_story, step_title
from arbiter.table.layout import Layout, Spot, Zone
from arbiter.voice.wave import VoiceOut
from arbiter.words.describe import Comment
from arbiter.words.exits import UserError
from calibration.camera import Camera, square_pixel_matrix
from engine.game import Seat
from engine.pieces import Colour, Piece, Size
from tests.support.recorded_games import write_game
from vision.source.opening import open_source

RATE = 8000


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of the round with an illegal parry and a take-back."""
    return write_game(tmp_path_factory.mktemp("game") / "a.game", "illegal")


def saved_voice(path: Path, texts: list[str]) -> Path:
    """A sound file as ``watch --voice-out`` saves it: a tone of half a second for each text."""
    out = VoiceOut(path)
    tone = (8000 * np.sin(np.arange(RATE // 2) / 4)).astype(np.int16)
    for number, text in enumerate(texts):
        piece = path.with_name(f"{number}.wav")
        with wave.open(str(piece), "wb") as file:
            file.setparams((1, 2, RATE, 0, "NONE", "not compressed"))
            file.writeframes(tone.tobytes())
        out.append(piece, text, "play")
    out.close()
    return path


def small_film(path: Path, seconds: int) -> Path:
    """A grey film of four frames a second."""
    with av.open(path, "w") as film:
        stream = film.add_stream("libx264", rate=4)
        stream.width, stream.height, stream.pix_fmt = 160, 90, "yuv420p"
        for _ in range(seconds * 4):
            frame = av.VideoFrame.from_ndarray(np.full((90, 160, 3), 90, np.uint8), format="rgb24")
            film.mux(stream.encode(frame.reformat(format="yuv420p")))
        film.mux(stream.encode(None))
    return path


def heard(film: Path) -> tuple[float, np.ndarray, int]:
    """The film's length in seconds, its samples and their rate."""
    with av.open(film) as opened:
        frames = list(opened.decode(video=0))
        seconds = float(frames[-1].pts * frames[-1].time_base)
    with av.open(film) as opened:
        assert [stream.codec_context.name for stream in opened.streams] == ["h264", "aac"]
        sound = [frame.to_ndarray()[0] for frame in opened.decode(audio=0)]
        return seconds, np.concatenate(sound), opened.streams.audio[0].rate


def said_in(path: Path) -> list[str]:
    with Record.open(path, readonly=True) as record:
        return [entry.data["text"] for entry in record.entries("said")]


def test_film_of_the_stills_with_the_voice(game: Path, tmp_path: Path) -> None:
    said = said_in(game)
    voice = saved_voice(tmp_path / "a.wav", list(dict.fromkeys(said)))
    target = export(game, "mp4", tmp_path / "a.mp4", FilmOptions(voice=str(voice)))[0]
    seconds, samples, rate = heard(target)
    loud = (np.abs(samples) > 0.05).sum() / rate
    assert len(samples) / rate == pytest.approx(seconds, abs=1.0)
    assert loud == pytest.approx(0.5 * len(said), rel=0.25)


def test_film_of_the_game_with_the_voice_in_its_place(game: Path, tmp_path: Path) -> None:
    voice = saved_voice(tmp_path / "a.wav", list(dict.fromkeys(said_in(game))))
    options = FilmOptions(voice=str(voice), film=str(small_film(tmp_path / "table.mp4", 12)))
    seconds, samples, rate = heard(export(game, "mp4", tmp_path / "a.mp4", options)[0])
    assert seconds == pytest.approx(12, abs=0.5)
    with Record.open(game, readonly=True) as record:
        lead = next(record.entries("move")).time_s
    quiet = samples[int(5 * rate) : int((lead - 0.3) * rate)]
    spoken = samples[int(lead * rate) : int((lead + 0.7) * rate)]
    assert np.abs(quiet).max() < 0.02 and np.abs(spoken).max() > 0.1


def test_picture_waits_for_a_voice_that_is_behind() -> None:
    sound = Sound(10, {"a": np.zeros(27, np.int16), "b": np.zeros(7, np.int16)})
    grey = np.zeros((2, 2, 3), np.uint8)
    scenes = [Scene(grey, name, Comment("note", "", ""), "", 1.0, said) for name, said in
              (("one", ("a",)), ("two", ()), ("three", ("b",)), ("four", ()))]  # fmt: skip
    held = [(scene.title, round(scene.seconds, 3), scene.said) for scene in in_step(scenes, sound)]
    assert held == [
        *[("one", 1.0, ("a",)), ("two", 1.0, ()), ("two", 1.0, ())],
        *[("three", 1.0, ("b",)), ("four", 1.0, ())],
    ]
    assert sum(seconds for _, seconds, _ in held) >= sound.seconds("a") + sound.seconds("b")
    assert list(in_step(scenes, None)) == scenes
    late = [scene.title for scene in in_step(scenes[:1], sound)]
    assert late == ["one", "one"]


def test_every_step_of_the_film_is_shown(game: Path, tmp_path: Path) -> None:
    """The end of the round has the same frame as the last play and is still shown."""
    with (
        Record.open(game, readonly=True) as record,
        open_source(str(small_film(tmp_path / "t.mp4", 70))) as film,
    ):
        story = read_story(record)
        titles = [scene.title for scene in film_scenes(record, story, film, 0.25)]
    shown = list(dict.fromkeys(titles))
    assert shown == list(dict.fromkeys(step_title(step, story.names) for step in story.steps))


def test_utterances_never_overlap() -> None:
    sound = Sound(10, {"a": np.full(10, 5, np.int16), "b": np.full(5, 7, np.int16)})
    track = sound.track([(0.5, "a"), (0.6, "b"), (0.7, "not there")], 3.0)
    assert track.tolist() == [0] * 5 + [5] * 10 + [0] * 3 + [7] * 5 + [0] * 7
    assert (sound.seconds("a"), sound.seconds("not there")) == (1.3, 0.0)


def test_refusals(game: Path, tmp_path: Path) -> None:
    for options, words in (
        (FilmOptions(voice=str(tmp_path / "no.wav")), "voice-out"),
        (FilmOptions(film=str(tmp_path / "no.mp4")), "there is no film"),
    ):
        with pytest.raises(UserError, match=words):
            export(game, "mp4", tmp_path / "a.mp4", options)
        assert not (tmp_path / "a.mp4").exists()
    assert main(["export", str(game), "--format", "text", "--voice", "-o", str(tmp_path / "a.txt")]) == 2


def test_pieces_are_drawn_where_the_record_has_them() -> None:
    picture = np.full((720, 1280, 3), 120, np.uint8)
    matrix = square_pixel_matrix(1200, 1280, 720)
    camera = Camera(matrix, np.zeros(5), (np.pi, 0, 0), (0, 0, 900), 1280, 720, 0)
    spot = Spot(1, Zone.ROW, Seat.NEAR, 0, 0, (Piece(Size.LARGE, Colour.RED),), (600, 300, 680, 400))
    facts: dict[str, Any] = {"limits": {"near": 90, "far": 90}, "stack_xy": [250, 0], "next_id": 2}
    facts["spots"] = [spot.to_json()]
    layout = Layout.from_json(facts)
    changed = np.argwhere((overlaid(picture, layout.spots, camera) != picture).any(axis=-1))
    middle = changed.mean(axis=0)
    assert len(changed) > 200 and abs(middle[1] - 640) < 60 and abs(middle[0] - 360) < 90
    assert overlaid(picture, None, camera) is picture and overlaid(picture, layout.spots, None) is picture
