"""From a picture without markers to a camera: what locates it, what is reported, what is refused."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from calibration.camera import Camera
from engine.pieces import Colour, Posture, Size
from tests.support.measured_units import SIZES, table_view, unit
from vision.observation import LevelReading, UnitObservation
from vision.observe.see import blended
from vision.pose.freeview import NotEnoughUnits
from vision.pose.locate import locate
from vision.pose.photo import focal_prior, is_cropped

CAMERA = table_view(40)
WOOD, WHITE = (70, 105, 140), (225, 230, 232)


def picture(card: bool) -> np.ndarray:
    image = np.full((960, 1280, 3), WOOD, np.uint8)
    if card:
        flat = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * (31.5, 44.0) + (60, -95)
        corners = CAMERA.project(np.column_stack([flat, np.zeros(4)]))
        cv2.fillConvexPoly(image, np.round(corners * 16).astype(np.int32), WHITE, cv2.LINE_AA, 4)
    return image


def found(sizes: tuple[Size, ...], seed: int = 5, camera: Camera = CAMERA) -> tuple:
    rng = np.random.default_rng(seed)
    return tuple(unit(camera, rng, size, 0.5) for size in sizes)


def test_a_card_and_pieces_are_told_as_such() -> None:
    placed = locate(picture(True), found((Size.LARGE,) * 4))
    assert placed.source == "cards" and not placed.doubt.unsure and placed.others == ()
    assert placed.remark.startswith("no markers: the camera is placed by 1 poker card and 4 standing pieces")
    assert "99% sure" in placed.remark
    assert abs(math.log(placed.camera.focal_px / CAMERA.focal_px)) < 0.1


def test_one_size_without_a_card_is_told_to_be_unsure() -> None:
    placed = locate(picture(False), found((Size.MEDIUM,) * 6))
    assert placed.source == "pieces" and placed.doubt.unsure and placed.others
    assert "all may be off by one" in placed.remark and "lay a playing card" in placed.remark


def test_a_card_alone_is_enough_and_one_piece_alone_is_not() -> None:
    alone = locate(picture(True), ())
    assert alone.source == "cards" and alone.doubt.unsure  # an A4 sheet has nearly the proportions of a card
    with pytest.raises(NotEnoughUnits, match="lay a playing card"):
        locate(picture(False), found(SIZES[:1]))


def photo(path: Path, size: tuple[int, int], millimetres: int | None) -> Path:
    exif = Image.Exif()
    if millimetres is not None:
        exif.get_ifd(0x8769)[0xA405] = millimetres
    Image.new("RGB", size).save(path, exif=exif)
    return path


@pytest.mark.parametrize(
    ("size", "millimetres", "focal_px"),
    [((400, 300), 26, 300.4), ((300, 400), 26, 300.4), ((400, 300), None, None), ((400, 300), 0, None),
     ((640, 195), 26, None)],
)  # fmt: skip
def test_the_file_tells_the_focal_length(
    tmp_path: Path, size: tuple[int, int], millimetres: int | None, focal_px: float | None
) -> None:
    prior = focal_prior(photo(tmp_path / "a.jpg", size, millimetres), *size)
    assert (prior and prior.focal_px) == (focal_px and pytest.approx(focal_px, rel=1e-3))


def test_what_is_no_picture_tells_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"nothing")
    assert focal_prior(tmp_path / "a.jpg", 400, 300) is None
    assert is_cropped(640, 195) and not is_cropped(1080, 1920)


def test_sizes_are_joined_over_the_views() -> None:
    def seen(size: Size, box: float = 1.0, levels: int = 1) -> UnitObservation:
        level = LevelReading({Colour.RED: 1.0}, {size: 1.0})
        return UnitObservation(
            0, 0, Posture.UPRIGHT, 1.0, None, (level,) * levels, {levels: 1.0}, (box, 1.0, 2.0, 3.0), 0.9
        )

    views = [(0.3, (seen(Size.LARGE), seen(Size.SMALL, 5, 2)))]
    one, other = blended((seen(Size.MEDIUM), seen(Size.MEDIUM, 5)), 0.6, views)
    assert one.levels[0].p_size == pytest.approx({Size.SMALL: 0, Size.MEDIUM: 2 / 3, Size.LARGE: 1 / 3})
    assert other.levels[0].p_size[Size.MEDIUM] == 1
