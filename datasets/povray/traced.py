"""Films of the third renderer by name: ``traced-basic-7`` is ``wild-basic-7`` on another table top."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from datasets.opengl import made_up
from datasets.opengl.films import Setting
from datasets.povray.tops import TOPS

TRACED = "traced-"
FPS = 15
"""Frame rate: as low as a webcam's in the evening, because tracing a frame takes seconds."""


def setting_of(name: str) -> Setting:
    """The film of a name, from any renderer; raises ``KeyError`` if there is none."""
    if not name.startswith(TRACED):
        return made_up.setting_of(name)
    return traced(made_up.setting_of(made_up.WILD + name.removeprefix(TRACED)), name)


def traced(setting: Setting, name: str) -> Setting:
    """A film or position by the third renderer, on another table top that the name determines."""
    top = Random(name).choice(tuple(TOPS))
    return replace(setting, top=top, pace=replace(setting.pace, fps=FPS), traced=True)
