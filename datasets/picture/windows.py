"""Windows of a picture to be drawn again: rectangles ``(left, top, width, height)`` in px."""

from __future__ import annotations

from collections.abc import Iterable

from datasets.scene.scenes import Block, Layout, Unit

Window = tuple[int, int, int, int]


def differing(now: Layout, before: Layout) -> list[Unit | Block]:
    """The pyramids and tokens that are in only one of the two tables."""
    known, left = {id(each) for each in now.blocks}, {id(each) for each in before.blocks}
    tokens = [each for each in (*now.blocks, *before.blocks) if (id(each) in known) != (id(each) in left)]
    return [*(set(now.units) ^ set(before.units)), *tokens]


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
