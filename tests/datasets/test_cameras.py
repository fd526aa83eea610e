"""The bank of camera models: the shape is kept, the seed decides, the effects are those of the name."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.camera import Camera
from calibration.store import Calibration
from datasets.cameras.bank import CAMERAS
from datasets.cameras.camera import CameraModel, Codec, Lens, Timing
from datasets.cameras.processing import Sharpen, Tone, to_linear
from datasets.cameras.shots import (
    AutoExposure,
    Flicker,
    Focus,
    Noise,
    RollingShutter,
    Smear,
    Stage,
    WhiteBalance,
)

FPS = 30.0


def picture(number: int = 0) -> np.ndarray:
    """A small table: grey steps, a red square, and a bright bar that moves."""
    found = np.tile(np.linspace(20, 220, 160).astype(np.uint8)[None, :, None], (90, 1, 3))
    found[20:50, 30:60] = (30, 30, 180)
    found[:, 4 * number : 4 * number + 6] = 240
    return np.ascontiguousarray(found)


def filmed(*stages: Stage, count: int = 12, level: int = 128, **more: object) -> np.ndarray:
    """A uniform grey table filmed by a camera with these stages, (n,h,w,3) float."""
    still = np.full((64, 96, 3), level, np.uint8)
    model = CameraModel(stages, **more)  # type: ignore[arg-type]
    return np.array(list(model.film([still] * count, FPS, seed=5)), float)


@pytest.mark.parametrize("name", CAMERAS)
def test_every_camera_keeps_the_shape_and_follows_its_seed(name: str) -> None:
    model, shown = CAMERAS[name], [picture(n) for n in range(12)]
    first, again = (list(model.film(shown, FPS, seed=seed)) for seed in (1, 1))
    assert len(first) == pytest.approx(12 * model.fps(FPS) / FPS, abs=2)
    assert all(each.shape == (90, 160, 3) and each.dtype == np.uint8 for each in first)
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    other = list(model.film(shown, FPS, seed=2))
    assert any(not np.array_equal(a, b) for a, b in zip(first, other, strict=True))


def test_there_are_twenty_cameras_of_both_encoders_and_several_rates() -> None:
    assert len(CAMERAS) >= 20
    assert {model.codec.name for model in CAMERAS.values()} == {"h264", "mjpeg"}
    assert {15.0, FPS, 60.0} <= {model.fps(FPS) for model in CAMERAS.values()}


def test_noise_grows_with_light_as_the_sensor_model_says() -> None:
    noise = Noise(electrons=800, read=6)
    for level in (40, 110, 200):
        seen = filmed(noise, level=level, count=20)
        light = float(to_linear(np.full((1, 1), level, np.uint8))[0, 0])
        slope = (Tone().table().astype(float)[1:] - Tone().table()[:-1]).max()  # is not flat
        assert slope > 0
        shown = to_linear(np.clip(seen, 0, 255).astype(np.uint8))
        assert shown.std(axis=0).mean() == pytest.approx(float(noise.sigma(np.array(light))), rel=0.1)


def test_lamps_flicker_in_bands_of_twice_the_mains() -> None:
    rows = filmed(Flicker(50, 0.1, readout_s=0.02))[0].mean((1, 2))
    spectrum = np.abs(np.fft.rfft(rows - rows.mean()))
    assert int(spectrum.argmax()) == 2  # 100 Hz over 20 ms
    assert filmed(Flicker(50, 0.0))[0].std() == 0


def test_auto_exposure_finds_its_goal_and_hunts() -> None:
    settled = filmed(AutoExposure(goal=0.12, delay_s=0.2), count=90)
    assert to_linear(settled[-1].astype(np.uint8)).mean() == pytest.approx(0.12, rel=0.05)
    calm, restless = filmed(AutoExposure(0.2), count=90), filmed(AutoExposure(0.2, hunting=0.3), count=90)
    assert restless.mean((1, 2, 3)).std() > 5 * max(calm.mean((1, 2, 3)).std(), 0.5)


def test_white_balance_drifts_in_colour_and_not_in_brightness() -> None:
    means = filmed(WhiteBalance(drift=0.08, every_s=0.5), count=60).mean((1, 2))
    assert means[:, 0].std() > 2 and means[:, 2].std() > 2
    assert np.corrcoef(means[:, 0], means[:, 2])[0, 1] < -0.8


def test_focus_searches_and_comes_back() -> None:
    shown = [picture() for _ in range(150)]
    model = CameraModel((Focus(every_s=1.0, search_px=3.0),))
    sharp = [float(cv2.Laplacian(each, cv2.CV_32F).std()) for each in model.film(shown, FPS, seed=3)]
    assert min(sharp) < 0.6 * max(sharp)
    assert np.mean(np.array(sharp) > 0.95 * max(sharp)) > 0.2


def test_smearing_takes_noise_out_of_what_rests() -> None:
    noisy, smooth = filmed(Noise(300)), filmed(Noise(300), Smear(0.8, 0.2))
    assert smooth[-1].std() < 0.6 * noisy[-1].std()


def test_a_rolling_shutter_slants_what_moves_and_leaves_what_rests() -> None:
    model = CameraModel((RollingShutter(0.033),))
    still = list(model.film([picture()] * 3, FPS))
    assert np.array_equal(still[0], still[1])
    moving = list(model.film([picture(n) for n in range(4)], FPS))[1][..., 0].astype(int)
    assert moving[0, 5:9].mean() > moving[-1, 5:9].mean()  # where it was
    assert moving[0, 10:14].mean() < moving[-1, 10:14].mean()  # and where it is


def test_sharpening_makes_halos() -> None:
    edge = np.full((40, 40, 3), 80, np.uint8)
    edge[:, 20:] = 160
    halo = Sharpen(1.5).on(edge)
    assert halo.min() < 75 and halo.max() > 165 and halo[0, 0, 0] == 80


def test_tone_curves_are_monotone_and_bend_as_said() -> None:
    for model in CAMERAS.values():
        assert (np.diff(model.tone.table().astype(int)) >= 0).all()
    flat, steep = Tone(lift=0.09).table(), Tone(contrast=0.7).table()
    assert flat[0] > 15 and steep[300] < Tone().table()[300]


def test_frames_are_lost_for_others_that_stand_in_their_place() -> None:
    shown = [np.full((8, 8, 3), n, np.uint8) for n in range(200)]
    model = CameraModel(timing=Timing(lost=0.2, run=4))
    values = [int(each[0, 0, 0]) for each in model.film(shown, FPS, seed=1)]
    repeats = sum(a == b for a, b in pairwise(values[30:]))
    assert len(values) == 200 and 10 < repeats < 70


@pytest.mark.parametrize(("fps", "count"), [(15.0, 30), (60.0, 119), (0.0, 60)])
def test_frames_come_at_the_cameras_rate(fps: float, count: int) -> None:
    shown = [np.full((8, 8, 3), 2 * n, np.uint8) for n in range(60)]
    values = [int(each[0, 0, 0]) for each in CameraModel(timing=Timing(fps)).film(shown, FPS)]
    assert len(values) == count and values == sorted(values)


def test_the_lens_and_its_calibration_agree() -> None:
    """A dot on the table is where the distorted picture's calibration puts it."""
    lens = Lens(-0.28, 0.08)
    matrix = np.array([[300.0, 0, 159.5], [0, 300.0, 89.5], [0, 0, 1]])
    camera = Camera(
        K=matrix,
        distortion=np.zeros(5),
        rvec=(np.pi, 0, 0),
        tvec=(0, 0, 500),
        width=320,
        height=180,
        reprojection_error_px=0.1,
    )
    model = CameraModel(lens=lens)
    bent = model.calibration(Calibration(camera, {}, "", "camera")).camera
    for x, y in ((-180.0, 90.0), (0.0, 0.0), (150.0, -100.0)):
        place = camera.project(np.array([[x, y, 0.0]]))[0]
        dark = np.full((180, 320, 3), 40, np.uint8)
        cv2.circle(dark, tuple(np.round(16 * place).astype(int).tolist()), 64, (255, 255, 255), -1, 8, 4)
        shown = next(model.film([dark] * 2, FPS, matrix))[..., 0].astype(float) - 40
        rows, columns = np.mgrid[0:180, 0:320]
        middle = np.array([(shown * columns).sum(), (shown * rows).sum()]) / shown.sum()
        assert middle == pytest.approx(bent.project(np.array([[x, y, 0.0]]))[0], abs=0.4)


@pytest.mark.parametrize("codec", [Codec(crf=22), Codec(kbit=300), Codec("mjpeg", quality=8)])
def test_encoders_write_films_that_can_be_read(codec: Codec, tmp_path: Path) -> None:
    target = tmp_path / f"film{codec.suffix}"
    assert codec.write((picture(n) for n in range(10)), target, 15) == 10
    capture = cv2.VideoCapture(str(target))
    assert capture.get(cv2.CAP_PROP_FPS) == pytest.approx(15, abs=0.1)
    fine, first = capture.read()
    assert fine and np.abs(first.astype(int) - picture(0)).mean() < 12


def test_a_slow_films_hands_are_not_seen_twice() -> None:
    shown = [np.full((8, 8, 3), 10 * n, np.uint8) for n in range(24)]
    values = {int(each[0, 0, 0]) for each in CameraModel(timing=Timing(30)).film(shown, 12.0)}
    assert values <= {10 * n for n in range(24)} and len(values) > 20
