"""Draws the log of a training run: each figure over the hours of training."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

SHOWN = {
    "unit_recall": "units found", "false_units_a_scene": "false units a scene",
    "piece_recall": "pieces found", "false_pieces_a_scene": "false pieces a scene",
    "colour": "colour right", "size": "size right",
    "heading": "heading right", "stack_order": "stacks right",
    "scene_right": "scenes without a mistake",
}  # fmt: skip
COLUMNS, WIDE, HIGH, EDGE = 3, 250, 150, 34


def _panel(title: str, points: Sequence[tuple[float, float, str]], last: float) -> str:
    """The panel of one figure: a line through points (hours, value, network), up to ``last`` hours."""
    values = [value for _, value, _ in points]
    low, high = min(values), max(values)
    spare = max((high - low) * 0.1, 0.005)
    low, high = low - spare, high + spare

    def at(hours: float, value: float) -> tuple[float, float]:
        across = EDGE + (WIDE - EDGE - 10) * hours / max(last, 1e-9)
        return across, HIGH - 24 - (HIGH - 46) * (value - low) / (high - low)

    places = [at(hours, value) for hours, value, _ in points]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dots = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" class="{escape(name)}"/>'
        for (x, y), (_, _, name) in zip(places, points, strict=True)
    )
    return (
        f'<text x="{EDGE}" y="14">{escape(title)}</text><polyline points="{line}"/>{dots}'
        f'<text x="2" y="30" class="s">{high:.3f}</text>'
        f'<text x="2" y="{HIGH - 24}" class="s">{low:.3f}</text>'
        f'<text x="{WIDE - 10}" y="{HIGH - 8}" class="s" text-anchor="end">{last:.1f} h</text>'
    )


def curve(lines: Sequence[dict[str, Any]]) -> str:
    """An SVG of the figures over the processor hours of training of all networks together, with a dot for
    each round in the colour of its network. ``lines`` are those of the log, oldest first.
    """
    trained: dict[str, float] = {}
    rows: list[tuple[float, str, dict[str, float]]] = []
    for line in lines:
        trained[line["network"]] = line["hours"]
        rows.append((sum(trained.values()), line["network"], line["figures"]))
    last = rows[-1][0] if rows else 0.0
    panels: list[str] = []
    for name, title in SHOWN.items():
        points = [(hours, figures[name], network) for hours, network, figures in rows if name in figures]
        if points:
            x, y = len(panels) % COLUMNS * WIDE, len(panels) // COLUMNS * HIGH
            panels.append(f'<g transform="translate({x},{y})">{_panel(title, points, last)}</g>')
    high = -(-len(panels) // COLUMNS) * HIGH + 20
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {COLUMNS * WIDE} {high}" '
        'font-family="sans-serif" font-size="12"><style>polyline{fill:none;stroke:#999}.s{font-size:9px}'
        ".reader{fill:#0072b2}.finder{fill:#d55e00}.start{fill:#000}</style>"
        f'<rect width="100%" height="100%" fill="#fff"/>{"".join(panels)}'
        f'<text x="{EDGE}" y="{high - 6}" class="s">hours of processor time; black: before, '
        "blue: after a round of the reader, orange: of the finder</text></svg>\n"
    )
