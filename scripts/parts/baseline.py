"""Committed figures that later changes must not fall below: written on request, otherwise compared."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[1] / "baselines"

Figures = Mapping[str, float]


def settle(
    path: Path,
    now: Figures,
    worse: Callable[[Figures, Figures], list[str]],
    write: bool,
    about: Mapping[str, Any],
    part: str = "",
) -> int:
    """Write figures as the baseline, or compare: 1 if ``worse`` (of now and before) has a line.

    ``about`` describes the measurement; figures of other measurements are not compared. ``part`` names one of
    several sets of figures in a file.
    """
    kept = json.loads(path.read_text("utf-8")) if path.exists() else {}
    if write:
        held = {**about, **now}
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(kept | {part: held} if part else held, indent=1) + "\n", "utf-8")
        return 0
    before = kept.get(part, {}) if part else kept
    if any(before.get(name) != value for name, value in about.items()):
        print("there is no baseline for just this: not compared")
        return 0
    lines = worse(now, {name: value for name, value in before.items() if name not in about})
    print("\n".join(["worse than the baseline:", *lines]) if lines else "no worse than the baseline")
    return 1 if lines else 0
