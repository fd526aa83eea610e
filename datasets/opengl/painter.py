"""Film frames by the second renderer: clean pictures, before any camera model.

A still table is drawn once, and afterwards only where something changed. Hands and the things in them are
drawn over it; their shadow is that of the bones, sampled from points all over the lamp and the room.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from datasets.film.visits import grip_of_token
from datasets.opengl.hands import PEOPLE, Bone, Hand, hand
from datasets.opengl.pace import Moment, Reach, held_lift
from datasets.opengl.renderer import Paint, Renderer, Room, directions
from datasets.opengl.stage import Stage, bead_paint, unit_paints
from datasets.picture.windows import Window, around, differing, merged
from datasets.scene.scenes import Block, Layout, Unit, View, piece_outline

PAD_PX = 14
EXPOSURE = 0.72
"""Exposure of films and of pictures of games."""
KEYS = ((-0.4, -0.4), (0.4, -0.35), (0.0, 0.0), (-0.35, 0.4), (0.4, 0.4))
"""Sample points on the lamp for a hand's shadow, relative to the lamp's width."""
SKIES = tuple((1.1 * math.cos(a), 1.1 * math.sin(a)) for a in np.arange(5) * 2 * math.pi / 5)
"""Sample directions of the room's light, as shifts on the table per mm of height."""
SKY_SHARE = 0.42
"""Share of the room's light in the total light on the table."""
CIRCLE = np.stack([np.cos(np.arange(10) * math.pi / 5), np.sin(np.arange(10) * math.pi / 5)], 1)


def encoded(linear: np.ndarray, exposure: float) -> np.ndarray:
    """Clean sRGB uint8 BGR of linear RGB light; the brightest fifth is compressed so that little clips."""
    table = _table(exposure)
    place = np.sqrt(np.clip(linear[..., ::-1], 0, 3.99) / 4) * len(table)
    return table[place.astype(np.uint16)]


def _table(exposure: float) -> np.ndarray:
    light = (np.arange(4096) / 4096) ** 2 * 4 * exposure
    light = np.where(light > 0.8, 1 - 0.2 * np.exp(-(light - 0.8) / 0.2), light)
    steps = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.round(steps * 255).astype(np.uint8)


class Painter:
    """Draws one moment after another, uint8 BGR (h,w,3)."""

    def __init__(self, stage: Stage, view: View, room: Room, exposure: float, passes: int = 6) -> None:
        self._stage, self._view, self._room, self._exposure = stage, view, room, exposure
        self._renderer = Renderer(view.width, view.height, passes)
        self._lights = [way for n in range(passes) for way in directions(room, n, passes)]
        self._layout = Layout(())
        self._light = np.zeros((0, 0, 3), np.float32)

    def frame(self, moment: Moment) -> np.ndarray:
        """The next frame."""
        self._stand(moment.layout)
        if not moment.hands:
            return self._still
        hands = [hand(PEOPLE[each.seat], each.at, each.opened) for each in moment.hands]
        held = [paint for each in moment.hands for paint in _held(each)]
        shade = self._shade(hands, held)
        window = self._hands_window(hands, shade)
        if window is None:
            return self._still
        things = [*(paint for each in hands for paint in each.paints), *held]
        light = self._renderer.over(self._view, self._room, shade, things, window)
        x, y, w, h = window
        picture = self._still.copy()
        picture[y : y + h, x : x + w] = encoded(light, self._exposure)
        return picture

    def _stand(self, layout: Layout) -> None:
        """Draw the still table again where it changed."""
        if layout is self._layout:
            return
        prints, paints = self._stage.drawn(layout)
        if not self._light.size:
            self._light = self._renderer.render(self._view, self._room, prints, paints).copy()
        else:
            for window in merged([self._thing_window(each) for each in differing(layout, self._layout)]):
                x, y, w, h = window
                if min(w, h) > 1:
                    patch = self._renderer.render(self._view, self._room, prints, paints, window)
                    self._light[y : y + h, x : x + w] = patch
        self._layout, self._still = layout, encoded(self._light, self._exposure)
        standing = [paint for unit in layout.units for paint in unit_paints(unit)]
        self._renderer.lay(self._light, standing)

    def _thing_window(self, thing: Unit | Block) -> Window:
        """The window of a thing and its shadow."""
        if isinstance(thing, Block):
            x, y, z = grip_of_token(thing)
            points = np.array([(x + dx, y + dy, z + 4) for dx in (-9, 9) for dy in (-9, 9)])
        else:
            points = np.concatenate([piece_outline(thing, placed) for placed in thing.pieces])
        shadows = [_fallen(points, way[:2] / way[2]) for way in self._lights]
        return self._window(np.concatenate([points, *shadows]))

    def _hands_window(self, hands: Sequence[Hand], shade: np.ndarray) -> Window | None:
        """The window of hands and their shadows; None if they are outside the picture."""
        ends = np.concatenate([_ball(*end) for each in hands for end in _ends(each.bones)])
        dark = tuple(2 * side for side in cv2.boundingRect((shade < 255).astype(np.uint8)))
        found = merged([each for each in (self._window(ends), dark) if min(each[2:]) > 1])
        if len(found) < 2:
            return found[0] if found else None
        return merged([found[0], (0, 0, self._view.width, self._view.height)])[0]

    def _window(self, points: np.ndarray) -> Window:
        return around(self._view, points, PAD_PX)

    def _shade(self, hands: Sequence[Hand], held: Sequence[Paint]) -> np.ndarray:
        """How much light reaches the table under hands, uint8 (h/2,w/2); 255 is unshaded."""
        lamp, size = self._room.lamp_at, self._room.lamp_mm
        ways = [((lamp[0] + dx * size) / lamp[2], (lamp[1] + dy * size) / lamp[2]) for dx, dy in KEYS]
        shapes = [np.concatenate([_ball(a, r), _ball(b, q)]) for each in hands for a, b, r, q in each.bones]
        shapes += [each.mesh.points.reshape(-1, 3)[::5] for each in held]
        lost = np.zeros((self._view.height // 2, self._view.width // 2), np.float32)
        for some, share, soft in ((ways, 1 - SKY_SHARE, 2.0), (SKIES, SKY_SHARE, 5.0)):
            covers = np.zeros(lost.shape, np.float32)
            for way in some:
                cover = np.zeros(lost.shape, np.uint8)
                for shape in shapes:
                    self._fill(cover, _fallen(shape, np.array(way)))
                covers += cover
            lost += cv2.GaussianBlur(covers, (0, 0), soft) * (share / len(some))
        return np.round(255 - 0.92 * lost).astype(np.uint8)

    def _fill(self, cover: np.ndarray, points: np.ndarray) -> None:
        depth = (points @ self._view.rotation.T + self._view.translation)[:, 2]
        if (depth > 60).all():
            seen = np.clip(self._view.project(points) / 2, -2000, 2000).astype(np.float32)
            cv2.fillConvexPoly(cover, cv2.convexHull(seen).round().astype(np.int32), 255)


def _ends(bones: Sequence[Bone]) -> list[tuple[np.ndarray, float]]:
    return [end for a, b, r, q in bones for end in ((a, r), (b, q))]


def _ball(middle: np.ndarray, radius: float) -> np.ndarray:
    """Points around a ball, level with its middle, (10,3)."""
    return np.column_stack([middle[:2] + radius * CIRCLE, np.full(len(CIRCLE), middle[2])])


def _fallen(points: np.ndarray, way: np.ndarray) -> np.ndarray:
    """The shadow of points on the table; ``way`` is the direction to the light per mm of height."""
    return np.column_stack([points[:, :2] - np.maximum(points[:, 2:], 0) * way, np.zeros(len(points))])


def _held(reach: Reach) -> list[Paint]:
    """The things in a hand."""
    things = [] if reach.unit is None else unit_paints(reach.unit, held_lift(reach))
    return things + [bead_paint(token, reach.at) for token in reach.tokens]
