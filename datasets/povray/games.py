"""Positions of random games by the third renderer: for evaluation, never for training."""

from __future__ import annotations

import numpy as np

from datasets.opengl.films import Setting
from datasets.opengl.games import Games
from datasets.opengl.made_up import WILD
from datasets.opengl.pace import Moment
from datasets.povray.traced import traced
from datasets.povray.tracer import Tracer
from datasets.scene.scenes import Layout


class TracedGames(Games):
    """Traces numbered positions; create one per process."""

    def __init__(self) -> None:
        """Create nothing before the first picture."""

    def _setting(self, name: str, seed: int) -> Setting:
        wild = super()._setting(WILD + name.removeprefix(WILD), seed)
        return traced(wild, f"{name} {seed}")

    def _paper(self, setting: Setting) -> np.ndarray:
        return Tracer(setting).paper()

    def _drawn(self, setting: Setting, layout: Layout) -> np.ndarray:
        return Tracer(setting).frame(Moment(layout))
