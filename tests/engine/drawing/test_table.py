"""The drawing of a table: everything in its place; uncertain, missing and corrected pieces are marked."""

from __future__ import annotations

import pytest

from engine.drawing.table import Lying, View, table_svg
from engine.pieces import Colour, Piece, Size
from tests.support.drawn_svg import marks, outside, pyramids

RED, BLUE = Piece(Size.LARGE, Colour.RED), Piece(Size.SMALL, Colour.BLUE)
THINGS = (
    Lying((RED,), -160.0, -190.0),
    Lying((BLUE,), -125.0, -190.0, unsure=True),
    Lying((), -90.0, -190.0, unsure=True),
    Lying((BLUE,), -55.0, -190.0, said=True),
    Lying((RED,), 10.0, 30.0, heading_deg=90.0),
    Lying((BLUE, RED, BLUE), 160.0, 190.0),
)


def test_everything_is_drawn_and_marked_inside_the_picture() -> None:
    svg = table_svg(THINGS)
    assert pyramids(svg) == {"LR": 3, "SB": 4}
    assert [len(marks(svg, kind)) for kind in ("unsure", "missing", "said")] == [1, 1, 1]
    assert outside(svg) == []


@pytest.mark.parametrize("heading", [0.0, 90.0, 200.0, 359.0])
def test_what_lies_stays_inside_the_picture_whichever_way_it_points(heading: float) -> None:
    assert outside(table_svg((Lying((RED,), 0.0, 0.0, heading_deg=heading),))) == []


def test_an_empty_table_and_one_place_can_be_drawn() -> None:
    assert "pyramid" not in table_svg(())
    assert View.around(()).width_mm == View.around((Lying((RED,), 5.0, 5.0),)).width_mm


def test_places_keep_their_order_and_neighbours_their_room() -> None:
    view = View.around(THINGS)
    (near_x, near_y), (far_x, far_y) = view.at(-160.0, -190.0), view.at(160.0, 190.0)
    assert near_x < far_x and near_y > far_y  # far is up, as the near player sees it
    close = View.around([Lying((RED,), 0.0, 34.0 * k) for k in range(5)])
    assert close.slant == 1.0 and view.slant < 1.0
