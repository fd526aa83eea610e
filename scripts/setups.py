"""Tests set-ups alone, on still random tables seen through simulated cameras and watched without answers.

    python scripts/setups.py RESULTS.jsonl wild-basic-1 wild-nickel-1 [--cameras clean,dim-evening]

Rendering and watching a table takes seconds instead of a film's minutes, so many more can be tested. Names
are those of ``scripts/film_opengl.py``. One line of JSON is added for each table and camera: ``right``,
``wrong`` (a wrong set-up was accepted), ``asked`` or ``nothing``, the time in seconds, and the announcements.
Each table is seen by the next camera, with ``--all`` by every camera.
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
from scripts.zoo import CLEAN, add_cameras, film_through  # noqa: E402

PASSES = 6


def still(name: str, folder: Path, seconds: float) -> Path:
    """Render a film of a still table, and its truth, into a folder."""
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


def result_of(record: Path, truth: dict[str, Any]) -> dict[str, Any]:
    """The verdict on the set-up in a record, with its time and the announcements."""
    opened = Record.open(record, readonly=True)
    entries = [(entry.kind, entry.data) for entry in opened.entries()]
    opened.close()
    found: dict[str, Any] = {"verdict": "nothing"}
    for kind, data in entries:
        if kind == "question":
            found = {"verdict": "asked", "time_s": data["time_s"]}
        elif kind == "setup" and not data["problems"]:
            text = data["setup"].get("text")
            right = _same_setup(truth.get("setup"), text, truth["game"]) and _right_pieces(
                data["setup"], truth
            )
            found = {"verdict": "right" if right else "wrong", "time_s": data["time_s"], "setup": text}
    return {**found, "said": [data["text"] for kind, data in entries if kind == "said"]}


def _same_setup(wanted: str | None, found: str, game: str) -> bool:
    """Whether two set-ups are equal; Sanctum's structures may be numbered from another side."""
    if wanted is None or game != "sanctum":
        return wanted in (None, found)
    wants, finds = (sorted(part.partition("=")[2] for part in text.split(",")) for text in (wanted, found))
    return wants == finds


def _right_pieces(setup: dict[str, Any], truth: dict[str, Any]) -> bool:
    """Whether an accepted set-up of Initiative has the right pieces; other games have them in the text."""
    if truth["game"] != "initiative":
        return True
    words = sorted(each["word"] for each in truth["pieces"])
    pieces = [f"{piece['size']} {piece['colour']}" for seat in Seat for piece in setup[seat.value]]
    return sorted([*pieces, ", ".join(setup["stack"])]) == words


def run_table(name: str, camera: str, seconds: float, keep: Path | None) -> dict[str, Any]:
    """Watch one table through one camera; returns the line for the results."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        film = folder / f"{name}.mp4"
        film = film if film.with_suffix(".json").exists() else still(name, folder, seconds)
        shown = film if camera == CLEAN else film_through(film, camera, folder)
        record = Path(scratch) / "watched.game"
        watch(shown, record, silent=True)
        truth = json.loads(film.with_suffix(".json").read_text("utf-8"))
        return {"table": name, "camera": camera, **result_of(record, truth)}


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
            line = run_table(name, camera, options.seconds, options.keep)
            with options.results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
            print(f"{name:20} {camera:18} {line['verdict']:8} {line.get('time_s', 0):5.1f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
