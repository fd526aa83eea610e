"""Training pictures of the second renderer match their labels and depend only on their number."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from datasets.opengl.games import Games
from datasets.opengl.still import Stills, room_of, white_paper
from datasets.picture.build import write
from datasets.scene.lights import light
from datasets.scene.tokens import tokens
from vision.training.samples import list_samples, read_sample

CHANNEL = {"blue": 0, "green": 1, "red": 2}


@pytest.fixture(scope="module")
def stills() -> Stills:
    return Stills()


def test_pictures_show_the_colours_of_their_labels(stills: Stills) -> None:
    right = seen = 0
    for seed in (11, 12, 13, 14, 15):
        picture, label = stills.picture(seed, kind="crowd")
        gains = 200 / np.array(label["white"])  # type: ignore[arg-type]
        for unit in label["units"]:  # type: ignore[attr-defined]
            colour = unit["pieces"][0]["colour"]
            if len(unit["pieces"]) > 1 or unit["visible"] < 0.9 or colour not in CHANNEL:
                continue
            left, top, width, bottom = unit["bbox_px"]
            x, y = (left + width) / 2, (top + 2 * bottom) / 3
            patch = picture[int(y) - 3 : int(y) + 4, int(x) - 3 : int(x) + 4].reshape(-1, 3) * gains
            right += int(patch.mean(0).argmax()) == CHANNEL[colour]
            seen += 1
    assert seen >= 5
    assert right / seen > 0.75


def test_a_picture_is_decided_by_its_number(stills: Stills) -> None:
    one, label = stills.picture(7)
    stills.picture(8)
    again, same = stills.picture(7)
    assert label == same
    assert np.abs(one.astype(int) - again).max() <= 2
    assert one.std() > 5


def test_what_is_written_can_be_trained_on(stills: Stills, tmp_path: Path) -> None:
    seeds = write(tmp_path, 20, 1, lambda seed, kind: stills.picture(seed, kind=kind), ("misread",))
    assert list(seeds) == [20]
    (sample,) = map(read_sample, list_samples(tmp_path))
    assert sample.image().shape == (480, 640, 3)
    assert sample.units


@pytest.mark.parametrize("seed", range(20))
def test_rooms_have_light_and_paper_is_lit(seed: int) -> None:
    rng = np.random.default_rng(seed)
    room = room_of(light(rng), rng)
    assert np.isfinite(white_paper(room)).all()
    assert white_paper(room).min() > 0.01
    assert abs(room.window_dir[2]) < 0.99  # pointing straight up has no direction


@pytest.mark.parametrize("seed", range(30))
def test_tokens_stand_on_the_table_and_are_smaller_than_they_say(seed: int) -> None:
    rng = np.random.default_rng(seed)
    kind = tokens(rng)
    points = kind.at(rng, 50.0, -20.0, 1).mesh[0]
    assert 0 <= points[:, 2].min() < 1
    assert 2 < points[:, 2].max() < 32
    assert np.hypot(points[:, 0] - 50, points[:, 1] + 20).max() < kind.reach_mm + 6
    assert kind.colours[0] != kind.colours[1]


def test_a_position_of_a_game_is_labelled_where_it_shows() -> None:
    """A round of the advanced game of Initiative: rows, inventories and a stack of five colours."""
    picture, label = Games().picture(1)
    assert picture.shape == (720, 1280, 3)
    assert label["kind"] == "advanced"
    units = label["units"]
    stack = max(units, key=lambda unit: len(unit["pieces"]))  # type: ignore[call-overload]
    assert len({piece["colour"] for piece in stack["pieces"]}) == 5
    gains, right = 220 / np.array(label["white"]), []  # type: ignore[arg-type]
    for unit in units:  # type: ignore[attr-defined]
        colour = unit["pieces"][-1]["colour"]
        if len(unit["pieces"]) == 1 and unit["visible"] > 0.9 and colour in CHANNEL:
            x, y = ((a + 2 * b) / 3 for a, b in zip(unit["apex_px"], unit["base_px"], strict=True))
            patch = picture[int(y) - 3 : int(y) + 4, int(x) - 3 : int(x) + 4].reshape(-1, 3) * gains
            right.append(int(patch.mean(0).argmax()) == CHANNEL[colour])
    assert len(right) >= 5
    assert np.mean(right) > 0.8
