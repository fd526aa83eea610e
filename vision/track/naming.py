"""Names tracked units; a name changes only if the summed evidence exceeds a margin."""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.pieces import Colour, Piece, Posture
from vision.track.summing import FLOOR, SIZES, LevelEvidence, Unit, softmax

COLOURS: tuple[Colour, ...] = tuple(Colour)


@dataclass(frozen=True, slots=True)
class Name:
    """``pieces`` from top to bottom, their posture, and how ``sure`` (0 to 1) each piece is."""

    pieces: tuple[Piece, ...]
    posture: Posture
    sure: tuple[float, ...]


def name_of(unit: Unit, confidence: float) -> Name:
    """The likeliest name of a unit summed over all colours; ``confidence`` (0 to 1) that it exists."""
    pieces = tuple(
        Piece(SIZES[int(level.size.argmax())], COLOURS[int(level.colour.argmax())]) for level in unit.levels
    )
    posture = Posture.UPRIGHT if unit.p_upright >= 0.5 else Posture.FLAT
    return Name(pieces, posture, _sureness(unit, pieces, confidence))


def renamed(name: Name, unit: Unit, confidence: float, margin: float, step: float) -> Name:
    """The name after more evidence.

    A colour, a size, the number of levels or the posture changes if another one is likelier by ``margin``
    (natural logarithm); the sureness of an unchanged piece if it is off by more than ``step``.
    """
    new = name_of(unit, confidence)
    posture = new.posture if abs(_logit(unit.p_upright)) > margin else name.posture
    old, now = len(name.pieces), len(new.pieces)
    if old != now:
        deeper = math.log(max(unit.p_levels[now - 1], FLOOR) / max(unit.p_levels[old - 1], FLOOR))
        return (
            Name(new.pieces, posture, new.sure) if deeper > margin else Name(name.pieces, posture, name.sure)
        )
    pieces = tuple(_kept(piece, level, margin) for piece, level in zip(name.pieces, unit.levels, strict=True))
    sure = _sureness(unit, pieces, confidence)
    held = tuple(
        before if piece == known and abs(p - before) <= step else p
        for piece, known, p, before in zip(pieces, name.pieces, sure, name.sure, strict=True)
    )
    return Name(pieces, posture, held)


def _kept(piece: Piece, level: LevelEvidence, margin: float) -> Piece:
    colour, size = COLOURS.index(piece.colour), SIZES.index(piece.size)
    if level.colour.max() - level.colour[colour] > margin:
        colour = int(level.colour.argmax())
    if level.size.max() - level.size[size] > margin:
        size = int(level.size.argmax())
    return Piece(SIZES[size], COLOURS[colour])


def _sureness(unit: Unit, pieces: tuple[Piece, ...], confidence: float) -> tuple[float, ...]:
    return tuple(
        confidence
        * float(softmax(level.colour)[COLOURS.index(piece.colour)])
        * float(softmax(level.size)[SIZES.index(piece.size)])
        for piece, level in zip(pieces, unit.levels, strict=True)
    )


def _logit(p: float) -> float:
    held = min(max(p, FLOOR), 1 - FLOOR)
    return math.log(held / (1 - held))
