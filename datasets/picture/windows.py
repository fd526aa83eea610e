"""Windows of a picture to be drawn again: rectangles ``(left, top, width, height)`` in px."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from datasets.scene.scenes import Block, Layout, Unit, View

Window = tuple[int, int, int, int]


def differing(now: Layout, before: Layout) -> list[Unit | Block]:
    """The pyramids and tokens that are in only one of the two tables."""
    units = [each for each in now.units if each not in before.units]
    units += [each for each in before.units if each not in now.units]
    known, left = {id(each) for each in now.blocks}, {id(each) for each in before.blocks}
    tokens = [each for each in (*now.blocks, *before.blocks) if (id(each) in known) != (id(each) in left)]
    return [*units, *tokens]


def around(view: View, points: np.ndarray, pad_px: int) -> Window:
    """The window of points (n,3) mm in the picture, ``pad_px`` wider on each side; empty if none is before
    the camera."""
    depth = (points @ view.rotation.T + view.translation)[:, 2]
    if not (depth > 60).any():
        return 0, 0, 0, 0
    seen, size = view.project(points[depth > 60]), (view.width, view.height)
    low = np.clip(np.floor(seen.min(0)) - pad_px, 0, size).astype(int).tolist()
    high = np.clip(np.ceil(seen.max(0)) + pad_px, 0, size).astype(int).tolist()
    return low[0], low[1], high[0] - low[0], high[1] - low[1]


def merged(windows: Iterable[Window]) -> list[Window]:
    """The windows, with overlapping ones merged."""
    found = list[Window]()
    for x, y, w, h in windows:
        for i, (a, b, c, d) in enumerate(found):
            if x < a + c and a < x + w and y < b + d and b < y + h:
                left, top = min(x, a), min(y, b)
                found[i] = (left, top, max(x + w, a + c) - left, max(y + h, b + d) - top)
                break
        else:
            found.append((x, y, w, h))
    return found
