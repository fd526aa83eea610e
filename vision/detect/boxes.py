"""Boxes in the picture, ``(x0, y0, x1, y1)`` px."""

from __future__ import annotations

from collections.abc import Sequence

from vision.observation import Box


def area(box: Box) -> float:
    """Area in px²; 0 for an inverted box."""
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])


def shared_area(a: Box, b: Box) -> float:
    """Area in px² that two boxes share."""
    return area((max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])))


def joined(boxes: Sequence[Sequence[float]]) -> Box:
    """The smallest box that contains all of ``boxes`` (at least one)."""
    left, top = (min(box[k] for box in boxes) for k in (0, 1))
    right, bottom = (max(box[k] for box in boxes) for k in (2, 3))
    return left, top, right, bottom


def overlaps(a: Box, b: Box) -> bool:
    """Whether two boxes share any area."""
    return shared_area(a, b) > 0


def overlap(one: Box, other: Box) -> float:
    """Intersection over union of two boxes, 0 to 1."""
    both = shared_area(one, other)
    return both / (area(one) + area(other) - both) if both > 0 else 0.0
