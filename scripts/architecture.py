"""Draws ``docs/architecture.svg``, the flow of data through the folders: ``python scripts/architecture.py``.

A box is a folder with the docstring of its ``__init__``. An arrow points in the direction of the data: from a
folder to one that imports it; arrows implied by others are left out. Every folder is below all those that it
imports, so every arrow points down, and circular imports cannot be drawn.
"""

from __future__ import annotations

import ast
import html
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "architecture.svg"
WHOLE = ("engine", "calibration")
"""Packages drawn as one box; in the others every folder has its own."""
SPLIT = ("vision", "datasets", "arbiter")
BLUE, SAND = "#dcebf7", "#fdebd0"
COLOURS = {"engine": "#f3e2f2", "calibration": BLUE, "vision": BLUE, "datasets": "#e8e8e8", "arbiter": SAND}
LEFT = {"engine": 20, "calibration": 20, "vision": 20, "arbiter": 860, "datasets": 860}
"""Left edge of a package's boxes, in px: vision on the left, its interpretation on the right."""
WIDE, HIGH, STEP_X, STEP_Y, LINE = 176, 58, 190, 92, 11
LANE_X, LANE = 786, 6
"""Position and spacing (px) of the lanes for arrows that span several rows."""

Graph = Mapping[str, frozenset[str]]


@dataclass(frozen=True)
class Box:
    """A folder's box; its position in px from the picture's upper left corner."""

    name: str
    x: float
    y: float
    row: int

    @property
    def middle(self) -> float:
        return self.x + WIDE / 2


def room_of(path: Path) -> str:
    """The box of a file (relative to the root)."""
    parts = path.parent.parts
    return parts[0] if parts[0] in WHOLE else "/".join(parts[:2])


def files(root: Path = ROOT) -> dict[str, list[Path]]:
    """The source files of each box, relative to the root, without ``__init__`` files."""
    found: dict[str, list[Path]] = {}
    for path in sorted(
        each.relative_to(root) for name in (*WHOLE, *SPLIT) for each in (root / name).rglob("*.py")
    ):
        if not (path.parent.name in SPLIT and path.stem in ("__init__", "__main__")):
            found.setdefault(room_of(path), []).append(path)
    return found


def imports(root: Path = ROOT) -> Graph:
    """The boxes that each box imports."""
    rooms = files(root)
    modules = {".".join(path.with_suffix("").parts): room for room, paths in rooms.items() for path in paths}
    modules |= {name.removesuffix(".__init__"): room for name, room in modules.items()}
    found: dict[str, frozenset[str]] = {}
    for room, paths in rooms.items():
        names = {name for path in paths for name in _imported((root / path).read_text("utf-8"))}
        found[room] = frozenset(modules[name] for name in names if name in modules) - {room}
    return found


def _imported(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{each.name}" for each in node.names)


def rows(graph: Graph) -> dict[str, int]:
    """The row of each box: the length of the longest path to it. Raises ``RecursionError`` for a cycle."""

    @cache
    def row(room: str) -> int:
        return 1 + max(map(row, graph[room]), default=-1)

    return {room: row(room) for room in graph}


def reduced(graph: Graph) -> list[tuple[str, str]]:
    """The transitive reduction: arrows (from, to) in the direction of the data, without implied ones."""

    @cache
    def all_below(room: str) -> frozenset[str]:
        return graph[room].union(*map(all_below, graph[room]))

    return sorted(
        (source, room)
        for room, sources in graph.items()
        for source in sources
        if not any(source in all_below(other) for other in sources - {source})
    )


def place(graph: Graph) -> dict[str, Box]:
    """The boxes, row by row; within a row those with long arrows are next to the lanes."""
    level, taken, found = rows(graph), dict[tuple[int, int], int](), {}
    far = {source: max(level[to] - level[source] for start, to in reduced(graph) if start == source)
           for source, _ in reduced(graph)}  # fmt: skip
    for room in sorted(graph, key=lambda each: (level[each], far.get(each, 0), each)):
        left = LEFT[room.split("/")[0]]
        column = taken.get((level[room], left), 0)
        taken[level[room], left] = column + 1
        found[room] = Box(room, left + column * STEP_X, 60 + level[room] * STEP_Y, level[room])
    return found


def purpose(room: str, root: Path = ROOT) -> str:
    """The folder's purpose, from the docstring of its ``__init__``."""
    return ast.get_docstring(ast.parse((root / room / "__init__.py").read_text("utf-8"))) or ""


def as_svg(root: Path = ROOT) -> str:
    """The picture as SVG text."""
    graph = imports(root)
    boxes = place(graph)
    arrows = "\n".join(_arrows(boxes, reduced(graph)))
    shown = "\n".join(_box(box, purpose(box.name, root)) for box in boxes.values())
    wide = max(box.x for box in boxes.values()) + WIDE + 20
    high = max(box.y for box in boxes.values()) + HIGH + 20
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" font-family="sans-serif">
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
<path d="M0,0 L8,4 L0,8 z" fill="#555"/></marker></defs>
<rect width="100%" height="100%" fill="#fff"/>
<text x="20" y="32" font-size="17">From a frame to a verdict: arrows run with the data, from a folder to those that import it</text>
<g fill="none" stroke="#555" stroke-width="1.1" marker-end="url(#tip)">
{arrows}
</g>
{shown}
</svg>
"""  # noqa: E501


def _arrows(boxes: Mapping[str, Box], arrows: list[tuple[str, str]]) -> Iterator[str]:
    """Arrows as SVG: straight to the next row on the same side, otherwise through gaps and their own lane."""
    lanes = 0
    for source, to in sorted(arrows, key=lambda each: (boxes[each[0]].row, boxes[each[1]].row, each)):
        start, end = boxes[source], boxes[to]
        foot, head = start.y + HIGH, end.y - 2
        if end.row == start.row + 1 and (start.x < LANE_X) == (end.x < LANE_X):
            yield f'<path d="M{start.middle:g},{foot:g} L{end.middle:g},{head:g}"/>'
            continue
        lane, lanes = LANE_X + lanes % 11 * LANE, lanes + 1
        out, into = foot + 8 + lanes % 3 * 4, head - 10 - lanes % 3 * 4
        off, on = (lanes % 7 - 3) * 8, (lanes % 5 - 2) * 12
        way = f"V{out:g} H{lane:g} V{into:g} H{end.middle + on:g} V{head:g}"
        yield f'<path d="M{start.middle + off:g},{foot:g} {way}"/>'


def _box(box: Box, text: str) -> str:
    lines, left = textwrap.wrap(text.split("\n\n")[0], 35)[:3], box.x + 7
    text_lines = "".join(
        f'<text x="{left:g}" y="{box.y + 27 + k * LINE:g}" font-size="8.8">{html.escape(line)}</text>'
        for k, line in enumerate(lines)
    )
    return (
        f'<g><rect x="{box.x:g}" y="{box.y:g}" width="{WIDE}" height="{HIGH}" rx="5" stroke="#888" '
        f'fill="{COLOURS[box.name.split("/")[0]]}"/>'
        f'<text x="{left:g}" y="{box.y + 14:g}" font-size="11.5" font-weight="bold">{box.name}</text>'
        f"{text_lines}</g>"
    )


if __name__ == "__main__":
    PICTURE.write_text(as_svg(), "utf-8")
    print(f"written: {PICTURE.relative_to(ROOT)}")
