"""Films of whole rounds: the acted table photographed frame by frame, a hand reaching in for every move.

Still tables are rendered once and only re-rendered where something changed; frames with a hand are
rendered at half
size and laid over the still table where they differ from it. Sensor noise goes over everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from datasets.acting import STACK_AT, Carry, Visit
from datasets.build import white_paper, without_sparks
from datasets.hand import hand_and_sleeve
from datasets.props import SKINS
from datasets.render import Backdrop, Studio, developed
from datasets.scenes import Block, PlacedPiece, Scene, Unit, View, piece_outline
from datasets.sensor import webcam_noise
from engine.game import Seat
from engine.pieces import HEIGHT_MM, Posture

Point = tuple[float, float, float]


@dataclass(frozen=True)
class Beat:
    """One film frame: what lies still, what the hand holds, where the hand is (``None``: no hand)."""

    still: tuple[Unit, ...]
    held: Unit | None
    hand: Point | None
    seat: Seat | None


@dataclass(frozen=True)
class Pace:
    """Frames for each part of a visit."""

    fps: int = 12
    reach: int = 6
    grip: int = 2
    carry: int = 7
    rest: int = 17


def _ease(a: Point, b: Point, steps: int, arch: float = 0.0) -> list[Point]:
    """Points from a to b, slow at both ends, rising by ``arch`` in between; the start is left out."""
    t = (1 - np.cos(np.linspace(0, np.pi, steps + 1)[1:])) / 2
    line = np.array(a) + t[:, None] * (np.array(b) - np.array(a))
    line[:, 2] += arch * np.sin(np.pi * t)
    return [tuple(p) for p in line]


def _away(seat: Seat, x: float) -> Point:
    return (x * 0.7, -340.0, 70.0) if seat is Seat.NEAR else (x * 0.7, 540.0, 90.0)


def _grip(carry: Carry, place: tuple[float, float], lift: float) -> Point:
    return place[0], place[1], lift + 0.6 * HEIGHT_MM[carry.piece.size] - 8


def _held(carry: Carry, at: Point) -> Unit:
    lift = at[2] + 8 - 0.6 * HEIGHT_MM[carry.piece.size]
    return Unit(at[0], at[1], Posture.UPRIGHT, 40.0, (PlacedPiece(carry.piece, lift),))


def _carry_beats(
    carry: Carry, seat: Seat, came_from: Point, before: tuple[Unit, ...], pace: Pace
) -> Iterator[Beat]:
    take, put = _grip(carry, carry.start, carry.start_lift_mm), _grip(carry, carry.end, carry.end_lift_mm)
    for at in [*_ease(came_from, take, pace.reach, 25), *[take] * pace.grip]:
        yield Beat(before, None, at, seat)
    for at in _ease(take, put, pace.carry, 55):
        yield Beat(carry.table_during, _held(carry, at), at, seat)
    for _ in range(pace.grip):
        yield Beat(carry.table_after, None, put, seat)


def _restack_beats(visit: Visit, came_from: Point, pace: Pace) -> Iterator[Beat]:
    """The stack is picked up whole, rearranged out of the picture and put back."""
    before, after = visit.carries[-1].table_after, visit.restacked or ()
    old, new = _stack_of(before), _stack_of(after)
    top = max(p.lift_mm for p in old.pieces)
    spot: Point = (*STACK_AT, top + 8)
    bare = tuple(u for u in before if u is not old)
    out = (spot[0] - 60, -330.0 if visit.seat is Seat.NEAR else 500.0, 100.0)

    def lifted(unit: Unit, at: Point) -> Unit:
        rise = at[2] - spot[2]
        pieces = tuple(replace(p, lift_mm=p.lift_mm + rise) for p in unit.pieces)
        return replace(unit, x_mm=at[0], y_mm=at[1], pieces=pieces)

    for at in [*_ease(came_from, spot, pace.reach, 30), *[spot] * pace.grip]:
        yield Beat(before, None, at, visit.seat)
    for at in _ease(spot, out, pace.carry, 30):
        yield Beat(bare, lifted(old, at), at, visit.seat)
    for _ in range(pace.fps):
        yield Beat(bare, None, None, None)
    for at in _ease(out, spot, pace.carry, 30):
        yield Beat(bare, lifted(new, at), at, visit.seat)
    for _ in range(pace.grip):
        yield Beat(after, None, spot, visit.seat)


def _stack_of(units: tuple[Unit, ...]) -> Unit:
    return next(u for u in units if (u.x_mm, u.y_mm) == STACK_AT)


def visit_beats(visit: Visit, pace: Pace) -> list[Beat]:
    """All frames of one reach, from an empty picture to an empty picture."""
    beats, table = [], visit.before
    at = _away(visit.seat, visit.carries[0].start[0])
    for carry in visit.carries:
        beats += list(_carry_beats(carry, visit.seat, at, table, pace))
        at, table = beats[-1].hand or at, carry.table_after
    if visit.restacked:
        beats += list(_restack_beats(visit, at, pace))
        at, table = beats[-1].hand or at, visit.restacked
    beats += [Beat(table, None, p, visit.seat) for p in _ease(at, _away(visit.seat, at[0]), pace.reach, 20)]
    return [*beats, *[Beat(table, None, None, None)] * pace.rest]


class FilmCamera:
    """Develops beats to frames, uint8 BGR (h,w,3)."""

    def __init__(self, scene: Scene, view: View, seed: int, still_spp: int = 48, hand_spp: int = 6) -> None:
        white = white_paper(scene.light, np.zeros(2))
        self._scene = replace(scene, exposure=0.76 / float(white.max()))
        self._white = float(white.max())
        self._backdrop = Backdrop(scene)
        self._view, self._seed, self._rng = view, seed, np.random.default_rng(seed)
        self._still_spp, self._hand_spp = still_spp, hand_spp
        self._units: tuple[Unit, ...] = ()
        self._still: np.ndarray | None = None

    def frame(self, beat: Beat) -> np.ndarray:
        """The next frame."""
        still = self._still_table(beat.still)
        picture = still if beat.hand is None else self._with_hand(still, beat)
        gain = 1 + 0.004 * self._rng.normal()
        soft = cv2.GaussianBlur(picture, (0, 0), 0.55).astype(np.float32) * gain
        return webcam_noise(self._rng, np.clip(soft, 0, 255), 2.2)

    def _develop(self, linear: np.ndarray) -> np.ndarray:
        return developed(without_sparks(linear, self._white), self._scene.exposure)

    def _still_table(self, units: tuple[Unit, ...]) -> np.ndarray:
        if self._still is None:
            studio = Studio(replace(self._scene, units=units), backdrop=self._backdrop)
            self._still = self._develop(studio.radiance(self._view, self._still_spp, self._seed))
        elif units != self._units:
            self._still = self._still.copy()
            changed = [u for u in (*units, *self._units) if (u in units) != (u in self._units)]
            studio = Studio(replace(self._scene, units=units), backdrop=self._backdrop)
            for window in _merged([self._around(u) for u in changed]):
                x, y, w, h = window
                patch = self._develop(studio.radiance(self._view, self._still_spp, self._seed, window))
                self._still[y : y + h, x : x + w] = patch
        self._units = units
        return self._still

    def _around(self, unit: Unit, pad: int = 42) -> tuple[int, int, int, int]:
        points = self._view.project(np.concatenate([piece_outline(unit, p) for p in unit.pieces]))
        return self._window(points, pad)

    def _window(self, points: np.ndarray, pad: int) -> tuple[int, int, int, int]:
        limit = [self._view.width, self._view.height]
        low = np.clip(np.floor((points.min(0) - pad) / 2) * 2, 0, limit).astype(int)
        high = np.clip(np.ceil((points.max(0) + pad) / 2) * 2, 0, limit).astype(int)
        return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])

    def _hand_blocks(self, beat: Beat) -> tuple[Block, ...]:
        assert beat.hand is not None and beat.seat is not None
        near = beat.seat is Seat.NEAR
        turn = (90.0 if near else 270.0) + float(
            np.clip(-beat.hand[0] / 12 if near else beat.hand[0] / 12, -14, 14)
        )
        skin, sleeve = hand_and_sleeve("pinch", beat.hand, turn, mirrored=not near, rise_deg=18.0)
        cuff = (0.05, 0.09, 0.22) if near else (0.30, 0.07, 0.06)
        return Block(skin, SKINS[0 if near else 1], 0), Block(sleeve, cuff, 0)

    def _with_hand(self, still: np.ndarray, beat: Beat) -> np.ndarray:
        blocks = self._hand_blocks(beat)
        vertices = np.concatenate([b.mesh[0] for b in blocks])
        depth = (vertices @ self._view.rotation.T + self._view.translation)[:, 2]
        points = np.clip(self._view.project(vertices[depth > 40]), -3000, 3000)
        x, y, w, h = self._window(points, 44) if len(points) else (0, 0, 0, 0)
        if w < 8 or h < 8:
            return still
        units = beat.still + ((beat.held,) if beat.held else ())
        staged = replace(self._scene, units=units, blocks=self._scene.blocks + blocks)
        studio = Studio(staged, backdrop=self._backdrop)
        window = (x // 2, y // 2, w // 2, h // 2)
        shown = self._develop(studio.radiance(_halved(self._view), self._hand_spp, self._seed + 1, window))
        calm = cv2.bilateralFilter(shown, 5, 30, 2)
        large = cv2.resize(calm, (w, h), interpolation=cv2.INTER_CUBIC)
        picture = still.copy()
        under = picture[y : y + h, x : x + w]
        share = _difference(large, under)[..., None]
        picture[y : y + h, x : x + w] = np.round(large * share + under * (1 - share)).astype(np.uint8)
        return picture


def _difference(shown: np.ndarray, under: np.ndarray) -> np.ndarray:
    """Where the frame with the hand really differs from the still table, 0..1 (h,w)."""
    gap = np.abs(cv2.blur(shown, (13, 13)).astype(np.float32) - cv2.blur(under, (13, 13))).max(-1)
    share = np.round(np.clip((gap - 8) / 9, 0, 1) * 255).astype(np.uint8)
    return cv2.GaussianBlur(cv2.medianBlur(share, 11), (0, 0), 1.5).astype(np.float32) / 255


def _halved(view: View) -> View:
    matrix = view.matrix / 2
    matrix[2, 2] = 1
    matrix[:2, 2] -= 0.25
    return View(matrix, view.rotation, view.translation, view.width // 2, view.height // 2)


def _merged(windows: list[tuple[int, int, int, int]]) -> list[tuple[int, int, int, int]]:
    """Overlapping windows joined."""
    merged: list[tuple[int, int, int, int]] = []
    for x, y, w, h in windows:
        for i, (a, b, c, d) in enumerate(merged):
            if x < a + c and a < x + w and y < b + d and b < y + h:
                left, top = min(x, a), min(y, b)
                merged[i] = (left, top, max(x + w, a + c) - left, max(y + h, b + d) - top)
                break
        else:
            merged.append((x, y, w, h))
    return merged
