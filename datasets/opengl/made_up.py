"""Films made up from a number: other rounds on other tables, in other light, seen from elsewhere.

A name is a game's with a number: ``basic-7``, ``advanced-7``, ``nickel-7``, ``logistics-7``, ``sanctum-7``.
"""

from __future__ import annotations

from random import Random

from datasets.opengl.films import FILMS, Setting, battle, beside, line_of_logistics, line_of_nickel, round_of
from datasets.opengl.stage import Prop
from engine.initiative.model import Rules

TOPS = ("planks", "felt", "linen", "slate", "plain", "walnut")
PROPS = ("mug", "phone", "dice", "keys")
MARKED = 0.4
"""The share of films whose table has the printed markers."""
BESIDE = "-beside"
"""What follows a film's name for the same film by a second camera."""
GAMES = {
    "basic": lambda seed: round_of(seed, Rules.basic()),
    "advanced": lambda seed: round_of(seed, Rules.advanced()),
    "nickel": line_of_nickel,
    "logistics": lambda seed: line_of_logistics(),
    "sanctum": battle,
}


def setting_of(name: str) -> Setting:
    """The film of a name, one of ``FILMS`` or made up; raises ``KeyError`` for any other."""
    if name.endswith(BESIDE):
        return beside(setting_of(name.removesuffix(BESIDE)))
    if name in FILMS:
        return FILMS[name]
    game, _, number = name.rpartition("-")
    if game not in GAMES or not number.isdecimal():
        raise KeyError(f"there is no film {name}; films are {', '.join(FILMS)} and {'-1, '.join(GAMES)}-1")
    return _made_up(game, int(number))


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
        untidy_mm=1.0 if game == "logistics" else dice.uniform(1, 4),
        warm=dice.uniform(-0.5, 1.0),
        markers=game == "sanctum" or dice.random() < MARKED,
        props=tuple(_prop(dice) for _ in range(dice.randint(0, 3))),
    )


def _prop(dice: Random) -> Prop:
    """A thing beside the game, to the left or to the right."""
    side = dice.choice((-1, 1))
    return Prop(
        dice.choice(PROPS), side * dice.uniform(300, 340), dice.uniform(-90, 180), dice.uniform(0, 360)
    )
