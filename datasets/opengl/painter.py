"""Frames of a film by the second renderer: clean pictures, before any camera."""

from __future__ import annotations

import numpy as np

from datasets.opengl.hands import PEOPLE, hand
from datasets.opengl.pace import Moment, Reach, held_lift
from datasets.opengl.renderer import Paint, Renderer, Room, Window
from datasets.opengl.stage import Stage, bead_paint, unit_paints
from datasets.scenes import Layout, View

SHADOW_PX, FEATHER_PX = 46, 10


def encoded(linear: np.ndarray, exposure: float) -> np.ndarray:
    """Clean sRGB uint8 BGR of linear RGB light; the brightest fifth is bent so that little is clipped."""
    light = np.maximum(linear * exposure, 0)
    light = np.where(light > 0.8, 1 - 0.2 * np.exp(-(light - 0.8) / 0.2), light)
    steps = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.round(steps[..., ::-1] * 255).astype(np.uint8)


class Painter:
    """Pictures one moment after another, uint8 BGR (h,w,3); what stays is drawn once."""

    def __init__(self, stage: Stage, view: View, room: Room, exposure: float, passes: int = 12) -> None:
        self._stage, self._view, self._room, self._exposure = stage, view, room, exposure
        self._renderer = Renderer(view.width, view.height, passes)
        self._layout: Layout | None = None
        self._still = np.zeros((view.height, view.width, 3), np.uint8)

    def frame(self, moment: Moment) -> np.ndarray:
        """The next frame."""
        if moment.layout is not self._layout:
            self._still = encoded(self._shot(moment.layout, []), self._exposure)
            self._layout = moment.layout
        picture = self._still
        things = [paint for reach in moment.hands for paint in held(reach)]
        window = self._around(things) if things else None
        if window is None:
            return picture
        shown = encoded(self._shot(moment.layout, things, window), self._exposure)
        return _laid_in(picture, shown, window)

    def _shot(self, layout: Layout, things: list[Paint], window: Window | None = None) -> np.ndarray:
        prints, paints = self._stage.drawn(layout)
        return self._renderer.render(self._view, self._room, prints, [*paints, *things], window)

    def _around(self, things: list[Paint]) -> Window | None:
        """The window of the picture that things and their shadows are in."""
        points = np.concatenate([each.mesh.points.reshape(-1, 3)[::5] for each in things])
        lamp = np.array(self._room.lamp_at, float)
        fallen = points - points[:, 2:] / lamp[2] * lamp
        both = np.concatenate([points, fallen])
        depth = (both @ self._view.rotation.T + self._view.translation)[:, 2]
        both = both[depth > 60]
        if not len(both):
            return None
        seen = self._view.project(both)
        low = np.clip(np.floor(seen.min(0)) - SHADOW_PX, 0, (self._view.width, self._view.height)).astype(int)
        high = np.clip(np.ceil(seen.max(0)) + SHADOW_PX, 0, (self._view.width, self._view.height)).astype(int)
        wide, tall = (high - low).tolist()
        return (int(low[0]), int(low[1]), wide, tall) if min(wide, tall) > 1 else None


def _laid_in(picture: np.ndarray, shown: np.ndarray, window: Window) -> np.ndarray:
    """The picture with another in a window, fading at those of its sides that are not the picture's."""
    x, y, w, h = window
    sides = []
    for start, length, whole in ((y, h, picture.shape[0]), (x, w, picture.shape[1])):
        steps = np.arange(length, dtype=np.float32)
        near = steps / FEATHER_PX if start else np.ones(length, np.float32)
        far = steps[::-1] / FEATHER_PX if start + length < whole else np.ones(length, np.float32)
        sides.append(np.clip(np.minimum(near, far), 0, 1))
    share = (sides[0][:, None] * sides[1][None])[..., None]
    result = picture.copy()
    under = result[y : y + h, x : x + w]
    result[y : y + h, x : x + w] = np.round(shown * share + under * (1 - share)).astype(np.uint8)
    return result


def held(reach: Reach) -> list[Paint]:
    """A hand and what it holds."""
    lift = held_lift(reach)
    things = list(hand(PEOPLE[reach.seat], reach.at, reach.opened))
    if reach.unit is not None:
        things += unit_paints(reach.unit, lift)
    return things + [bead_paint(token, reach.at) for token in reach.tokens]
