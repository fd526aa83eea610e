"""The bundled sample video through the whole real pipeline: found, understood, spoken, recorded, exported."""

from __future__ import annotations

import json
import shutil
import wave
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np
import pytest

from arbiter.pages.share import share
from arbiter.record.record import Record
from arbiter.review.export import export
from arbiter.review.harvest import harvest
from arbiter.review.judgements import Judgements
from arbiter.review.turning import AFTER_S, BEFORE_S, CARD_S, SLOWER
from calibration.camera import Camera
from datasets.acting.initiative import act
from engine.initiative.examples import ROUNDS
from scripts import films
from scripts.films import Watched, expected_steps, faults, score, truth_of, watch
from vision.source.frames import FrameSource
from vision.source.opening import open_source
from vision.training.samples import COLOURS, SIZES, list_samples, read_sample

SAMPLE = Path(__file__).parents[2] / "arbiter" / "samples" / "initiative-basic.mp4"
needs_voice = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("film")


@pytest.fixture(scope="module")
def seen(folder: Path) -> Iterator[Watched]:
    """The basic round, watched once for all tests here, with its sound where there is a voice."""
    sound = folder / "basic.wav" if shutil.which("espeak-ng") else None
    yield watch(SAMPLE, folder / "basic.game", sound)


def test_the_round_is_understood_exactly(seen: Watched) -> None:
    truth = truth_of(SAMPLE)
    assert seen.steps == expected_steps(truth)
    assert faults(truth, seen) == []
    assert (seen.winner, seen.score) == ("far", 24)
    assert seen.questions == 0 and seen.notices == () and seen.rules_named == ()


def test_every_move_is_announced_once_and_in_order(seen: Watched) -> None:
    said = [line for line in seen.said if line.startswith(("Alison", "Kristin"))]
    order = [line.split()[0] for line in said]
    leads = [line for line in said if " leads " in line]
    assert len(leads) == 8 and order[0] == "Alison"
    assert "24" in " ".join(seen.said[-2:])


def test_announcements_follow_the_hand_quickly(seen: Watched) -> None:
    """A generous bound on video time; a benchmark measures the real figure."""
    assert len(seen.delays_s) == 15
    assert float(np.median(seen.delays_s)) < 2.0


@needs_voice
def test_the_sound_holds_every_utterance_in_order(seen: Watched, folder: Path) -> None:
    index = [json.loads(line) for line in (folder / "basic.wav.jsonl").read_text("utf-8").splitlines()]
    assert [line["text"] for line in index] == list(seen.said)
    with wave.open(str(folder / "basic.wav")) as sound:
        rate, raw = sound.getframerate(), sound.readframes(sound.getnframes())
    samples = np.frombuffer(raw, np.int16).astype(float)
    ends = [(line["start_s"], line["end_s"]) for line in index]
    assert all(start < end for start, end in ends) and ends == sorted(ends)
    for start, end in ends:
        assert np.abs(samples[int(start * rate) : int(end * rate)]).max() > 1000


def test_the_record_keeps_pictures_and_can_be_exported(seen: Watched, folder: Path) -> None:
    record = Record.open(folder / "basic.game", readonly=True)
    moves = list(record.entries("move"))
    assert len(moves) == 15
    assert all(
        record.frame(move.id, name)[:2] == b"\xff\xd8" for move in moves for name in ("before", "after")
    )
    record.close()
    text, _ = export(folder / "basic.game", "text", folder / "basic.txt")
    assert "24" in text.read_text("utf-8") and "Lblack" in text.read_text("utf-8")


def test_the_record_gives_pictures_whose_labels_are_right(seen: Watched, folder: Path) -> None:
    (found,) = harvest([folder / "basic.game"], folder / "harvest")
    assert (found.pictures, found.pieces, found.left_out.total()) == (16, 400, 0)
    truth = truth_of(SAMPLE)["camera"]
    turn = cv2.Rodrigues(np.array(truth["rotation"]))[0].ravel()
    filmed = Camera(truth["K"], np.zeros(5), turn, truth["translation"], 1280, 720)
    acted = act(ROUNDS["basic"])
    tables = (acted.opening.units, *(visit.after.units for visit in acted.visits))
    for path, table in zip(list_samples(folder / "harvest"), tables, strict=True):
        sample = read_sample(path)
        places = sample.camera.to_table(filmed.project([(unit.x_mm, unit.y_mm, 0) for unit in table]))
        assert len(sample.units) == len(table) and sample.image().shape == (720, 1280, 3)
        for unit, place in zip(table, places, strict=True):
            off = [np.hypot(label.x_mm - place[0], label.y_mm - place[1]) for label in sample.units]
            label = sample.units[int(np.argmin(off))]
            assert min(off) < 3.0 and not label.flat
            named = [(COLOURS[level.colour], SIZES[level.size]) for level in label.levels]
            assert named == [(each.piece.colour, each.piece.size) for each in reversed(unit.pieces)]


def test_a_game_of_nickel_is_understood_or_asked_about(tmp_path: Path) -> None:
    """Two tokens of a kind, a slip, a take-back, a bumped camera, a shadow, a pyramid knocked over."""
    film = SAMPLE.with_name("nickel.mp4")
    truth, game = truth_of(film), tmp_path / "nickel.game"
    seen = watch(film, game)
    row = score(truth, seen)
    assert faults(truth, seen) == []
    assert (row.plies, row.wrong, row.alarms) == (14, 0, 0) and row.questions <= 3
    assert row.illegal == row.caught == 1 and seen.rules_named == ("N3",)
    shared = tmp_path / "nickel.html"
    share(game, shared, 3, Judgements(nodes=300))
    assert "data:image/jpeg" in shared.read_text("utf-8")


@pytest.mark.parametrize(("name", "frames", "plies"), [("logistics", 215, 3), ("sanctum", 240, 3)])
def test_a_sample_of_the_other_games_begins_well(
    name: str, frames: int, plies: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first plies of their films: a sow, a capture with its power; structures and a turn."""
    film = SAMPLE.with_name(f"{name}.mp4")
    monkeypatch.setattr(films, "open_source", lambda spec: stopped(open_source(spec), frames))
    seen, truth = watch(film, tmp_path / "a.game"), truth_of(film)
    assert seen.steps == expected_steps(truth)[:plies] and seen.setup == truth["setup"]
    assert seen.questions == 0 and seen.notices == ()
    if name == "sanctum":  # blue took the initiative: the clip shows those seconds of the film
        clip, _ = export(tmp_path / "a.game", "clip")
        with av.open(str(clip)) as made:
            shown_s = made.duration / av.time_base
        assert shown_s == pytest.approx(SLOWER * (BEFORE_S + AFTER_S) + CARD_S, abs=1.0)


def stopped(source: FrameSource, frames: int) -> FrameSource:
    """A source that ends early."""
    read, left = source.read, iter(range(frames))
    monkey: Any = source
    monkey.read = lambda: read() if next(left, None) is not None else None
    return source
