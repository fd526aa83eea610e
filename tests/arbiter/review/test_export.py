"""Exports: everything as JSON, the game as text, a playable film."""

from __future__ import annotations

import base64
import json
from itertools import pairwise
from pathlib import Path

import av
import numpy as np
import pytest

from arbiter.record.record import Record, RecordError
from arbiter.record.schema import plain
from arbiter.review.export import export
from arbiter.review.film import compose, scenes
from arbiter.story.story import read_story
from engine.initiative.examples import ROUNDS
from engine.playback import play_record
from engine.record.parser import parse_records
from tests.support.ppn_reader import read_ppn
from tests.support.recorded_games import header, still, write_game


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of the round with an illegal parry and a take-back."""
    return write_game(tmp_path_factory.mktemp("game") / "a.game", "illegal")


def test_json_holds_everything(game: Path, tmp_path: Path) -> None:
    target, warning = export(game, "json", tmp_path / "a.json")
    data = json.loads(target.read_text())
    assert warning is None and data["header"]["players"]["far"] == "Kristin"
    with Record.open(game, readonly=True) as record:
        kept = list(record.entries())
        assert [entry["data"] for entry in data["entries"]] == [plain(entry.data) for entry in kept]
        for entry, written in zip(kept, data["entries"], strict=True):
            for name in entry.frames:
                assert base64.b64decode(written["frames"][name]) == record.frame(entry.id, name)


def test_json_and_text_name_no_folder_and_no_password(tmp_path: Path) -> None:
    path, film = tmp_path / "a.game", "/home/ann/secret/game.mp4"
    films = [film, "http://ann:secret@phone.local:8080/video"]
    facts = {
        **header(ROUNDS["basic"]),
        "source": film,
        "sources": films,
        "colours": "C:\\Users\\ann\\set.json",
    }
    with Record.create(path, {**facts, "calibration": {"source": film}}) as record:
        record.append("resumed", 1.0, {"source": "http://ann:secret@phone.local:8080/video"})
        record.append("ended", 2.0, {"how": "source", "text": f"{film} has sent no picture for 3 s"})
    written = export(path, "json", tmp_path / "a.json")[0].read_text("utf-8")
    written += export(path, "text", tmp_path / "a.txt")[0].read_text("utf-8")
    assert not any(word in written for word in ("ann", "secret", "8080"))
    data = json.loads((tmp_path / "a.json").read_text("utf-8"))
    assert data["header"]["source"] == data["header"]["calibration"]["source"] == "game.mp4"
    assert data["header"]["colours"] == "set.json" and data["header"]["sources"][0] == "game.mp4"
    assert [entry["data"].get("source") for entry in data["entries"]] == ["phone.local", None]
    assert data["entries"][1]["data"]["text"] == "game.mp4 has sent no picture for 3 s"


def test_text_is_the_format_of_every_game(game: Path, tmp_path: Path) -> None:
    text = export(game, "text", tmp_path / "a.txt")[0].read_text()
    (record,), errors = parse_records(text).records, parse_records(text).errors
    played = play_record(record)
    assert errors == played.errors == () and played.result == record.tag("Result") == "far 24"
    assert [ply.entry.text for ply in played.plies if ply.counts] == list(ROUNDS["basic"].plays)
    assert [ply.entry.text for ply in played.plies if ply.verdict] == ["Myellow"]
    again = export(tmp_path / "a.txt", "text", tmp_path / "b.txt")[0]
    assert again.read_text() == text


def test_ppn_comes_from_a_recording_and_from_its_text(game: Path, tmp_path: Path) -> None:
    made = export(game, "ppn", tmp_path / "a.ppn")[0].read_text()
    text = export(game, "text", tmp_path / "a.txt")[0]
    assert export(text, "ppn", tmp_path / "b.ppn")[0].read_text() == made
    (read,) = read_ppn(made)
    assert (read.metadata["Near"], read.metadata["GameType"]) == ("Alison", "Initiative")
    assert read.moves["8."] == [] and "[I1]" in read.comments["8."][0]


def test_a_text_with_a_mistake_is_exported_as_far_as_it_goes(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text('[Game "Sanctum"]\n[Setup "a=red"]\n\n1. turn [ 3. blue>a\n2. blue>a\n')
    target, warning = export(path, "text", tmp_path / "b.txt")
    assert warning and "line 4, column 9" in warning and "arbiter judge" in warning
    assert parse_records(target.read_text()).errors == ()


def test_film_plays_every_step(game: Path, tmp_path: Path) -> None:
    target = export(game, "mp4", tmp_path / "a.mp4")[0]
    assert target.read_bytes().find(b"moov") < target.read_bytes().find(b"mdat")
    with av.open(target) as film:
        stream = film.streams.video[0]
        frames = [frame.pts * frame.time_base for frame in film.decode(stream)]
        assert (stream.codec_context.name, stream.codec_context.pix_fmt) == ("h264", "yuv420p")
    with Record.open(game, readonly=True) as record:
        expected = sum(scene.seconds for scene in scenes(record, read_story(record)))
    assert float(frames[-1] - frames[0]) == pytest.approx(expected, abs=0.5)
    assert all(later > earlier for earlier, later in pairwise(frames))


def test_film_frames_carry_the_stills_and_the_bar(game: Path) -> None:
    with Record.open(game, readonly=True) as record:
        made = list(scenes(record, read_story(record)))
    illegal = next(scene for scene in made if scene.verdict.word == "Illegal")
    picture = compose(illegal)
    assert picture.shape == (720, 1280, 3)
    red = np.all(np.abs(picture[588:593].astype(int) - (196, 52, 44)) < 4, axis=-1)
    assert red.mean() > 0.9
    table = np.abs(picture[40, 640].astype(int) - (158, 124, 92)).max()
    assert table < 12


@pytest.mark.parametrize(
    ("form", "words"),
    [("pgn", "unknown format.*text, ppn, json, mp4, clip"), ("mp4", "no stills"), ("json", "there already")],
)
def test_refusals(tmp_path: Path, form: str, words: str) -> None:
    path = tmp_path / "a.game"
    Record.create(path, {"game": "initiative"}).close()
    (tmp_path / "a.json").write_text("mine")
    with pytest.raises(RecordError, match=words):
        export(path, form)
    assert (tmp_path / "a.json").read_text() == "mine" and not (tmp_path / "a.mp4").exists()


@pytest.mark.parametrize(
    ("text", "form", "words"),
    [
        ('[Game "Chess"] e4', "ppn", "no game called 'Chess'"),
        ("[", "text", "line 1, column 1: cannot read this tag"),
        ('[Game "Nickel"]', "json", "not a record of a game"),
    ],
)
def test_refusals_of_a_text(tmp_path: Path, text: str, form: str, words: str) -> None:
    path = tmp_path / "a"
    path.write_text(text)
    with pytest.raises(RecordError, match=words):
        export(path, form)
    assert list(tmp_path.iterdir()) == [path]


def test_damaged_records_give_what_they_have(game: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.game"
    cut.write_bytes(game.read_bytes()[:-200_000])
    target, warning = export(cut, "text")
    assert warning and "damaged" in warning and "1. near: Sblue" in target.read_text()


def test_broken_still_is_left_out_of_the_film(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    with Record.create(path, header(ROUNDS["basic"])) as record:
        record.append("dispute", 1.0, {}, {"-0.5s": b"no jpeg", "now": still(None)})
    with av.open(export(path, "mp4")[0]) as film:
        assert len(list(film.decode(video=0))) >= 5
