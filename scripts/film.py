"""Renders a sample video with its ground truth: ``python scripts/film.py basic -o out/basic.mp4``."""

from __future__ import annotations

import argparse
import json
import sys
import time
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import av
import numpy as np

from datasets import textures
from datasets.acting import act
from datasets.film import Beat, FilmCamera, Pace, visit_beats
from datasets.sampling import TINTS
from datasets.scenes import Light, Marker, Scene, View, look_at
from engine.examples import ROUNDS

MARKERS = (
    Marker(0, -262, -152, 8),
    Marker(1, 258, -158, -5),
    Marker(2, 264, 150, 12),
    Marker(3, -258, 156, -9),
)
# One setting a round: table seed and kind, camera azimuth, elevation (degrees), distance (mm), light's tint.
SETTINGS = {
    "basic": (23, "wood", -90, 52, 615, (1, 0.93, 0.84)),
    "sacrifice": (29, "cloth", -84, 46, 690, (1, 0.86, 0.68)),
    "call": (21, "stone", -97, 50, 615, (0.93, 0.97, 1.04)),
    "illegal": (29, "wood", -88, 58, 615, (1, 0.97, 0.92)),
    "pummel": (20, "cloth", -92, 54, 615, (1, 0.95, 0.9)),
}


def stage(name: str) -> tuple[Scene, View]:
    """The empty table of a round's film, and the camera."""
    seed, kind, azimuth, elevation, distance, warmth = SETTINGS[name]
    rng = np.random.default_rng(seed)
    sky = (np.linspace(1.0, 0.3, 32)[:, None, None] * np.ones((1, 64, 1)) * 0.55 * np.array(warmth)).astype(
        np.float32
    )
    sky = sky + sum(textures.lobe(rng) for _ in range(2)) * np.array(warmth, np.float32)
    top = textures.table_top(np.random.default_rng(seed), kind)
    light = Light((260, 320, 1100), (900, 900), tuple(0.5 * w for w in warmth), sky)
    scene = Scene("initiative", (), MARKERS, (), top, 1700, 0.2, light, 1.0, dict(TINTS), scatter=0.18)
    turn, up = np.radians(azimuth), np.radians(elevation)
    eye = distance * np.array([np.cos(up) * np.cos(turn), np.cos(up) * np.sin(turn), np.sin(up)])
    return scene, look_at(eye, np.array([0, -6.0, 0]), 1065, 1280, 720, 0.6)


def storyboard(name: str, pace: Pace) -> tuple[list[Beat], list[dict]]:
    """All frames of a round, and when each hand comes and goes."""
    opening, visits = act(ROUNDS[name])
    beats, steps = [Beat(opening, None, None, None)] * (3 * pace.fps), []
    for visit in visits:
        reach = visit_beats(visit, pace)
        hand_in, hand_out = len(beats) / pace.fps, (len(beats) + len(reach) - pace.rest) / pace.fps
        times = {"hand_in_s": round(hand_in, 3), "hand_out_s": round(hand_out, 3)}
        steps.append({"kind": visit.kind, "seat": visit.seat.value, "text": visit.text, **times})
        beats += reach
    return beats + [beats[-1]] * pace.fps, steps


def encode(name: str, camera: FilmCamera, beats: list[Beat], view: View, target: Path, crf: int) -> None:
    """Develops the frames and writes them as H.264."""
    started = time.monotonic()
    with av.open(str(target), "w") as container:
        stream = container.add_stream("libx264", rate=Fraction(Pace().fps))
        stream.width, stream.height, stream.pix_fmt = view.width, view.height, "yuv420p"
        stream.options = {"crf": str(crf), "preset": "slow"}
        for i, beat in enumerate(beats, 1):
            container.mux(stream.encode(av.VideoFrame.from_ndarray(camera.frame(beat), format="bgr24")))
            if i % 30 == 0:
                print(f"{name}: frame {i} of {len(beats)}, {time.monotonic() - started:.0f} s", flush=True)
        container.mux(stream.encode())


def film(name: str, target: Path, limit: int | None, crf: int) -> dict:
    """Renders the round's film and returns its ground truth."""
    round_, pace = ROUNDS[name], Pace()
    scene, view = stage(name)
    beats, steps = storyboard(name, pace)
    encode(name, FilmCamera(scene, view, seed=SETTINGS[name][0]), beats[:limit], view, target, crf)
    pose = {"rotation": view.rotation.tolist(), "translation": view.translation.tolist()}
    return {
        "round": name,
        "fps": pace.fps,
        "frames": len(beats[:limit]),
        "names": {seat.value: player for seat, player in round_.names.items()},
        "steps": steps,
        "winner": round_.winner.value,
        "score": round_.score,
        "final_stack": [colour.value for colour in round_.final_stack],
        "camera": {"K": view.matrix.tolist(), **pose},
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("round", choices=sorted(SETTINGS))
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--limit", type=int, help="only the first frames")
    parser.add_argument("--crf", type=int, default=25, help="H.264 quality, lower is larger")
    options = parser.parse_args()
    options.output.parent.mkdir(parents=True, exist_ok=True)
    truth = film(options.round, options.output, options.limit, options.crf)
    options.output.with_suffix(".json").write_text(json.dumps(truth, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
