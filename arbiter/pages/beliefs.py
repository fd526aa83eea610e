"""The arbiter's belief about the table, as marks on the camera's picture.

A mark is an outline, in fractions of the picture's width and height, with the names of the pieces there. If a
standing pyramid's orientation about its axis is unknown, its outline is that of a cone around it, which fits
every orientation.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from arbiter.table.frames import Snapshot
from arbiter.table.layout import Spot, Zone
from arbiter.table.setup.by_hand import Thing
from arbiter.telling.found import telling_of
from calibration.camera import Camera
from engine.message import Tell
from engine.pieces import BASE_MM, HEIGHT_MM, Piece, Size, lifts_mm
from vision.fit.solids import FARTHEST_PX, placed
from vision.track.tracks import Tracks

LIES = 0.5
"""A piece with a lower probability of standing is drawn as lying."""
TOKEN_MM = 11.0
"""Radius of the ring around a token that is not a pyramid."""
AROUND, SIDES = 0.62, 12
"""The cone's radius as a fraction of the base's side, and the number of corners of its polygon."""
SCREEN = 4
"""Decimals of a fraction of the picture: a tenth of a pixel."""
Label = Callable[[Piece], str]
Corners = NDArray[np.float64]
Turns = tuple[float | None, ...]
"""Orientations of pieces about their axes, top to bottom, 0 to 90 degrees; ``None`` if unknown."""


def marks(
    snapshot: Snapshot, tracks: Tracks, camera: Camera, label: Label, tell: Tell = str
) -> list[dict[str, Any]]:
    """The marks of everything on the table, each with its ``place`` in the drawing; during the set-up, of
    everything that was read. Orientations come from the ``tracks``; pieces called by the names of their
    places are labelled with these.

    ``tone`` is ``illegal`` for pieces of an illegal move that waits, ``last`` for those of the last move,
    ``ask`` for uncertain ones at set-up, or else empty.
    """
    telling, of_game = telling_of(snapshot.game), dict[str, Any]()
    if snapshot.set_up is not None:
        shown = [(_of_thing(thing), "" if thing.sure else "ask") for thing in _read(snapshot)]
    else:
        newest, tone = snapshot.last_ply, "last" if snapshot.waiting is None else "illegal"
        state = snapshot.state
        of_game = {} if state is None else dict(telling.holdings(state))
        held = [spot for spot in snapshot.spots if (spot.pieces or of_game.get(spot.place)) and not spot.lost]
        shown = [(spot, tone if newest and spot.ply == newest else "") for spot in held]
    found = [_mark(spot, _turns(spot, tracks), camera, label, tone) for spot, tone in shown]
    made = [mark for mark in found if mark is not None]
    named = {place: called for place in of_game if (called := telling.called_at(place)) is not None}
    return [
        {**mark, "words": [tell(named[mark["place"]])]} if mark["place"] in named else mark for mark in made
    ]


def _turns(spot: Spot, tracks: Tracks) -> Turns:
    """The orientations of a spot's pieces, top to bottom; all ``None`` if no track matches."""
    at = next((track for track in tracks.present if track.near(spot.x_mm, spot.y_mm)), None)
    sizes = [piece.size for piece in spot.pieces]
    if at is None or [piece.size for piece in at.name.pieces] != sizes:
        return (None,) * len(sizes)
    return at.turns_deg


def _read(snapshot: Snapshot) -> Sequence[Thing]:
    assert snapshot.set_up is not None
    return [thing for thing in snapshot.set_up.things if thing.pieces]


def _of_thing(thing: Thing) -> Spot:
    x, y = thing.place
    lies = thing.heading_deg is not None
    return Spot(
        0,
        Zone.OTHER,
        None,
        x,
        y,
        thing.pieces,
        thing.box_px,
        p_upright=float(not lies),
        heading_deg=thing.heading_deg,
    )


def _mark(spot: Spot, turns: Turns, camera: Camera, label: Label, tone: str) -> dict[str, Any] | None:
    """One mark; ``None`` if it can't be drawn."""
    corners = camera.project(_outline(spot, turns, camera))
    if not np.isfinite(corners).all() or np.abs(corners).max() > FARTHEST_PX:
        return None
    hull = cv2.convexHull(corners.astype(np.float32))[:, 0]
    parts = hull / (camera.width, camera.height)
    words = [label(piece) for piece in spot.pieces]
    at = np.round(parts, SCREEN).ravel().tolist()
    return {"at": at, "words": words, "tone": tone, "place": spot.place}


def _outline(spot: Spot, turns: Turns, camera: Camera) -> Corners:
    """Points (N, 3) in the table frame, mm, whose convex hull in the picture outlines the pieces."""
    if not spot.pieces:
        ways = [2 * math.pi * k / SIDES for k in range(SIDES)]
        ring = [(TOKEN_MM * math.cos(a), TOKEN_MM * math.sin(a), 0.0) for a in ways]
        return np.array(ring) + (spot.x_mm, spot.y_mm, 0.0)
    lies = spot.heading_deg is not None and spot.p_upright is not None and spot.p_upright < LIES
    sizes = tuple(piece.size for piece in reversed(spot.pieces))
    if lies:
        return np.concatenate(placed(sizes, spot.x_mm, spot.y_mm, spot.heading_deg, camera))
    upwards = tuple(reversed(turns))
    solids = placed(sizes, spot.x_mm, spot.y_mm, None, camera, upwards)
    cones = (_cone(*each) + (spot.x_mm, spot.y_mm, 0.0) for each in zip(sizes, lifts_mm(sizes), strict=True))
    parts = zip(upwards, solids, cones, strict=True)
    return np.concatenate([cone if turn is None else solid for turn, solid, cone in parts])


def _cone(size: Size, lift_mm: float) -> Corners:
    """Points (N, 3), mm, of a cone around a standing pyramid at the origin."""
    radius, ways = BASE_MM[size] * AROUND, [2 * math.pi * k / SIDES for k in range(SIDES)]
    around = [(radius * math.cos(a), radius * math.sin(a), lift_mm) for a in ways]
    return np.array([*around, (0.0, 0.0, lift_mm + HEIGHT_MM[size])])
