"""A table as immutable data, from which meshes, labels and pictures are computed."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from datasets.scene.solids import Mesh, hollow_pyramid, moved, outline, turn_z
from engine.pieces import BASE_MM, HEIGHT_MM, Colour, Piece, Posture, lifts_mm


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A piece of a unit; its base is ``lift_mm`` above the unit's base, measured along the unit's axis."""

    piece: Piece
    lift_mm: float
    hidden: bool = False
    yaw_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Unit:
    """A single piece or a stack at one place of the table.

    ``x_mm, y_mm`` is the middle of the footprint (flat units: half way from base centre to apex).
    ``heading_deg`` is the yaw of the base of upright units, the direction from base to apex of flat ones.
    ``pieces`` are listed bottom to top.
    """

    x_mm: float
    y_mm: float
    posture: Posture
    heading_deg: float
    pieces: tuple[PlacedPiece, ...]


def stacked(
    pieces_bottom_up: tuple[Piece, ...], turns: tuple[float, ...] | None = None
) -> tuple[PlacedPiece, ...]:
    """The heights at which the pieces of a stack rest (readings, "Pieces")."""
    lifts = lifts_mm([piece.size for piece in pieces_bottom_up])
    turned = turns or (0.0,) * len(lifts)
    placed = [
        PlacedPiece(piece, lift, False, turn)
        for piece, lift, turn in zip(pieces_bottom_up, lifts, turned, strict=True)
    ]
    return tuple(_hide(placed))


def _hide(placed: list[PlacedPiece]) -> list[PlacedPiece]:
    """The pieces, with those completely covered by a larger one marked as hidden."""

    def covered(i: int) -> bool:
        low = placed[i]
        return any(
            over.lift_mm <= low.lift_mm + 1e-6 and over.piece.size > low.piece.size
            for over in placed[i + 1 :]
        )

    return [PlacedPiece(p.piece, p.lift_mm, covered(i), p.yaw_deg) for i, p in enumerate(placed)]


def upright(
    x: float, y: float, pieces: tuple[Piece, ...], yaw: float = 0.0, turns: tuple[float, ...] | None = None
) -> Unit:
    """An upright piece or stack, bottom to top."""
    return Unit(x, y, Posture.UPRIGHT, yaw, stacked(pieces, turns))


def flat(x: float, y: float, pieces: tuple[Piece, ...], heading: float) -> Unit:
    """A piece on its side pointing along ``heading``; smaller ones may nest in it, innermost first."""
    return Unit(x, y, Posture.FLAT, heading, stacked(pieces))


def unit_transform(unit: Unit) -> tuple[np.ndarray, np.ndarray]:
    """Rotation (3,3) and shift (3,) from the unit's own frame (axis +z, base at 0) to the table frame."""
    if unit.posture is Posture.UPRIGHT:
        return turn_z(unit.heading_deg), np.array([unit.x_mm, unit.y_mm, 0.0])
    (r0, h0), (r1, h1) = _resting_edge(unit.pieces)
    tilt = math.pi / 2 + math.atan2(r0 - r1, h1 - h0)
    c, s = math.cos(tilt), math.sin(tilt)
    lean = np.array(
        [[c, 0, s], [0, 1, 0], [-s, 0, c]]
    )  # turn the axis to +x, then down until the lower side lies flat
    tip = lean @ np.array([0, 0, max(p.lift_mm + HEIGHT_MM[p.piece.size] for p in unit.pieces)])
    shift = np.array([-tip[0] / 2, 0, -(lean @ np.array([r0, 0, h0]))[2]])
    turn = turn_z(unit.heading_deg)
    return turn @ lean, turn @ shift + np.array([unit.x_mm, unit.y_mm, 0.0])


def _resting_edge(pieces: tuple[PlacedPiece, ...]) -> tuple[tuple[float, float], tuple[float, float]]:
    """The longest edge of the stack's side profile, as two (radius, height) points, lower first."""
    points = [(BASE_MM[p.piece.size] / 2, p.lift_mm) for p in pieces]
    points += [(0.0, p.lift_mm + HEIGHT_MM[p.piece.size]) for p in pieces]
    edges = [
        (a, b)
        for a in points
        for b in points
        if b[1] > a[1] + 1 and b[0] <= a[0] and _outermost(a, b, points)
    ]
    return max(edges, key=lambda e: math.dist(*e))


def _outermost(a: tuple[float, float], b: tuple[float, float], points: list[tuple[float, float]]) -> bool:
    return all((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) >= -1e-6 for p in points)


def piece_mesh(unit: Unit, placed: PlacedPiece) -> Mesh:
    """The hollow solid of one piece, on the table."""
    rotation, shift = unit_transform(unit)
    own = moved(hollow_pyramid(placed.piece.size), turn_z(placed.yaw_deg), (0, 0, placed.lift_mm + 0.02))
    return moved(own, rotation, shift)


def piece_outline(unit: Unit, placed: PlacedPiece) -> np.ndarray:
    """The five corners of one piece on the table, (5,3) mm: base corners, then apex."""
    rotation, shift = unit_transform(unit)
    corners = outline(placed.piece.size) @ turn_z(placed.yaw_deg).T + np.array([0, 0, placed.lift_mm])
    return corners @ rotation.T + shift


@dataclass(frozen=True, slots=True)
class Block:
    """A coloured thing that is not a pyramid.

    Its mesh in the table frame, its linear RGB, the hand it belongs to, whether it is coloured glass, and if
    not, whether it is glossy.
    """

    mesh: Mesh
    rgb: tuple[float, float, float]
    hand: int | None = None
    glass: bool = False
    polished: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """Something flat and printed: a card, a board, paper. ``picture`` is sRGB uint8 (h,w,3) RGB.

    Before the rotation (counter-clockwise seen from above) the picture's top points along +y; sizes in mm.
    """

    picture: np.ndarray
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    turn_deg: float
    z_mm: float = 0.25

    @property
    def reach_mm(self) -> float:
        """Half the diagonal (mm)."""
        return math.hypot(self.width_mm, self.height_mm) / 2


@dataclass(frozen=True, slots=True)
class Layout:
    """What the players use: the pyramids, and their cards, boards and tokens."""

    units: tuple[Unit, ...]
    sheets: tuple[Sheet, ...] = ()
    blocks: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True)
class Marker:
    """A printed corner marker on the table."""

    marker_id: int
    x_mm: float
    y_mm: float
    turn_deg: float


@dataclass(frozen=True, slots=True)
class View:
    """A camera: OpenCV intrinsics, table-to-camera pose and picture size.

    ``distortion`` is OpenCV's (k1, k2, 0, 0, 0). It is applied after rendering.
    """

    matrix: np.ndarray
    rotation: np.ndarray
    translation: np.ndarray
    width: int
    height: int
    distortion: tuple[float, ...] = (0.0,) * 5

    def project(self, points_mm: np.ndarray) -> np.ndarray:
        """Pixels (N,2) of table points (N,3)."""
        seen = np.asarray(points_mm, float) @ self.rotation.T + self.translation
        if any(self.distortion):
            still, bend = np.zeros(3), np.array(self.distortion)
            return cv2.projectPoints(seen, still, still, self.matrix, bend)[0].reshape(-1, 2)
        image = seen @ self.matrix.T
        return image[:, :2] / image[:, 2:3]

    def straightened(self, pixels: np.ndarray) -> np.ndarray:
        """Where the lines of sight of pixels (N,2) meet the plane at depth 1, (N,2).

        k1 and k2 are inverted by Newton's method on the distance from the axis.
        """
        ends = (np.asarray(pixels, float) - self.matrix[:2, 2]) / self.matrix[[0, 1], [0, 1]]
        k1, k2 = self.distortion[:2]
        if not (k1 or k2):
            return ends
        bent = np.linalg.norm(ends, axis=1)
        plain = bent.copy()
        for _ in range(8):
            square = plain**2
            gap = plain * (1 + k1 * square + k2 * square**2) - bent
            plain -= gap / (1 + 3 * k1 * square + 5 * k2 * square**2)
        return ends * (plain / np.maximum(bent, 1e-12))[:, None]

    @property
    def position(self) -> np.ndarray:
        """The camera's position in the table frame, (3,) mm."""
        return -self.rotation.T @ self.translation

    def cropped(self, x: int, y: int, width: int, height: int) -> View:
        """The view of a window of the picture."""
        matrix = self.matrix.copy()
        matrix[0, 2] -= x
        matrix[1, 2] -= y
        return replace(self, matrix=matrix, width=width, height=height)


def look_at(
    eye: np.ndarray, target: np.ndarray, focal_px: float, width: int, height: int, roll_deg: float = 0
) -> View:
    """A camera at ``eye`` looking at ``target`` (mm), with its principal point in the middle."""
    forward = (target - eye) / np.linalg.norm(target - eye)
    up = np.array([0, 0, 1.0]) if abs(forward[2]) < 0.999 else np.array([0, 1.0, 0])
    right = np.cross(forward, up)
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    c, s = math.cos(math.radians(roll_deg)), math.sin(math.radians(roll_deg))
    rotation = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) @ np.stack([right, down, forward])
    matrix = np.array([[focal_px, 0, width / 2 - 0.5], [0, focal_px, height / 2 - 0.5], [0, 0, 1.0]])
    return View(matrix, rotation, -rotation @ eye, width, height)


@dataclass(frozen=True, slots=True)
class Light:
    """One rectangular lamp or window (mm, linear RGB radiance) and a sky of (h,w,3) linear radiance."""

    lamp_at: tuple[float, float, float]
    lamp_size: tuple[float, float]
    lamp_rgb: tuple[float, float, float]
    sky: np.ndarray


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on and around one table.

    ``table`` is an sRGB texture (h,w,3), repeated with mirroring ``table_repeats`` times in each direction
    over ``table_mm``. ``scatter`` is the fraction of light that walls of translucent pieces scatter in their
    own colour instead of transmitting it.
    """

    kind: str
    units: tuple[Unit, ...]
    markers: tuple[Marker, ...]
    blocks: tuple[Block, ...]
    table: np.ndarray
    table_mm: float
    gloss: float
    light: Light
    exposure: float
    tints: dict[Colour, tuple[float, float, float]]
    opaque: frozenset[Colour] = field(default_factory=frozenset)
    scatter: float = 0.03
    table_repeats: int = 1
    sheets: tuple[Sheet, ...] = ()
