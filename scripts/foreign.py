"""Converts another renderer's description of a round of Initiative to a film's ground truth.

    python scripts/foreign.py basic-play.json films/basic-play.json

``scripts/films.py`` and ``scripts/zoo.py`` can then watch the film beside the result. The input has: ``fps``,
``near``, ``far``, ``rules`` (with the word *basic* or *advanced*), ``winner`` (``far, 24 points``),
``calibration``, ``moves`` (``side``, ``colour``, ``size``, ``hand_from_frame``, ``settles_at_frame``) and the
pieces of the first of the ``states`` (``colour``, ``size``, ``x_mm``, ``y_mm``, ``bbox_px``).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.game import plain
from engine.initiative.model import Rules


def truth_from(given: Mapping[str, Any]) -> dict[str, Any]:
    """The ground truth for ``scripts/films.py``; raises ``KeyError`` if something is missing."""
    fps, calibration = given["fps"], given["calibration"]
    winner, _, points = given["winner"].partition(",")
    steps = [
        {
            "kind": "play",
            "seat": move["side"],
            "text": f"{move['size'][0].upper()}{move['colour']}",
            "hand_in_s": round(move["hand_from_frame"] / fps, 3),
            "hand_out_s": round(move["settles_at_frame"] / fps, 3),
        }
        for move in given["moves"]
    ]
    rotation = cv2.Rodrigues(np.array(calibration["rvec"]))[0]
    pose = {"rotation": rotation.tolist(), "translation": calibration["tvec"]}
    return {
        "game": "initiative",
        "rules": plain(Rules.basic() if "basic" in given["rules"] else Rules.advanced()),
        "names": {"near": given["near"], "far": given["far"]},
        "winner": winner.strip(),
        "score": int(points.split()[0]) if points.split() else None,
        "fps": fps,
        "frames": 1 + max(state["last_frame"] for state in given["states"]),
        "steps": steps,
        "mishaps": [],
        "pieces": _pieces(given["states"][0]["pieces"]),
        "camera": {"K": calibration["K"], "distortion": calibration["distortion"], **pose},
        "calibration": calibration,
    }


def _pieces(seen: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The units, named by their top pieces: at each place the piece that is highest in the picture."""
    units: dict[tuple[int, int], Mapping[str, Any]] = {}
    for each in sorted(seen, key=lambda one: -one["bbox_px"][1]):
        units[round(each["x_mm"] / 5), round(each["y_mm"] / 5)] = each
    return [
        {"x_mm": each["x_mm"], "y_mm": each["y_mm"], "word": f"{each['size']} {each['colour']}"}
        for each in units.values()
    ]


def main() -> int:
    """Convert one file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("given", type=Path)
    parser.add_argument("truth", type=Path)
    options = parser.parse_args()
    truth = truth_from(json.loads(options.given.read_text("utf-8")))
    options.truth.write_text(json.dumps(truth, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
