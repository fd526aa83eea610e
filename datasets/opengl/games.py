"""Labelled positions of random games, drawn by the second renderer.

Tables, light, props and cameras are those of the random films, seen from 30 to 60 degrees. No hand is over
the table, because the arbiter reads only resting tables.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count, repeat

import numpy as np

from datasets.cameras.bank import CAMERAS
from datasets.cameras.camera import CameraModel
from datasets.opengl.films import Setting, played
from datasets.opengl.made_up import GAMES, WILD, setting_of
from datasets.opengl.painter import EXPOSURE, encoded
from datasets.opengl.renderer import Renderer
from datasets.opengl.stage import Stage
from datasets.opengl.still import white_paper
from datasets.picture.labels import label
from datasets.scene.scenes import Block, Layout, Unit, View
from engine.pieces import Colour

PASSES = 6
SIZE = 1280, 720
"""Size of a film frame, px."""
ELEVATIONS = 30.0, 60.0
"""Minimum and maximum elevation of the cameras, degrees."""
NUMBERS = 1_000_000
"""First seed of the games; films use other seeds."""
FPS, SETTLED = 30.0, 12
"""Frames per second, and how many frames a camera's exposure and noise reduction need to settle."""
PATCH_PX = 40
"""Side of the white paper from which the picture's white is measured."""


@dataclass(frozen=True)
class Position:
    """A position of a game, as a label contains it."""

    kind: str
    units: tuple[Unit, ...]
    blocks: tuple[Block, ...]
    opaque: frozenset[Colour] = frozenset()


class Games:
    """Draws numbered positions; create one per process."""

    def __init__(self) -> None:
        self._renderer = Renderer(*SIZE, PASSES)

    def picture(self, seed: int, game: str | None = None) -> tuple[np.ndarray, dict[str, object]]:
        """A picture (720,1280,3) uint8 BGR of a position and its label; both depend on the arguments only.

        Consecutive seeds alternate between games, and between tables like the films' and any tables.
        """
        rng, names = np.random.default_rng(seed), tuple(GAMES)
        name = game or names[seed % len(names)]
        setting = self._setting((WILD, "")[seed // len(names) % 2] + name, seed)
        filmed, visits = played(setting)
        layouts = (filmed.acted.opening, *(visit.after for visit in visits))
        layout = layouts[int(rng.integers(len(layouts)))]
        model = CAMERAS[str(rng.choice(sorted(CAMERAS)))]
        clean = self._drawn(setting, layout)
        shown = _through_camera(model, clean, setting.view, seed)
        white = _through_camera(model, _with_paper(self._paper(setting), clean), setting.view, seed)
        inside = white[8 : PATCH_PX - 8, 8 : PATCH_PX - 8].reshape(-1, 3)
        view, position = _distorted(setting.view, model), Position(name, layout.units, layout.blocks)
        return shown, label(position, view, np.median(inside, axis=0), f"{seed:06d}.jpg")

    def _setting(self, name: str, seed: int) -> Setting:
        """A random game seen from within ``ELEVATIONS``."""
        settings = (setting_of(f"{name}-{seed + again * NUMBERS}") for again in count(1))
        low, high = ELEVATIONS
        return next(setting for setting in settings if low <= setting.elevation <= high)

    def _paper(self, setting: Setting) -> np.ndarray:
        """White paper in the light of the setting, (3,) uint8 BGR."""
        return encoded(white_paper(setting.room)[None, None].astype(np.float32), EXPOSURE)[0, 0]

    def _drawn(self, setting: Setting, layout: Layout) -> np.ndarray:
        stage = Stage(setting.top, setting.seed, setting.layout_markers, setting.props)
        light = self._renderer.render(setting.view, setting.room, *stage.drawn(layout))
        shown = encoded(light, EXPOSURE)
        self._renderer.forget()
        return shown


def _with_paper(paper: np.ndarray, clean: np.ndarray) -> np.ndarray:
    """The picture with white paper in a corner, so that the camera processes the paper like the rest."""
    shown = clean.copy()
    shown[:PATCH_PX, :PATCH_PX] = paper
    return shown


def _through_camera(model: CameraModel, clean: np.ndarray, view: View, seed: int) -> np.ndarray:
    """The picture through a camera that has settled."""
    *_, last = model.film(repeat(clean, SETTLED), FPS, view.matrix, seed)
    return last


def _distorted(view: View, model: CameraModel) -> View:
    """The view with the camera's lens distortion."""
    if not model.lens.distortion.any():
        return view
    matrix = model.lens.matrix(view.matrix, view.width, view.height)
    return replace(view, matrix=matrix, distortion=tuple(model.lens.distortion.tolist()))
