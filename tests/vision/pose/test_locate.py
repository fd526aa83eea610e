"""From a picture without markers to a camera: what locates it, what is reported, what is refused."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from calibration.camera import Camera
from calibration.markers import find_markers
from engine.pieces import Colour, Posture, Size
from tests.support.calibration_views import placed, render
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
        lay(image, CAMERA, (63.0, 88.0), (60, -95))
    return image


def lay(image: np.ndarray, camera: Camera, size_mm: tuple[float, float], at: tuple[float, float]) -> None:
    flat = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * np.array(size_mm) / 2 + at
    corners = camera.project(np.column_stack([flat, np.zeros(4)]))
    cv2.fillConvexPoly(image, np.round(corners * 16).astype(np.int32), WHITE, cv2.LINE_AA, 4)


def elevation_deg(camera: Camera) -> float:
    return math.degrees(math.asin(-camera.rotation[2, 2]))


def found(sizes: tuple[Size, ...], seed: int = 5, camera: Camera = CAMERA) -> tuple:
    rng = np.random.default_rng(seed)
    return tuple(unit(camera, rng, size, 0.5) for size in sizes)


def test_a_card_and_pieces_are_told_as_such() -> None:
    at = locate(picture(True), found((Size.LARGE,) * 4))
    assert at.source == "cards" and not at.doubt.unsure and at.others == ()
    assert at.remark.startswith("too few markers: the camera is placed by 1 poker card and 4 standing pieces")
    assert "99% sure" in at.remark
    assert abs(math.log(at.camera.focal_px / CAMERA.focal_px)) < 0.1


def test_one_size_without_a_card_is_told_to_be_unsure() -> None:
    at = locate(picture(False), found((Size.MEDIUM,) * 6))
    assert at.source == "pieces" and at.doubt.unsure and at.others
    assert "all may be off by one" in at.remark and "lay a playing card" in at.remark


def test_a_card_alone_is_enough_and_one_piece_alone_is_not() -> None:
    alone = locate(picture(True), ())
    assert alone.source == "cards" and alone.doubt.unsure  # an A4 sheet has nearly the proportions of a card
    with pytest.raises(NotEnoughUnits, match="lay a playing card"):
        locate(picture(False), found(SIZES[:1]))


@pytest.mark.parametrize("sheets", [[(0, 0, 230)], [(-130, -90, 60), (130, -90, 60), (-130, 110, 60)]])
def test_square_boards_and_coasters_are_no_cards(sheets: list[tuple[float, float, float]]) -> None:
    camera = table_view(65)
    image = np.full((960, 1280, 3), WOOD, np.uint8)
    for x, y, side in sheets:
        lay(image, camera, (side, side), (x, y))
    at = locate(image, found((Size.SMALL,) * 5, camera=camera))
    assert at.source == "pieces" and "square" in at.remark
    assert abs(elevation_deg(at.camera) - elevation_deg(camera)) < 2
    assert abs(math.log(at.camera.focal_px / camera.focal_px)) < 0.1


def test_a_single_marker_gives_the_scale() -> None:
    image = render(CAMERA, placed({1: (60, -95, 20)}))
    located = locate(image, found((Size.MEDIUM,) * 6), sightings=find_markers(image))
    assert located.source == "markers" and not located.doubt.unsure
    assert located.camera.position[2] == pytest.approx(CAMERA.position[2], rel=0.04)


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
