"""A table is recognised in a rotated picture without markers; where it is not, nothing is guessed."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.recognised import alike, recognised
from calibration.store import Calibration
from tests.support.simulated.strewn_table import BEFORE, CAMERAS, off_mm, shown


@pytest.mark.parametrize("number", range(1, len(CAMERAS)))
@pytest.mark.parametrize("seed", [1, 2])
def test_a_turned_phone_is_found_by_what_lies_on_the_table(number: int, seed: int) -> None:
    found = recognised(Calibration(BEFORE), shown(0, seed), shown(number, seed))
    assert found is not None
    assert found.camera.size == CAMERAS[number].size
    assert off_mm(found.camera, CAMERAS[number]) < 4.0


def test_another_table_is_not_taken_for_it() -> None:
    for seed in range(3, 8):
        assert recognised(Calibration(BEFORE), shown(0, seed), shown(1, seed + 20)) is None


@pytest.mark.parametrize("things", [0, 2])
def test_where_little_is_to_be_seen_nothing_is_guessed(things: int) -> None:
    assert recognised(Calibration(BEFORE), shown(0, 1, things), shown(1, 1, things)) is None


def test_a_mirrored_table_is_not_taken_for_it() -> None:
    mirrored = np.ascontiguousarray(shown(1, 1)[:, ::-1])
    assert recognised(Calibration(BEFORE), shown(0, 1), mirrored) is None


def test_from_afar_a_turned_table_looks_other() -> None:
    assert alike(shown(0, 1), shown(0, 1)) > 0.99
    assert alike(shown(0, 1), cv2.convertScaleAbs(shown(0, 1), alpha=0.6)) > 0.95
    assert alike(shown(0, 1), shown(4, 1)) < 0.35
