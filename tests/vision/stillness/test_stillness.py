"""A resting table is still and motion on it is detected, through every camera of ``support.sensors``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.sensors import HEIGHT, SENSORS, WIDTH, Sensor
from vision.stillness.activity import Activity, Watch, cell_box
from vision.stillness.lighting import GRID
from vision.stillness.noise import LEAST, Noise, kinds

Picture = np.ndarray
FPS = 30.0
CLOTH, PHONE = (330, 40, 620, 320), (40, 60, 120, 210)
BLACK_PIECE = np.array([[460, 180], [484, 180], [472, 148]])
RED_PIECE = np.array([[200, 250], [222, 250], [211, 220]])
by_sensor = pytest.mark.parametrize("sensor", SENSORS.values(), ids=list(SENSORS))
FEW = ("daylight", "evening by motion jpeg", "breathing")


def hardest(case: Any, *easier: Any) -> pytest.MarkDecorator:
    """The hardest case runs through every camera, easier ones through three."""
    every = [pytest.param(sensor, case, id=name) for name, sensor in SENSORS.items()]
    few = [
        pytest.param(SENSORS[name], one, id=f"{name}-{at}") for at, one in enumerate(easier) for name in FEW
    ]
    return pytest.mark.parametrize(("sensor", "case"), every + few)


def table() -> Picture:
    """A table of half wood, half black cloth, with a phone, and pieces on both; codes 0 to 255, float32."""
    rng = np.random.default_rng(3)
    wood = cv2.resize(rng.normal(0, 8, (60, 100, 3)).astype(np.float32), (WIDTH, HEIGHT))
    wood += np.array((100, 130, 160), np.float32)
    for (x0, y0, x1, y1), codes in ((CLOTH, 26), (PHONE, 10)):
        wood[y0:y1, x0:x1] = codes + rng.normal(0, 2, (y1 - y0, x1 - x0, 1))
    for x, y, colour in ((180, 120, (30, 40, 190)), (240, 150, (20, 20, 22)), (400, 250, (190, 60, 30))):
        cv2.fillConvexPoly(wood, np.array([[x, y], [x + 24, y], [x + 12, y - 32]]), colour)
    return wood


TABLE = table()


def with_piece(corners: Picture, colour: tuple[int, int, int]) -> Picture:
    picture = TABLE.copy()
    cv2.fillConvexPoly(picture, corners.astype(np.int32), colour)
    return picture


def at_rest(picture: Picture = TABLE) -> Iterator[Picture]:
    while True:
        yield picture


def hand(px_a_second: float, fps: float) -> Iterator[Picture]:
    """Four fingers with nails and creases that enter at the lower edge and never stop."""
    for i in range(10**6):
        picture, tip = TABLE.copy(), int(16 * (HEIGHT - 30 - px_a_second * i / fps))
        for x in (3600, 3960, 4320, 4680):
            cv2.line(picture, (x, tip), (x, 16 * HEIGHT), (85, 105, 160), 18, cv2.LINE_AA, 4)
            for far, colour in ((0, (130, 150, 200)), (350, (50, 60, 100)), (700, (50, 60, 100))):
                cv2.line(picture, (x - 60, tip + far), (x + 60, tip + far), colour, 3, cv2.LINE_AA, 4)
        yield picture


def watched(
    watch: Watch, frames: Iterator[Picture], count: int, fps: float = FPS, begun_s: float = 0.0
) -> tuple[Watch, list[Activity]]:
    seen = []
    for i, image in enumerate(islice(frames, count)):
        watch, activity = watch.step(image, begun_s + i / fps)
        seen.append(activity)
    return watch, seen


def filmed(sensor: Sensor, fps: float, *parts: tuple[Iterator[Picture], float]) -> Iterator[Picture]:
    """Parts (pictures, seconds) joined into one film."""
    return sensor.film((one for frames, lasts in parts for one in islice(frames, round(lasts * fps))), fps)


def then(sensor: Sensor, *parts: tuple[Iterator[Picture], float], fps: float = FPS) -> list[list[Activity]]:
    """The activities during each part (pictures, seconds); the table is read at the end of each."""
    film, watch, begun, all_seen = filmed(sensor, fps, *parts), Watch(), 0.0, []
    for _, lasts in parts:
        watch, seen = watched(watch, film, round(lasts * fps), fps, begun)
        watch, begun = watch.accepted(), begun + lasts
        all_seen.append(seen)
    return all_seen


def changed_at(activity: Activity, corners: Picture) -> bool:
    """Assert that something changed at these corners, and in few places."""
    (left, top), (right, bottom) = corners.min(0), corners.max(0)
    boxes = [cell_box(*cell, WIDTH, HEIGHT) for cell in np.argwhere(activity.changed)]
    across = [b for b in boxes if b[0] < right + 20 and b[2] > left - 20]
    near = [b for b in across if b[1] < bottom + 20 and b[3] > top - 20]
    return bool(near) and len(boxes) - len(near) <= 2


@by_sensor
def test_a_table_at_rest_is_still_soon_and_stays_so(sensor: Sensor) -> None:
    first, later = then(sensor, (at_rest(), 1.0), (at_rest(), 2.5))
    assert first[-1].still
    assert sum(not activity.still for activity in later) == 0
    assert sum(activity.changed_cells > 0 for activity in later) <= 2


@hardest(30.0, 60.0, 300.0)
def test_a_hand_is_never_still(sensor: Sensor, case: float) -> None:
    """30 px a second at a width of 640 is about 20 mm; the fingertip is narrow."""
    _, moving = then(sensor, (at_rest(), 1.0), (hand(case, FPS), 0.7))
    assert not any(activity.still for activity in moving[1:])


@hardest((BLACK_PIECE, (8, 8, 8)), (RED_PIECE, (40, 30, 190)))
def test_a_piece_put_down_and_taken_off_is_a_change_there(
    sensor: Sensor, case: tuple[Picture, tuple[int, int, int]]
) -> None:
    corners, colour = case
    put = at_rest(with_piece(corners, colour))
    grasps = hand(300.0, FPS), hand(300.0, FPS)
    parts = (at_rest(), 1.0), (grasps[0], 0.3), (put, 0.6), (grasps[1], 0.3), (at_rest(), 0.6)
    film, watch, begun = filmed(sensor, FPS, *parts), Watch(), 0.0
    for k, (_, lasts) in enumerate(parts):
        watch, seen = watched(watch, film, round(lasts * FPS), FPS, begun)
        begun += lasts
        if k in (2, 4):
            assert seen[-1].still and changed_at(seen[-1], corners)
        if k in (0, 2):
            assert seen[-1].still
            watch = watch.accepted()


@hardest("turned", "moved")
def test_a_small_piece_moved_or_turned_is_a_change(sensor: Sensor, case: str) -> None:
    corners = RED_PIECE + np.array([10, 0])
    if case == "turned":
        corners = (np.array([[0, -1], [1, 0]]) @ (RED_PIECE - RED_PIECE.mean(0)).T).T + RED_PIECE.mean(0)
    before, after = with_piece(RED_PIECE, (40, 30, 190)), with_piece(corners, (40, 30, 190))
    _, seen = then(sensor, (at_rest(before), 1.0), (at_rest(after), 0.6))
    assert seen[-1].still and changed_at(seen[-1], corners)


@pytest.mark.parametrize(
    ("name", "fps"),
    [
        ("clean", 30.0),
        ("evening", 15.0),
        ("motion jpeg", 30.0),
        *(("daylight", fps) for fps in (12.0, 15.0, 60.0)),
    ],
)
def test_rest_after_a_hand_is_found_within_a_quarter_second(name: str, fps: float) -> None:
    sensor = SENSORS[name]
    noisy = sensor if sensor.shot else Sensor(0.005, 0.0005)  # a source that repeats frames says less
    _, _, seen = then(noisy, (at_rest(), 1.0), (hand(200.0, fps), 0.5), (at_rest(), 0.6), fps=fps)
    first = next(i for i, activity in enumerate(seen) if activity.still)
    assert 0.2 - 1e-9 <= first / fps <= 0.25 + 1e-9


@pytest.mark.parametrize("times", [2, 3])
def test_repeated_frames_are_neither_noise_nor_rest(times: int) -> None:
    """A 30 fps camera in a stream of ``times`` that rate."""
    film = SENSORS["daylight"].film(at_rest(), 30)
    repeated = (image for image in film for _ in range(times))
    watch, seen = watched(Watch(), repeated, 60 * times, 30.0 * times)
    once, _ = watched(Watch(), SENSORS["daylight"].film(at_rest(), 30), 60, 30.0)
    assert seen[-1].still and watch.noise.frames == once.noise.frames
    np.testing.assert_allclose(watch.noise.variance, once.noise.variance, rtol=0.05)


@pytest.mark.parametrize("frozen", [2, 5, 8])
def test_a_camera_that_hangs_for_a_moment_does_not_make_a_hand_rest(frozen: int) -> None:
    film = SENSORS["daylight"].film(hand(200.0, FPS), FPS)
    images = [image for i, image in enumerate(islice(film, 30)) for _ in range(frozen if i == 15 else 1)]
    _, seen = watched(Watch(), iter(images), len(images))
    assert not any(activity.still for activity in seen)


def test_a_source_without_noise_comes_to_rest_too() -> None:
    _, seen = watched(Watch(), SENSORS["clean"].film(at_rest(), FPS), 15)
    assert [activity.still for activity in seen].index(True) == 9


@pytest.mark.parametrize("before, after", [(1.0, 0.25), (0.25, 1.0)])
def test_a_lamp_put_out_or_on_is_a_moments_unrest(before: float, after: float) -> None:
    dim, bright = (
        Sensor(0.02, 0.002, light).film(at_rest(), FPS, seed) for light, seed in ((before, 1), (after, 2))
    )
    watch, _ = watched(Watch(), dim, 40)
    watch, seen = watched(watch.accepted(), bright, 60, FPS, 40 / FPS)
    assert sum(not activity.still for activity in seen) < 0.7 * FPS
    assert all(activity.still for activity in seen[30:])


@pytest.mark.parametrize(
    ("angle_deg", "px_a_frame"), [(45 * eighth, (1.2, 3.0)[eighth % 3 == 1]) for eighth in range(8)]
)
def test_what_comes_straight_from_the_edge_of_a_bare_table_is_no_focus(
    angle_deg: int, px_a_frame: float
) -> None:
    """Magnification (focus breathing) moves edges along the same lines."""
    bare, towards = np.full((HEIGHT, WIDTH, 3), 150.0, np.float32), np.radians(angle_deg)
    way = np.array([np.cos(towards), np.sin(towards)])

    def coming() -> Iterator[Picture]:
        for i in range(30):
            picture, at = bare.copy(), np.array([WIDTH, HEIGHT]) / 2 + (170 - px_a_frame * i) * way
            tip, root = (tuple(int(v) for v in 16 * (at + far * way)) for far in (0, 500))
            cv2.line(picture, tip, root, (60, 80, 130), 22, cv2.LINE_AA, 4)
            yield picture

    first = next(coming())
    _, seen = then(SENSORS["daylight"], (at_rest(first), 1.0), (coming(), 1.0))
    assert not any(activity.still for activity in seen[4:])


@pytest.mark.parametrize("sigma", [1.0, 2.0, 5.0])
def test_the_noise_is_learnt_within_a_second(sigma: float) -> None:
    rng, light = np.random.default_rng(2), np.full((180, 320), 120.0, np.float32)
    light[:, :100] = 20
    noise, kind = Noise(), kinds(light)
    for _ in range(30):
        off = rng.normal(0, np.where(light > 60, sigma, 2 * sigma)).astype(np.float32)
        noise = noise.learning(kind, off**2 * noise.precision(kind), True)
    found = 1 / np.sqrt(noise.precision(kind))
    assert found[90, 200] == pytest.approx(sigma, rel=0.15)
    assert found[90, 50] == pytest.approx(2 * sigma, rel=0.15)


def test_noise_is_never_taken_for_less_than_rounding_makes() -> None:
    noise, kind = Noise(), np.zeros((180, 320), np.uint8)
    for _ in range(200):
        noise = noise.learning(kind, np.zeros((180, 320), np.float32), True)
    assert noise.variance[0] == pytest.approx(LEAST**2)


slowly = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@slowly
@given(
    st.floats(0.003, 0.08), st.floats(0.0, 0.008), st.floats(0.06, 1.0), st.sampled_from([15.0, 30.0, 60.0])
)
def test_any_noise_at_rest_is_rest(shot: float, read: float, light: float, fps: float) -> None:
    first, later = then(Sensor(shot, read, light), (at_rest(), 1.0), (at_rest(), 1.0), fps=fps)
    assert first[-1].still and all(activity.still for activity in later)


@slowly
@given(
    st.integers(30, WIDTH - 60),
    st.integers(30, HEIGHT - 60),
    st.floats(0.005, 0.05),
    st.sampled_from([-1, 1]),
)
def test_a_patch_that_stands_out_from_the_noise_is_seen(x: int, y: int, shot: float, sign: int) -> None:
    """A patch of 30 × 30 px (of 640), at least eight standard deviations of the small picture's noise off."""
    ground = np.full((HEIGHT, WIDTH, 3), 90.0, np.float32)
    sigma = 255 / 2.2 * (90 / 255) ** (1 - 1.1) * shot / 2  # d code / d linear, over 2 × 2 px
    patch = ground.copy()
    patch[y : y + 30, x : x + 30] += sign * max(8 * sigma, 8)
    _, seen = then(Sensor(shot, 0.001), (at_rest(ground), 1.0), (at_rest(patch), 0.5))
    assert not seen[0].still or seen[0].moved.any()
    assert seen[-1].still and seen[-1].changed[y * GRID[0] // HEIGHT :, x * GRID[1] // WIDTH :].any()
