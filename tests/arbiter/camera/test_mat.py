"""The printed mat: its sizes, measured in the rasterised page."""

import cv2
import numpy as np
import pypdfium2
import pytest

from arbiter.camera.mat import HOW_TO, PAPERS, write_board, write_mat
from arbiter.words.wording import wording
from calibration.camera import CalibrationError
from calibration.lens import LEAST_CORNERS, SQUARE_MM, board
from calibration.markers import MARGIN_MM, MARKER_MM, PLACES, find_markers

DPI = 381
PX_PER_MM = DPI / 25.4


def raster(path):
    """The first page as a grey picture at ``DPI``."""
    with pypdfium2.PdfDocument(path) as document:
        return document[0].render(scale=DPI / 72, grayscale=True).to_numpy().squeeze().copy()


@pytest.fixture(scope="module", params=sorted(PAPERS))
def page(request, tmp_path_factory):
    path = tmp_path_factory.mktemp("mat") / "mat.pdf"
    write_mat(path, request.param)
    return path, raster(path), request.param


def test_markers_are_40_mm_upright_and_in_their_places(page):
    _, picture, _ = page
    found = find_markers(picture)
    assert set(found) == set(PLACES)
    for corners in found.values():
        sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1) / PX_PER_MM
        np.testing.assert_allclose(sides, MARKER_MM, atol=0.1)
        assert corners[0][0] < corners[1][0] and corners[0][1] < corners[3][1]
    centres = {PLACES[name]: corners.mean(axis=0) for name, corners in found.items()}
    assert centres["near left"][0] < centres["near right"][0]
    assert centres["far left"][1] < centres["near left"][1]


def test_margins_are_white_up_to_the_cut_line(page):
    _, picture, _ = page
    for corners in find_markers(picture).values():
        (x0, y0), (x1, y1) = corners.min(axis=0), corners.max(axis=0)
        reach = (MARGIN_MM - 0.6) * PX_PER_MM
        ring = picture[round(y0 - reach) : round(y1 + reach), round(x0 - reach) : round(x1 + reach)].copy()
        inset = round(reach) - 2
        ring[inset:-inset, inset:-inset] = 255
        assert ring.min() > 250
        side = picture[round(y0) : round(y1), round(x0 - (MARGIN_MM + 0.6) * PX_PER_MM) : round(x0 - reach)]
        assert side.min() < 220


def test_the_ruler_is_100_mm(page):
    _, picture, _ = page
    lowest = max(corners[:, 1].max() for corners in find_markers(picture).values())
    below = picture[round(lowest + 22 * PX_PER_MM) :] < 128
    longest = below.sum(axis=1).argmax()
    line = np.flatnonzero(below[longest])
    assert (line[-1] - line[0]) / PX_PER_MM == pytest.approx(100, abs=0.5)
    assert len(line) == line[-1] - line[0] + 1


def test_the_page_says_what_to_do(page):
    path, _, paper = page
    with pypdfium2.PdfDocument(path) as document:
        assert len(document) == 1
        assert document[0].get_size() == pytest.approx(PAPERS[paper], abs=0.1)
        text = " ".join(document[0].get_textpage().get_text_bounded().split())
    for words in (*HOW_TO, *PLACES.values(), "100 mm"):
        assert str(words) in text


def test_everything_stays_in_the_printable_area(page):
    _, picture, _ = page
    rows, columns = np.nonzero(picture < 200)
    rim = 10 * PX_PER_MM
    assert rows.min() > rim and columns.min() > rim
    assert rows.max() < picture.shape[0] - rim and columns.max() < picture.shape[1] - rim


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_the_board_is_found_at_its_size(tmp_path, paper):
    write_board(tmp_path / "board.pdf", paper)
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board()).detectBoard(raster(tmp_path / "board.pdf"))
    assert len(ids) == 24 >= LEAST_CORNERS
    solid, flat = board().matchImagePoints(corners, ids)
    spread = np.ptp(flat.reshape(-1, 2), axis=0) / np.ptp(solid.reshape(-1, 3)[:, :2], axis=0)
    np.testing.assert_allclose(spread, PX_PER_MM, rtol=0.005)
    assert SQUARE_MM == 35


def test_refusals(tmp_path):
    with pytest.raises(CalibrationError, match="unknown paper 'a5': choose a4 or letter"):
        write_mat(tmp_path / "x.pdf", "a5")
    assert not list(tmp_path.iterdir())
    with pytest.raises(CalibrationError, match="cannot be written"):
        write_mat(tmp_path / "none" / "x.pdf")


def test_the_page_is_told_in_another_language_and_its_markers_stay(tmp_path):
    path = tmp_path / "matte.pdf"
    write_mat(path, "a4", wording("de"))
    with pypdfium2.PdfDocument(path) as document:
        told = document[0].get_textpage().get_text_bounded()
    assert all(words in told for words in ("Eckmarken", "vorn links", "hinten rechts", "100 % drucken"))
    assert not {"near", "far", "Print", "Lay"} & set(told.split())
    assert set(find_markers(raster(path))) == set(PLACES)
