"""Random films: other rounds on other tables, in other light, from other cameras.

Names are a game with a seed: ``basic-7``, ``advanced-7``, ``nickel-7``, ``logistics-7``, ``sanctum-7``.
``wild-basic-7`` acts another game on any cloth, seen from any side and height, at any pace;
``trees-7`` and ``wild-trees-7`` are Logistics with stocks piled up as trees. In ``restless-basic-7`` and
``restless-wild-basic-7`` hands also come for nothing.
"""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

import numpy as np

from datasets.opengl.cloths import CLOTHS
from datasets.opengl.films import (
    FILMS,
    Setting,
    any_logistics,
    any_nickel,
    battle,
    beside,
    line_of_logistics,
    line_of_nickel,
    played,
    round_of,
)
from datasets.opengl.pace import Pace
from datasets.opengl.stage import Prop
from datasets.scene.scenes import Layout, View
from engine.initiative.model import Rules

TOPS = ("planks", "felt", "linen", "slate", "plain", "walnut")
PROPS = ("mug", "phone", "dice", "keys")
MARKED = 0.4
"""Share of films with printed markers on the table."""
BESIDE = "-beside"
"""Suffix for the name of the same film by a second camera."""
GAMES = {
    "basic": lambda seed: round_of(seed, Rules.basic()),
    "advanced": lambda seed: round_of(seed, Rules.advanced()),
    "nickel": line_of_nickel,
    "logistics": lambda seed: line_of_logistics(),
    "trees": lambda seed: any_logistics(seed, piled=True),
    "sanctum": battle,
}
TIDY = "logistics", "trees"
"""Games with pyramids close together."""
OTHERS = {"nickel": any_nickel, "logistics": any_logistics}
"""Games that are random here, where the other films always act the same one."""
WILD, RESTLESS, RIM_PX = "wild-", "restless-", 25.0


def setting_of(name: str) -> Setting:
    """The film of a name, one of ``FILMS`` or a random one; raises ``KeyError`` for an unknown name."""
    if name.endswith(BESIDE):
        return beside(setting_of(name.removesuffix(BESIDE)))
    if name.startswith(RESTLESS):
        return replace(setting_of(name.removeprefix(RESTLESS)), restless=True)
    if name in FILMS:
        return FILMS[name]
    game, _, number = name.removeprefix(WILD).rpartition("-")
    if game not in GAMES or not number.isdecimal():
        raise KeyError(f"there is no film {name}; films are {', '.join(FILMS)} and {'-1, '.join(GAMES)}-1")
    return (_wild if name.startswith(WILD) else _made_up)(game, int(number))


def _made_up(game: str, seed: int) -> Setting:
    dice = Random(f"{game} {seed}")
    near = 60 if game == "sanctum" else 0
    return Setting(
        lambda: GAMES[game](seed),
        dice.choice(TOPS),
        seed,
        azimuth=dice.uniform(-108, -72),
        elevation=dice.uniform(36, 64),
        distance=dice.uniform(640, 760) - near,
        focal_px=dice.uniform(940, 1040),
        turn_deg=dice.uniform(-4, 4),
        untidy_mm=1.0 if game in TIDY else dice.uniform(1, 4),
        warm=dice.uniform(-0.5, 1.0),
        markers=game == "sanctum" or dice.random() < MARKED,
        props=tuple(_prop(dice) for _ in range(dice.randint(0, 3))),
    )


def _wild(game: str, seed: int) -> Setting:
    dice = Random(f"wild {game} {seed}")
    rest = dice.uniform(0.6, 1.6)
    setting = Setting(
        lambda: OTHERS.get(game, GAMES[game])(seed),
        dice.choice((*TOPS, *CLOTHS)),
        seed,
        azimuth=dice.uniform(-140, -40),
        elevation=dice.uniform(32, 75),
        distance=500.0,
        focal_px=dice.uniform(850, 1150),
        turn_deg=dice.uniform(-8, 8),
        untidy_mm=1.0 if game in TIDY else dice.uniform(1, 5),
        warm=dice.uniform(-0.8, 1.6),
        markers=game == "sanctum" or dice.random() < MARKED / 2,
        props=tuple(_prop(dice) for _ in range(dice.randint(0, 4))),
        pace=Pace(reach_s=dice.uniform(0.2, 0.4), carry_s=dice.uniform(0.25, 0.5), rest_s=rest),
    )
    opening = played(setting)[0].acted.opening
    while not _in_view(opening, setting.view):
        setting = replace(setting, distance=setting.distance + 20.0)
    return setting


def _in_view(opening: Layout, view: View) -> bool:
    """Whether the opening is in the picture, with room for what is added during play."""
    places = [(unit.x_mm, unit.y_mm, z) for unit in opening.units for z in (0.0, 50.0)]
    for sheet in opening.sheets:
        half = math.hypot(sheet.width_mm, sheet.height_mm) / 2
        places += [(sheet.x_mm + dx, sheet.y_mm + dy, 0.0) for dx in (-half, half) for dy in (-half, half)]
    seen = (view.rotation @ np.array(places).T).T + view.translation
    pixels = (view.matrix @ seen.T).T
    pixels = pixels[:, :2] / pixels[:, 2:]
    low, high = pixels.min(0), pixels.max(0)
    return bool((low > RIM_PX).all() and (high < np.array([view.width, view.height]) - RIM_PX).all())


def _prop(dice: Random) -> Prop:
    """A thing beside the game, to the left or to the right."""
    side = dice.choice((-1, 1))
    return Prop(
        dice.choice(PROPS), side * dice.uniform(300, 340), dice.uniform(-90, 180), dice.uniform(0, 360)
    )
