"""The things on a table for the second renderer: pieces, beads, cards, props, markers, the top."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from calibration.markers import MARGIN_MM, MARKER_MM
from datasets.film.visits import grip_of_token
from datasets.opengl import surfaces
from datasets.opengl.cloths import CLOTHS
from datasets.opengl.meshes import bead, pyramid, rounded_box, turned
from datasets.opengl.renderer import CLOTH, PLASTIC, RGB, Paint, Print
from datasets.scene.scenes import Block, Layout, Marker, Sheet, Unit, unit_transform
from datasets.scene.solids import turn_z
from engine.pieces import Colour

WALLS: Mapping[Colour, RGB] = MappingProxyType(
    {
        Colour.RED: (0.90, 0.10, 0.13),
        Colour.YELLOW: (0.98, 0.92, 0.13),
        Colour.GREEN: (0.10, 0.62, 0.25),
        Colour.BLUE: (0.10, 0.28, 0.86),
        Colour.ORANGE: (0.97, 0.48, 0.06),
        Colour.CYAN: (0.16, 0.76, 0.86),
        Colour.PURPLE: (0.50, 0.17, 0.72),
        Colour.PINK: (0.95, 0.38, 0.62),
        Colour.CLEAR: (0.93, 0.94, 0.93),
    }
)
"""The transmission of one wall of coloured plastic, linear."""
SOLID: Mapping[Colour, RGB] = MappingProxyType(
    {Colour.BLACK: (0.016, 0.016, 0.018), Colour.WHITE: (0.8, 0.79, 0.77)}
)
BEADS: tuple[tuple[RGB, bool], ...] = (((0.82, 0.80, 0.74), False), ((0.45, 0.85, 0.80), True))
"""Two kinds of tokens: porcelain and pale green glass."""


def unit_paints(unit: Unit, lift: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> list[Paint]:
    """A piece or stack at its place, shifted by ``lift`` (mm)."""
    rotation, shift = unit_transform(unit)
    found = []
    for placed in unit.pieces:
        colour = placed.piece.colour
        if placed.hidden and unit.pieces[-1].piece.colour in SOLID:
            continue
        mesh = pyramid(placed.piece.size).moved(turn_z(placed.yaw_deg), (0, 0, placed.lift_mm + 0.05))
        mesh = mesh.moved(rotation, shift + np.array(lift))
        glass = colour not in SOLID
        found.append(Paint(mesh, WALLS[colour] if glass else SOLID[colour], PLASTIC, glass))
    return found


def bead_paint(token: Block, at: tuple[float, float, float]) -> Paint:
    """A player's token with its middle ``at`` a place; its kind follows from the acted token's colour."""
    rgb, glass = BEADS[int(token.rgb[0] > token.rgb[2])]
    return Paint(bead().moved(np.eye(3), (at[0], at[1], max(0.05, at[2] - 2.0))), rgb, PLASTIC, glass)


def _corners(x: float, y: float, wide: float, high: float, turn_deg: float, z: float) -> np.ndarray:
    half = np.array([[-wide, high], [wide, high], [wide, -high], [-wide, -high]]) / 2
    angle = math.radians(turn_deg)
    c, s = math.cos(angle), math.sin(angle)
    return np.column_stack([half @ np.array([[c, s], [-s, c]]) + [x, y], np.full(4, z)])


def sheet_print(sheet: Sheet, picture: np.ndarray) -> Print:
    """Something flat at its place, printed with this renderer's own picture."""
    at = sheet.x_mm, sheet.y_mm, sheet.width_mm, sheet.height_mm, sheet.turn_deg
    return Print(picture, _corners(*at, sheet.z_mm), 0.03)


def marker_print(marker: Marker) -> Print:
    """A printed marker in its place."""
    edge = MARKER_MM + 2 * MARGIN_MM
    paper = surfaces.marker_paper(marker.marker_id)
    return Print(paper, _corners(marker.x_mm, marker.y_mm, edge, edge, marker.turn_deg, 0.12), 0.02)


def top_print(kind: str, seed: int) -> Print:
    """The table's top."""
    picture = {**surfaces.TOPS, **CLOTHS}[kind](np.random.default_rng(seed))
    gloss = {"felt": 0.004, "linen": 0.004, "checked": 0.004, "striped": 0.004, "flowered": 0.004}.get(
        kind, 0.02
    )
    return Print(
        picture, _corners(0, 80, surfaces.TOP_MM, surfaces.TOP_MM, seed % 4 * 90.0 + 1.5, 0.0), gloss
    )


@dataclass(frozen=True)
class Prop:
    """A thing beside the game: its kind, its middle (mm), and its rotation."""

    kind: str
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0


def prop_paints(prop: Prop) -> list[Paint]:
    """A mug, a phone, dice or keys."""
    return [
        Paint(
            each.mesh.moved(turn_z(prop.turn_deg), (prop.x_mm, prop.y_mm, 0.0)),
            each.rgb,
            each.kind,
            each.glass,
        )
        for each in _PROPS[prop.kind]()
    ]


@functools.cache
def _mug() -> tuple[Paint, ...]:
    outside = [
        (0.1, 0.3),
        (30, 0.3),
        (36, 4),
        (39, 30),
        (40, 92),
        (38.5, 94),
        (37, 92),
        (36, 30),
        (30, 8),
        (0.1, 8),
    ]
    coffee = turned([(36.0, 74.0), (0.1, 74.1)], 28)
    handle = []
    for angle in np.linspace(-1.3, 1.3, 21):
        at = np.array([40 + 24 * math.cos(angle), 0, 50 + 28 * math.sin(angle)])
        handle.append(turned([(0.1, -8), (6, -5), (7, 0), (6, 5), (0.1, 8)], 10).moved(np.eye(3), at))
    china = (0.10, 0.17, 0.30)
    return (
        Paint(turned(outside, 36), china),
        *(Paint(mesh, china) for mesh in handle),
        Paint(coffee, (0.03, 0.012, 0.006)),
    )


@functools.cache
def _phone() -> tuple[Paint, ...]:
    glass = rounded_box(71, 145, 0.4, 8).moved(np.eye(3), (0, 0, 8.0))
    return Paint(rounded_box(75, 150, 8.2, 10), (0.02, 0.02, 0.022)), Paint(glass, (0.006, 0.006, 0.008))


@functools.cache
def _dice() -> tuple[Paint, ...]:
    found = []
    for x, y, turn, rgb in ((0, 0, 20, (0.72, 0.70, 0.64)), (23, 9, 55, (0.55, 0.04, 0.05))):
        found.append(Paint(rounded_box(16, 16, 16, 2.5).moved(turn_z(turn), (x, y, 0)), rgb))
        for dx, dy in ((-4, -4), (4, 4), (0, 0)):
            spot = turned([(1.7, 0.0), (0.1, 0.15)], 10).moved(turn_z(turn), (0, 0, 16.05))
            spot = spot.moved(np.eye(3), tuple(turn_z(turn) @ [dx, dy, 0] + [x, y, 0]))
            found.append(Paint(spot, (0.02, 0.02, 0.02)))
    return tuple(found)


@functools.cache
def _keys() -> tuple[Paint, ...]:
    steel, found = (0.33, 0.33, 0.32), []
    for turn in (0.0, 34.0, 71.0):
        head = rounded_box(22, 24, 2.2, 9).moved(np.eye(3), (0, 26, 0.2))
        blade = rounded_box(8, 34, 2.0, 1).moved(np.eye(3), (0, 54, 0.2))
        found += [Paint(each.moved(turn_z(turn), (0, 0, turn / 30)), steel) for each in (head, blade)]
    return (*found, Paint(rounded_box(26, 40, 5, 6).moved(np.eye(3), (4, -8, 0)), (0.25, 0.06, 0.05), CLOTH))


_PROPS = {"mug": _mug, "phone": _phone, "dice": _dice, "keys": _keys}


BACK = 150
"""An acted card whose picture has a lower mean value than this shows its back."""


def is_board(sheet: Sheet) -> bool:
    """Whether an acted sheet is a board rather than a card."""
    return abs(sheet.width_mm - sheet.height_mm) < 1 and sheet.width_mm > 120


def shows_back(sheet: Sheet) -> bool:
    """Whether an acted card shows its back: more ink than paper."""
    return bool(sheet.picture.mean() < BACK)


class Stage:
    """A table with everything that stays on it; converts layouts to the renderer's input."""

    def __init__(
        self, top: str, seed: int, markers: Iterable[Marker] = (), props: Iterable[Prop] = ()
    ) -> None:
        rng = np.random.default_rng(seed)
        self._prints = [top_print(top, seed), *(marker_print(each) for each in markers)]
        self._paints = [paint for prop in props for paint in prop_paints(prop)]
        self._back, self._faces = surfaces.card_back(rng), [surfaces.card_face(rng) for _ in range(5)]
        self._board: np.ndarray | None = None

    def drawn(self, layout: Layout) -> tuple[list[Print], list[Paint]]:
        """Everything on the table except hands."""
        sheets = [sheet_print(sheet, self._picture(n, sheet)) for n, sheet in enumerate(layout.sheets)]
        paints = [*self._paints, *(paint for unit in layout.units for paint in unit_paints(unit))]
        paints += [bead_paint(token, _middle(token)) for token in layout.blocks]
        return [*self._prints, *sheets], paints

    def _picture(self, number: int, sheet: Sheet) -> np.ndarray:
        if is_board(sheet):
            if self._board is None:
                self._board = surfaces.board(5, 40.0)
            return self._board
        return self._back if shows_back(sheet) else self._faces[number % len(self._faces)]


def _middle(token: Block) -> tuple[float, float, float]:
    x, y, _ = grip_of_token(token)
    return x, y, 2.0 + float(token.mesh[0][:, 2].min())
