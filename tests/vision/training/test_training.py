"""Training samples, targets and augmentation: labels stay correct through every transformation."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from engine.pieces import Colour, Piece, Posture, Size
from scripts.train import main as train
from tests.support.cameras import look_at
from tests.support.drawn_table import Drawn, save_two
from vision.detect.finder import DETECTION_WIDTH, Found, Kind
from vision.read.crops import CROP_BASE, crop_transform, cut
from vision.read.reader import OUTPUT_SIZE, Temperatures, decode
from vision.read.reader import mirrored as mirrored_reading
from vision.training import augment
from vision.training.calibrate import _log_loss, _temperature, mirrored
from vision.training.finder_data import FLAT, HEIGHT, UPRIGHT, WIDTH, Shrunk, augmented, shrink
from vision.training.places import Places, places_of
from vision.training.reader_data import Library, Shake, labelled_white, shaken, unit_target
from vision.training.samples import (
    COLOURS,
    SIZES,
    Sample,
    held_out,
    list_samples,
    read_sample,
    training_samples,
)

CAMERA = look_at([0, -420, 400], [0, 0, 0], 35, 640, 480)
UNITS = [
    Drawn(-60, 10, (Piece(Size.LARGE, Colour.BLUE), Piece(Size.SMALL, Colour.RED))),
    Drawn(50, -20, (Piece(Size.MEDIUM, Colour.YELLOW),), Posture.FLAT, 30.0),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_two(tmp_path_factory.mktemp("samples"), UNITS, CAMERA)


@pytest.fixture(scope="module")
def sample(folder: Path) -> Sample:
    return read_sample(list_samples(folder)[0])


def test_levels_run_top_to_bottom(sample: Sample) -> None:
    tops = [(COLOURS[level.colour], SIZES[level.size]) for level in sample.units[0].levels]
    assert tops == [(Colour.RED, Size.SMALL), (Colour.BLUE, Size.LARGE)]
    assert sample.units[1].flat and sample.units[1].heading_deg == 30.0


def test_one_sample_in_25_is_kept_out(folder: Path) -> None:
    assert [held_out(path) for path in list_samples(folder)] == [False, True]
    assert [path.stem for path in training_samples(folder)] == ["000000"]


def test_shrinking_keeps_pixel_middles(sample: Sample) -> None:
    item = shrink(sample)
    factor = sample.source_width / DETECTION_WIDTH
    assert list(item.classes) == [UPRIGHT, FLAT]
    expected = pytest.approx(np.array(sample.units[0].base_px), abs=1e-3)
    assert (item.points[0, 0] + 0.5) * factor - 0.5 == expected


@pytest.mark.parametrize("seed", range(6))
def test_augmented_points_stay_on_their_piece(sample: Sample, seed: int) -> None:
    item = augmented((shrink(sample),), np.random.default_rng(seed))
    assert item.image.shape == (HEIGHT, WIDTH, 3)
    for box, points in zip(item.boxes, item.points, strict=True):
        middle = points.mean(0)
        assert box[0] - 3 <= middle[0] <= box[2] + 3 and box[1] - 3 <= middle[1] <= box[3] + 3


def test_targets_of_plain_crops(sample: Sample) -> None:
    unit = sample.units[0]
    transform = crop_transform(sample.camera, unit.x_mm, unit.y_mm)
    crop = cut(sample.image(), transform, labelled_white(sample))
    target = unit_target(unit, sample.camera, transform, False)
    assert target.points[:2] == pytest.approx(CROP_BASE)
    assert (target.levels, target.flat, target.valid) == (2, 0, 1)
    apex = crop[int(target.points[3]) + 6, int(target.points[2])]
    assert apex[2] > 2 * apex[0]  # the red top is below the apex


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_lying_piece_points_at_its_apex_mirrored_or_not(sample: Sample, mirrored: bool) -> None:
    unit = sample.units[1]
    transform = shaken(crop_transform(sample.camera, unit.x_mm, unit.y_mm), Shake(mirrored=mirrored))
    target = unit_target(unit, sample.camera, transform, mirrored)
    base, apex = target.points.reshape(2, 2)
    up, left = base[1] - apex[1], base[0] - apex[0]
    elevation = math.asin(target.extras[0])
    seen = math.atan2(left, up / math.sin(elevation))
    named = math.atan2(target.heading[1], target.heading[0])
    assert math.degrees(abs(seen - named)) < 4


def test_shakes_turn_about_the_footprint() -> None:
    still = np.array([[1.0, 0, 0], [0, 1.0, 0]])
    moved = shaken(still, Shake((3.0, -2.0), 1.1, 20.0, True))
    assert moved[:, :2] @ CROP_BASE + moved[:, 2] == pytest.approx(np.array(CROP_BASE) + (3, -2))
    assert np.linalg.det(moved[:, :2]) == pytest.approx(-1.21)


def test_every_part_of_a_large_picture_is_trained_on() -> None:
    """Harvested frames are larger than the network's input; units at both edges must appear in it."""
    boxes = np.array([[5, 100, 45, 150], [600, 300, 635, 350]], np.float32)
    points = np.repeat(boxes.reshape(-1, 2, 2).mean(1, keepdims=True), 2, 1)
    frame = Shrunk(np.zeros((360, 640, 3), np.uint8), np.array([UPRIGHT, FLAT]), boxes, points, np.ones(2))
    kept = [augmented((frame,), np.random.default_rng(seed)).classes for seed in range(40)]
    assert {UPRIGHT, FLAT} <= set(np.concatenate(kept).tolist())


def test_fine_tuning_without_samples_is_refused_in_a_line(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"empty: no samples to train on \(make some: arbiter harvest"):
        train(["finetune", str(folder), "--with", str(tmp_path / "empty"), "--to", str(tmp_path / "to")])
    assert not (tmp_path / "to").exists()


class Reported:
    """A finder that reports fixed table places, whatever the picture shows."""

    def __init__(self, *places_mm: tuple[float, float]) -> None:
        self._places = places_mm

    def find(self, image: np.ndarray, width: int, least: float) -> tuple[Found, ...]:
        bases = CAMERA.project(np.array([(*place, 0.0) for place in self._places]).reshape(-1, 3))
        return tuple(Found(Kind.UPRIGHT, (0, 0, 9, 9), tuple(base), tuple(base), 0.9) for base in bases)


def test_what_the_finder_reports_is_a_unit_or_a_stray(sample: Sample) -> None:
    near, behind, twice = (-58.0, 11.0), (-60.0, 32.0), (-63.0, 13.0)
    places = places_of(sample, sample.image(), Reported(behind, twice, near))
    assert places.units == {0: pytest.approx(near)}
    assert places.strays == (pytest.approx(behind),)
    assert places_of(sample, sample.image(), Reported()) == Places({}, ())


def test_the_library_draws_units_and_empty_places(folder: Path) -> None:
    library = Library((folder,), Reported((-58.0, 11.0), (-60.0, 32.0)))
    assert library.refresh() == (1, 3)  # a stack of two is listed twice
    rng = np.random.default_rng(0)
    drawn = [library.draw(rng) for _ in range(120)]
    valid = [target.valid for _, target in drawn]
    assert 70 < sum(valid) < 110


@pytest.mark.parametrize("name", ["jitter", "blur", "noise", "compress", "shade", "patches", "spots"])
def test_augmentation_keeps_shape_and_follows_its_generator(name: str) -> None:
    image = np.full((128, 80, 3), 120, np.uint8)
    spoil = {
        "jitter": lambda i, r: augment.jitter_colour(i, r, 0.2, 0.1),
        "blur": lambda i, r: augment.blur(i, r, 1.0, 1.5),
        "noise": lambda i, r: augment.noise(i, r, 9.0),
        "compress": lambda i, r: augment.compress(i, r, 1.0),
        "shade": lambda i, r: augment.shade(i, r, 1.0),
        "patches": lambda i, r: augment.patches(i, r, 1.0, 30),
        "spots": lambda i, r: augment.spots(i, r, 1.0, np.zeros((0, 4))),
    }[name]
    once, again = (spoil(image, np.random.default_rng(5)) for _ in range(2))
    assert once.shape == image.shape and once.dtype == np.uint8
    assert (once == again).all()


def test_spots_spare_the_pieces() -> None:
    image = np.full((256, 320, 3), 200, np.uint8)
    keep = np.array([[100, 100, 160, 180]])
    for seed in range(5):
        spotted = augment.spots(image, np.random.default_rng(seed), 1.0, keep)
        assert (spotted[100:180, 100:160] == 200).all()
        assert (spotted != 200).any()


def test_the_temperature_undoes_overconfidence() -> None:
    rng = np.random.default_rng(2)
    honest = rng.normal(0, 1.5, (4000, 4))
    chances = np.exp(honest) / np.exp(honest).sum(1, keepdims=True)
    labels = np.array([rng.choice(4, p=p) for p in chances])
    assert _temperature(honest * 2.5, labels) == pytest.approx(2.5, rel=0.15)
    assert _log_loss(honest, labels) < _log_loss(honest * 2.5, labels)


def test_outputs_for_a_mirror_image_are_turned_back_as_readings_are() -> None:
    raw = np.random.default_rng(0).normal(size=(4, OUTPUT_SIZE))
    turned = decode(mirrored(raw), Temperatures())
    for one, other in zip(turned, map(mirrored_reading, decode(raw, Temperatures())), strict=True):
        assert np.allclose(one.points, other.points) and np.allclose(one.heading, other.heading)
        assert np.allclose(one.p_levels, other.p_levels) and np.allclose(one.spreads, other.spreads)
