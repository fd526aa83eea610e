"""Where things are: zones of the table, and the spots that the session believes in.

Zones, decided at set-up (table frame, mm): a seat's *inventory* reaches from its edge of the table to its
inner-most piece and ``ROW_MARGIN_MM`` (at most a quarter of the way) further in; the rest up to the
midline is its *row*; the *stack* has the ``STACK_REACH_MM`` around the initiative stack, wherever that
was last seen. Borders are soft: a few millimetres either way only weigh.
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
"""How soft the borders of zones are: logistic scale."""


class Zone(StrEnum):
    """What a spot is part of."""

    INVENTORY = "inventory"
    ROW = "row"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Spot:
    """A piece or stack where the session believes it to be.

    ``pieces`` run from top to bottom (empty for a thing that is none of the game's); ``seen`` is how it
    looked when it was accepted (log ratios of colours and sizes at the top level, levels read, upright),
    so that only a real change counts as one; ``p_upright`` and ``heading_deg`` (of a lying piece) are how it
    lay when it was looked at last, ``None`` where that isn't known; ``lost`` means it went missing
    unexplained and people were told.
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
    """What the game's drawing calls where it is, if that is known."""

    def to_json(self) -> dict[str, Any]:
        """The spot as JSON, without how it looked."""
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
        """The spot that ``to_json`` wrote."""
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
    """Log probability of being on the positive side of a border that is ``distance_mm`` away."""
    scaled = max(-40.0, min(40.0, distance_mm / SOFT_MM))
    return -math.log1p(math.exp(-scaled))


@dataclass(frozen=True)
class Zones:
    """The borders: rows end at ``limits[seat]`` mm from the midline, where that seat's inventory begins."""

    limits: Mapping[Seat, float]

    @classmethod
    def around(cls, depths: Mapping[Seat, list[float]]) -> Zones:
        """Zones for inventories whose pieces lie ``depths`` mm (positive) from the midline."""
        inner = {seat: min(values) for seat, values in depths.items()}
        return cls(MappingProxyType({s: d - min(ROW_MARGIN_MM, d / 4) for s, d in inner.items()}))

    def log_row(self, seat: Seat, y_mm: float) -> float:
        """Log probability that a thing at ``y_mm`` is in the row of ``seat``."""
        depth = -y_mm if seat is Seat.NEAR else y_mm
        return _soft(depth) + _soft(self.limits[seat] - depth)

    def log_inventory(self, seat: Seat, y_mm: float) -> float:
        """Log probability that a thing at ``y_mm`` is in the inventory of ``seat``."""
        depth = -y_mm if seat is Seat.NEAR else y_mm
        return _soft(depth - self.limits[seat])

    def log_in(self, zone: Zone, seat: Seat | None, y_mm: float) -> float:
        """Log probability of a zone; anywhere will do for ``OTHER``."""
        if seat is None or zone is Zone.OTHER:
            return 0.0
        return self.log_row(seat, y_mm) if zone is Zone.ROW else self.log_inventory(seat, y_mm)


@dataclass(frozen=True)
class Layout:
    """All spots, the zones and where the initiative stack stands (table frame, mm)."""

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
        """The layout less some spots."""
        return replace(self, spots=tuple(spot for spot in self.spots if spot.id not in ids))

    def adding(self, *spots: Spot) -> Layout:
        """The layout with more spots, which get new ids."""
        numbered = tuple(replace(spot, id=self.next_id + i) for i, spot in enumerate(spots))
        return replace(self, spots=(*self.spots, *numbered), next_id=self.next_id + len(spots))

    def changing(self, spot: Spot) -> Layout:
        """The layout with one spot replaced by its id."""
        return replace(self, spots=tuple(spot if old.id == spot.id else old for old in self.spots))

    def to_json(self) -> dict[str, Any]:
        """JSON from which ``from_json`` makes the layout again."""
        return {
            "limits": {seat.value: limit for seat, limit in self.zones.limits.items()},
            "stack_xy": list(self.stack_xy),
            "spots": [spot.to_json() for spot in self.spots],
            "next_id": self.next_id,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Layout:
        """The layout that ``to_json`` wrote; how spots looked is forgotten."""
        limits = {Seat(seat): float(limit) for seat, limit in data["limits"].items()}
        return cls(
            Zones(MappingProxyType(limits)),
            tuple(Spot.from_json(spot) for spot in data["spots"]),
            (float(data["stack_xy"][0]), float(data["stack_xy"][1])),
            data["next_id"],
        )


def across_deg(seat: Seat) -> float:
    """The heading of a piece that ``seat`` points at its opponent."""
    return 90.0 if seat is Seat.NEAR else 270.0


def contents(play: Play) -> tuple[Piece, ...]:
    """What a play puts on the table, top to bottom."""
    return play.pieces
