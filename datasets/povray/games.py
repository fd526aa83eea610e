"""Games as people play them, by the third renderer: to judge by, and never to train on."""

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
    """Traces numbered positions; one for each process."""

    def __init__(self) -> None:
        """Nothing is made before the first picture."""

    def _setting(self, name: str, seed: int) -> Setting:
        wild = super()._setting(WILD + name.removeprefix(WILD), seed)
        return traced(wild, f"{name} {seed}")

    def _paper(self, setting: Setting) -> np.ndarray:
        return Tracer(setting).paper()

    def _drawn(self, setting: Setting, layout: Layout) -> np.ndarray:
        return Tracer(setting).frame(Moment(layout))
