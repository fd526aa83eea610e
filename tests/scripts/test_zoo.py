"""The zoo: films through camera models with ground truth, results that accumulate, foreign ground truth."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.camera import Camera
from calibration.store import Calibration, from_json
from datasets.cameras.camera import Codec
from engine.initiative.model import Rules
from scripts.films import calibration_of, expected_steps, rules_of, truth_of
from scripts.foreign import truth_from
from scripts.parts.film_scores import FilmScore
from scripts.zoo import (
    CLEAN,
    add,
    arguments,
    cameras_named,
    chosen,
    counted,
    go_on,
    lines,
    report,
    shard,
    taken,
)

MATRIX = np.array([[160.0, 0, 79.5], [0, 160.0, 44.5], [0, 0, 1]])
STEPS = [
    {"kind": "play", "seat": "near", "text": "Sblue", "hand_in_s": 0.1, "hand_out_s": 0.2},
    {"kind": "illegal", "seat": "far", "text": "Mred", "hand_in_s": 0.3, "hand_out_s": 0.4, "reading": "I3"},
]


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """A very small film without markers, with its ground truth."""
    target = tmp_path / "small.mp4"
    camera = Camera(
        K=MATRIX,
        distortion=np.zeros(5),
        rvec=(2.4, 0, 0),
        tvec=(0, 0, 500),
        width=160,
        height=90,
        reprojection_error_px=0.1,
    )
    grey = np.tile(np.linspace(40, 200, 160).astype(np.uint8)[None, :, None], (90, 1, 3))
    count = Codec(crf=10).write([grey] * 30, target, 30)
    pose = {"rotation": camera.rotation.tolist(), "translation": [0, 0, 500]}
    truth = {
        "game": "initiative",
        "names": {"near": "A", "far": "B"},
        "fps": 30,
        "frames": count,
        "steps": STEPS,
        "pieces": [],
        "camera": {"K": MATRIX.tolist(), **pose},
        "calibration": Calibration(camera, {}, "", "camera").to_json(),
    }
    target.with_suffix(".json").write_text(json.dumps(truth), "utf-8")
    return target


@pytest.mark.parametrize(
    ("camera", "fps", "count"), [("webcam-15fps", 15, 15), ("phone-60fps", 60, 59), ("wide-lens", 30, 30)]
)
def test_a_film_through_a_camera_keeps_its_truth(
    camera: str, fps: int, count: int, film: Path, tmp_path: Path
) -> None:
    shown = taken(film, camera, tmp_path)
    truth, before = truth_of(shown), truth_of(film)
    assert expected_steps(truth) == expected_steps(before)
    assert (truth["fps"], truth["frames"]) == (fps, count)
    capture = cv2.VideoCapture(str(shown))
    assert capture.get(cv2.CAP_PROP_FRAME_COUNT) == pytest.approx(count, abs=1)
    path = calibration_of(truth, tmp_path / "a.game")
    assert path is not None
    lens = from_json(json.loads(path.read_text("utf-8"))).camera
    assert bool(lens.distortion.any()) == (camera == "wide-lens")
    assert np.allclose(lens.K, truth["camera"]["K"])


def result(**counts: int) -> dict:
    return {**asdict(FilmScore(plies=4, **counts)), "worst_ms": 90, "faults": []}


def test_results_are_added_to_and_added_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "zoo.jsonl"
    assert lines(path) == {}
    add(path, "a", "clean", result(right=4), 0.0)
    add(path, "a", "dim-evening", result(right=3, asked=1), 0.0)
    assert report(path) == 0
    add(path, "b", "dim-evening", result(right=3, missed=1), 0.0)
    assert set(lines(path)) == {("a", "clean"), ("a", "dim-evening"), ("b", "dim-evening")}
    assert counted(lines(path)["b", "dim-evening"]).missed == 1
    capsys.readouterr()
    assert report(path) == 1
    total = capsys.readouterr().out.splitlines()[-1].split()
    assert total[:6] == ["total", "12", "10", "1", "0", "1"]


def test_what_is_known_is_not_done_again(film: Path, tmp_path: Path) -> None:
    path = tmp_path / "zoo.jsonl"
    add(path, film.stem, CLEAN, result(right=4), 0.0)
    go_on([film], [CLEAN], arguments().parse_args(["--results", str(path)]))
    assert len(path.read_text("utf-8").splitlines()) == 1


def test_a_film_that_cannot_be_watched_counts_as_missed(film: Path, tmp_path: Path) -> None:
    path = tmp_path / "zoo.jsonl"
    film.with_suffix(".json").write_text(json.dumps({**truth_of(film), "calibration": {}}), "utf-8")
    go_on([film], [CLEAN], arguments().parse_args(["--results", str(path)]))
    known = lines(path)[film.stem, CLEAN]
    assert (known["plies"], known["missed"], known["illegal"]) == (2, 2, 1)
    assert "calibrate again" in known["faults"][0]


def test_cameras_take_turns() -> None:
    films, cameras = [Path(name) for name in "abc"], ["x", "y", "z", "w"]
    assert len(chosen(films, cameras, None)) == 12
    some = chosen(films, cameras, 2)
    assert len(some) == 6 and {name for _, name in some} == set(cameras)
    assert [sum(film == each for film, _ in some) for each in films] == [2, 2, 2]


def test_cameras_are_named_plainly() -> None:
    assert cameras_named("clean,wide-lens") == ("clean", "wide-lens")
    with pytest.raises(argparse.ArgumentTypeError, match="there is no camera dim: clean, good-webcam"):
        cameras_named("clean,dim")


def test_parts_of_the_work_are_named_plainly() -> None:
    assert shard("1/4") == (1, 4)
    for text in ("4/4", "x", "1"):
        with pytest.raises(argparse.ArgumentTypeError):
            shard(text)


def test_anothers_round_becomes_a_films_truth() -> None:
    calibration = {"K": MATRIX.tolist(), "distortion": [0] * 5, "rvec": [2.4, 0, 0], "tvec": [0, 0, 500]}

    def piece(colour: str, size: str, x: float, top: float) -> dict:
        return {"colour": colour, "size": size, "x_mm": x, "y_mm": 0.0, "bbox_px": [0, top, 9, 90]}

    told = {
        "fps": 30,
        "near": "A",
        "far": "B",
        "rules": "basic, one round",
        "winner": "far, 24 points",
        "calibration": calibration,
        "moves": [
            {"side": "near", "colour": "blue", "size": "small", "hand_from_frame": 45, "settles_at_frame": 60}
        ],
        "states": [
            {
                "last_frame": 44,
                "pieces": [
                    piece("red", "small", 0.0, 70),
                    piece("blue", "medium", 0.3, 40),
                    piece("black", "large", 50, 9),
                ],
            },
            {"last_frame": 107, "pieces": []},
        ],
    }
    truth = truth_from(told)
    assert expected_steps(truth) == (("play", "near", "Sblue"),)
    assert rules_of(truth) == Rules.basic()
    assert (truth["winner"], truth["score"], truth["frames"]) == ("far", 24, 108)
    assert [each["word"] for each in truth["pieces"]] == ["medium blue", "large black"]
    assert truth["steps"][0]["hand_in_s"] == 1.5 and truth["steps"][0]["hand_out_s"] == 2.0
