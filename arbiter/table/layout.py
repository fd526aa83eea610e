"""Where things are: the zones of the table, and the spots in which the session believes.

Zones are fixed at set-up (table frame, mm). A seat's *inventory* reaches from its edge of the table to its
innermost piece and ``ROW_MARGIN_MM`` (at most a quarter of the way) farther in; the rest up to the midline is
its *row*. The *stack* has ``STACK_REACH_MM`` around the initiative stack, wherever that was last seen.
Borders are soft: within a few millimetres they only shift the odds.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from engine.game import Seat, plain
from engine.initiative.model import Play, piece_from_json
from engine.pieces import Piece
from vision.observation import Box

ROW_MARGIN_MM = 25.0
STACK_REACH_MM = 75.0
SOFT_MM = 6.0
"""Logistic scale of the zones' soft borders."""


class Zone(StrEnum):
    """The zone to which a spot belongs."""

    INVENTORY = "inventory"
    ROW = "row"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Spot:
    """The believed place of a piece or stack.

    ``pieces`` run from top to bottom (empty for a thing that is not the game's); ``seen`` is its look when it
    was accepted (`appearance.appearance`), so that only a real change counts as one; ``p_upright`` and
    ``heading_deg`` (of a lying piece) are its last known posture, ``None`` if unknown; ``lost``: it went
    missing unexplained, and people were told.
    """

    id: int
    zone: Zone
    seat: Seat | None
    x_mm: float
    y_mm: float
    pieces: tuple[Piece, ...]
    bbox_px: Box
    call: bool = False
    ply: int | None = None
    seen: tuple[Any, ...] = ()
    lost: bool = False
    p_upright: float | None = None
    heading_deg: float | None = None
    place: str = ""
    """Its name on the game's drawing, if known."""

    def to_json(self) -> dict[str, Any]:
        """The spot as JSON, without its look."""
        return {
            "id": self.id,
            "zone": self.zone.value,
            "seat": self.seat and self.seat.value,
            "x_mm": round(self.x_mm, 1),
            "y_mm": round(self.y_mm, 1),
            "pieces": plain(self.pieces),
            "bbox_px": [round(v, 1) for v in self.bbox_px],
            "call": self.call,
            "ply": self.ply,
            "lost": self.lost,
            "p_upright": None if self.p_upright is None else round(self.p_upright, 3),
            "heading_deg": None if self.heading_deg is None else round(self.heading_deg, 1),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Spot:
        """The spot written by ``to_json``."""
        return cls(
            data["id"],
            Zone(data["zone"]),
            None if data["seat"] is None else Seat(data["seat"]),
            data["x_mm"],
            data["y_mm"],
            tuple(piece_from_json(piece) for piece in data["pieces"]),
            tuple(data["bbox_px"]),
            data["call"],
            data["ply"],
            lost=data["lost"],
            p_upright=data.get("p_upright"),
            heading_deg=data.get("heading_deg"),
        )


def _soft(distance_mm: float) -> float:
    """Log probability of being on the positive side of a border at a distance of ``distance_mm``."""
    scaled = max(-40.0, min(40.0, distance_mm / SOFT_MM))
    return -math.log1p(math.exp(-scaled))


@dataclass(frozen=True)
class Zones:
    """The zones' borders: rows end, and inventories begin, ``limits[seat]`` mm from the midline."""

    limits: Mapping[Seat, float]

    @classmethod
    def around(cls, depths: Mapping[Seat, list[float]]) -> Zones:
        """Zones for inventories whose pieces lie ``depths`` mm (positive) from the midline."""
        inner = {seat: min(values) for seat, values in depths.items()}
        return cls(MappingProxyType({s: d - min(ROW_MARGIN_MM, d / 4) for s, d in inner.items()}))

    def log_row(self, seat: Seat, y_mm: float) -> float:
        """Log probability that something at ``y_mm`` is in the row of ``seat``."""
        depth = -y_mm if seat is Seat.NEAR else y_mm
        return _soft(depth) + _soft(self.limits[seat] - depth)

    def log_inventory(self, seat: Seat, y_mm: float) -> float:
        """Log probability that something at ``y_mm`` is in the inventory of ``seat``."""
        depth = -y_mm if seat is Seat.NEAR else y_mm
        return _soft(depth - self.limits[seat])

    def log_in(self, zone: Zone, seat: Seat | None, y_mm: float) -> float:
        """Log probability that something is in a zone; 0 for ``OTHER``, which is anywhere."""
        if seat is None or zone is Zone.OTHER:
            return 0.0
        return self.log_row(seat, y_mm) if zone is Zone.ROW else self.log_inventory(seat, y_mm)


@dataclass(frozen=True)
class Layout:
    """All spots, the zones, and the place of the initiative stack (table frame, mm)."""

    zones: Zones
    spots: tuple[Spot, ...]
    stack_xy: tuple[float, float]
    next_id: int = 1

    def row_spot(self, ply: int) -> Spot | None:
        """The spot of the play with this ply number."""
        return next((spot for spot in self.spots if spot.ply == ply), None)

    def near_stack(self, x_mm: float, y_mm: float) -> bool:
        """Whether a place is in the stack's zone."""
        return math.hypot(x_mm - self.stack_xy[0], y_mm - self.stack_xy[1]) <= STACK_REACH_MM

    def without(self, ids: frozenset[int]) -> Layout:
        """The layout without some spots."""
        return replace(self, spots=tuple(spot for spot in self.spots if spot.id not in ids))

    def adding(self, *spots: Spot) -> Layout:
        """The layout with more spots, which get new ids."""
        numbered = tuple(replace(spot, id=self.next_id + i) for i, spot in enumerate(spots))
        return replace(self, spots=(*self.spots, *numbered), next_id=self.next_id + len(spots))

    def changing(self, spot: Spot) -> Layout:
        """The layout with the spot of the same id replaced."""
        return replace(self, spots=tuple(spot if old.id == spot.id else old for old in self.spots))

    def to_json(self) -> dict[str, Any]:
        """The layout as JSON."""
        return {
            "limits": {seat.value: limit for seat, limit in self.zones.limits.items()},
            "stack_xy": list(self.stack_xy),
            "spots": [spot.to_json() for spot in self.spots],
            "next_id": self.next_id,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Layout:
        """The layout written by ``to_json``; the spots' looks are lost."""
        limits = {Seat(seat): float(limit) for seat, limit in data["limits"].items()}
        return cls(
            Zones(MappingProxyType(limits)),
            tuple(Spot.from_json(spot) for spot in data["spots"]),
            (float(data["stack_xy"][0]), float(data["stack_xy"][1])),
            data["next_id"],
        )


def across_deg(seat: Seat) -> float:
    """The heading of a piece that points from ``seat`` at its opponent."""
    return 90.0 if seat is Seat.NEAR else 270.0


def contents(play: Play) -> tuple[Piece, ...]:
    """What a play puts on the table, top to bottom."""
    return play.pieces
