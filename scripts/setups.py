"""Tests set-ups alone: still random tables through cameras of the bank, watched without answers.

    python scripts/setups.py RESULTS.jsonl wild-basic-1 wild-nickel-1 [--cameras clean,dim-evening]

Drawing and watching a table takes seconds instead of a film's minutes, so many more can be tested. Names are
those of ``scripts/film_opengl.py``. One line of JSON is added for each table and camera: ``right``, ``wrong``
(a wrong set-up was accepted), ``asked`` or ``nothing``, the time in seconds, and the sayings. Cameras are
taken in turn, one per table, unless with ``--all``.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from itertools import repeat
from pathlib import Path
from typing import Any

import cv2

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from arbiter.record.record import Record  # noqa: E402
from datasets.opengl.films import played, truth_of  # noqa: E402
from datasets.opengl.pace import Moment  # noqa: E402
from datasets.povray.traced import setting_of  # noqa: E402
from engine.game import Seat  # noqa: E402
from scripts.film_opengl import encode, painter_of  # noqa: E402
from scripts.films import watch  # noqa: E402
from scripts.zoo import CLEAN, add_cameras, taken  # noqa: E402

PASSES = 6


def still(name: str, folder: Path, seconds: float) -> Path:
    """A film of a still table with its truth, in a folder."""
    setting = setting_of(name)
    game, _ = played(setting)
    painter = painter_of(setting, PASSES)
    picture, frames = painter.frame(Moment(game.acted.opening)), round(seconds * setting.pace.fps)
    cv2.imwrite(str(folder / f"{name}.png"), picture)
    target = folder / f"{name}.mp4"
    encode(repeat(picture, frames), target, setting.pace.fps)
    truth = truth_of(setting, game, (), frames)
    target.with_suffix(".json").write_text(json.dumps(truth), "utf-8")
    return target


def heard(record: Path, truth: dict[str, Any]) -> dict[str, Any]:
    """The result for a set-up."""
    opened = Record.open(record, readonly=True)
    entries = [(entry.kind, entry.data) for entry in opened.entries()]
    opened.close()
    found: dict[str, Any] = {"verdict": "nothing"}
    for kind, data in entries:
        if kind == "question":
            found = {"verdict": "asked", "time_s": data["time_s"]}
        elif kind == "setup" and not data["problems"]:
            text = data["setup"].get("text")
            right = _same(truth.get("setup"), text, truth["game"]) and _as_it_stands(data["setup"], truth)
            found = {"verdict": "right" if right else "wrong", "time_s": data["time_s"], "setup": text}
    return {**found, "said": [data["text"] for kind, data in entries if kind == "said"]}


def _same(wanted: str | None, found: str, game: str) -> bool:
    """Whether two set-ups are equal; Sanctum's structures may be numbered from another side."""
    if wanted is None or game != "sanctum":
        return wanted in (None, found)
    wants, finds = (sorted(part.partition("=")[2] for part in text.split(",")) for text in (wanted, found))
    return wants == finds


def _as_it_stands(setup: dict[str, Any], truth: dict[str, Any]) -> bool:
    """Whether an accepted set-up of Initiative has the right pieces; other games have theirs as text."""
    if truth["game"] != "initiative":
        return True
    words = sorted(each["word"] for each in truth["pieces"])
    pieces = [f"{piece['size']} {piece['colour']}" for seat in Seat for piece in setup[seat.value]]
    return sorted([*pieces, ", ".join(setup["stack"])]) == words


def looked_at(name: str, camera: str, seconds: float, keep: Path | None) -> dict[str, Any]:
    """The result of one table through one camera."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        film = folder / f"{name}.mp4"
        film = film if film.with_suffix(".json").exists() else still(name, folder, seconds)
        shown = film if camera == CLEAN else taken(film, camera, folder)
        record = Path(scratch) / "watched.game"
        watch(shown, record, silent=True)
        truth = json.loads(film.with_suffix(".json").read_text("utf-8"))
        return {"table": name, "camera": camera, **heard(record, truth)}


def main() -> int:
    """Test the tables and print a line for each."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("results", type=Path)
    parser.add_argument("tables", nargs="+")
    add_cameras(parser)
    parser.add_argument("--all", action="store_true", help="each table through all of them")
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--keep", type=Path, help="keep pictures and films in this folder")
    options = parser.parse_args()
    cameras = options.cameras
    for number, name in enumerate(options.tables):
        for camera in cameras if options.all else [cameras[number % len(cameras)]]:
            line = looked_at(name, camera, options.seconds, options.keep)
            with options.results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
            print(f"{name:20} {camera:18} {line['verdict']:8} {line.get('time_s', 0):5.1f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
