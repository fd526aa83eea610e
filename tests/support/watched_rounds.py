"""Example rounds watched into a record, and the plays in it."""

from __future__ import annotations

from pathlib import Path

from arbiter.record.record import Entry, Record
from arbiter.watch.watch import run
from engine.initiative.examples import ROUNDS
from tests.support.watched_table import SimSource, options, parts, round_frames


def watch(name: str, folder: Path, source: SimSource | None = None, **more: object) -> list[str]:
    """Watch an example round into ``folder/a.game``; returns the lines printed."""
    lines: list[str] = []
    source = source or SimSource(round_frames(name))
    assert run(options(source, ROUNDS[name], folder / "a.game", **more), parts(source, lines)) == 0
    return lines


def entries(path: Path) -> list[Entry]:
    with Record.open(path, readonly=True) as record:
        return list(record.entries())


def standing(found: list[Entry]) -> list[str]:
    """The plays that stand at the end."""
    plays: dict[int, str] = {}
    for entry in found:
        if entry.kind in ("move", "amended"):
            plays[entry.data["ply"]] = entry.data["text"]
        elif entry.kind == "take_back":
            del plays[entry.data["ply"]]
    return [plays[ply] for ply in sorted(plays)]
