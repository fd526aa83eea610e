"""Jointed hands of the second renderer: fingers of round bones that open and close, a forearm, a sleeve.

A hand's own frame: it reaches along +x, its thumb to the left (+y), z up, the pinch at the origin (mm).
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

import numpy as np

from datasets.opengl.meshes import Mesh, capsule, joined
from datasets.opengl.renderer import CLOTH, RGB, SKIN, Paint
from engine.game import Seat

WRIST = (-104.0, 2.0, 74.0)
Chain = tuple[tuple[tuple[float, float, float], ...], tuple[float, ...], tuple[float, float, float]]
CHAINS: tuple[Chain, ...] = (
    (((-42, 17, 62), (-9, 15, 59), (4, 9, 36), (2, 5, 11)), (9.6, 8.6, 7.6, 6.4), (3, -7, 0)),
    (((-42, -2, 64), (-5, -5, 62), (9, -4, 38), (6, -3, 13)), (9.8, 8.8, 7.8, 6.6), (6, -7, 1)),
    (((-46, -19, 60), (-14, -24, 54), (-6, -21, 33), (-14, -18, 19)), (9.2, 8.2, 7.3, 6.2), (5, -3, 1)),
    (((-53, -33, 55), (-29, -40, 47), (-23, -37, 31), (-31, -33, 22)), (8.2, 7.2, 6.4, 5.4), (4, -2, 1)),
    (((-88, 22, 64), (-52, 36, 47), (-22, 27, 29), (-5, 9, 11)), (14.0, 11.5, 9.4, 7.6), (-2, 11, 0)),
)
"""Fingers from knuckle to tip, and the thumb: joints, radii, and the tip's motion when the hand opens."""
FOREARM_MM, CUFF_MM = 430.0, 105.0


@dataclass(frozen=True)
class Person:
    """The owner of a hand: the elbow's place (mm), skin, sleeve (linear RGB), and left or right."""

    elbow: tuple[float, float, float]
    skin: RGB
    sleeve: RGB
    left: bool = False


PEOPLE = {
    Seat.NEAR: Person((95.0, -560.0, 165.0), (0.56, 0.33, 0.235), (0.16, 0.2, 0.17)),
    Seat.FAR: Person((-80.0, 760.0, 185.0), (0.30, 0.165, 0.105), (0.42, 0.40, 0.36), left=True),
}


Bone = tuple[np.ndarray, np.ndarray, float, float]
"""The two ends of a bone (mm) and its radii there."""


@dataclass(frozen=True, eq=False)
class Hand:
    """A hand over the table: what is drawn of it, and its bones, which cast its shadow."""

    paints: tuple[Paint, ...]
    bones: tuple[Bone, ...]


def _skin(bone: Bone) -> Mesh:
    a, b, first_mm, last_mm = bone
    way = b - a
    length = float(np.linalg.norm(way))
    x = way / length
    side = np.cross([0.1, 0.2, 1.0], x)
    side /= np.linalg.norm(side)
    return capsule(first_mm, last_mm, round(length)).moved(np.stack([x, side, np.cross(x, side)], 1), a)


@functools.lru_cache(maxsize=32)
def _palm(opened: float) -> tuple[Mesh, tuple[Bone, ...]]:
    """The fingers and the palm, in the hand's own frame."""
    bones, knuckles = list[Bone](), list[np.ndarray]()
    for joints, radii, shift in CHAINS:
        places = [np.array(joint, float) for joint in joints]
        for k, share in ((1, 0.15), (2, 0.6), (3, 1.0)):
            places[k] = places[k] + opened * share * np.array(shift)
        bones += zip(places[:-1], places[1:], radii[:-1], radii[1:], strict=True)
        knuckles.append(places[0])
    wrist = np.array(WRIST)
    for n, knuckle in enumerate(knuckles[:4]):
        bones.append((wrist + [0, 13 - 9.5 * n, 0], knuckle, 17.5, 11.0))
        if n:
            before = knuckles[n - 1]
            bones.append((before - [8, 0, 3], knuckle - [8, 0, 3], 10.5, 10.5))
            bones.append((before * 0.6 + wrist * 0.4, knuckle * 0.6 + wrist * 0.4, 14.0, 14.0))
    bones.append((wrist + [-4, 10, 0], knuckles[4], 18.0, 14.0))
    bones.append((knuckles[4] + [20, 4, -6], knuckles[0] - [14, 0, 8], 11.0, 11.0))
    return joined(*map(_skin, bones)), tuple(bones)


def hand(person: Person, at: tuple[float, float, float], opened: float) -> Hand:
    """A hand with forearm and sleeve whose pinch is at a place on the table (mm), ``opened`` 0 to 1."""
    elbow, pinch = np.array(person.elbow), np.array(at, float)
    turn = math.atan2(*(pinch - elbow)[1::-1])
    c, s = math.cos(turn), math.sin(turn)
    mirror = -1.0 if person.left else 1.0
    frame = np.array([[c, -s * mirror, 0], [s, c * mirror, 0], [0, 0, 1]])
    palm, inner = _palm(round(opened * 10) / 10)
    wrist = pinch + frame @ np.array(WRIST)
    back = (elbow - wrist) / np.linalg.norm(elbow - wrist)
    forearm = wrist + 4 * back, wrist + FOREARM_MM * back, 23.0, 40.0
    sleeve = wrist + (CUFF_MM + 14) * back, wrist + 700 * back, 36.0, 50.0
    cuff = wrist + CUFF_MM * back, wrist + (CUFF_MM + 16) * back, 38.0, 38.5
    moved = tuple((frame @ a + pinch, frame @ b + pinch, r, q) for a, b, r, q in inner)
    return Hand(
        (
            Paint(joined(palm.moved(frame, pinch), _skin(forearm)), person.skin, SKIN),
            Paint(joined(_skin(sleeve), _skin(cuff)), person.sleeve, CLOTH),
        ),
        (*moved, forearm, sleeve),
    )
