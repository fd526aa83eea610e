"""Renders a sample video with its ground truth: ``python scripts/film.py basic -o out/basic.mp4``.

Rounds of Initiative and games of Nickel, Logistics and Sanctum from ``datasets.acting.films``: by name, or
improvised from a seed: ``initiative-1``, ``advanced-1``, ``draft-1``, ``match-1``, ``sanctum-1``.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import zlib
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import av
import numpy as np

from datasets.acting.films import Filmed, filmed
from datasets.film.beats import Beat, Pace, Shown, storyboard
from datasets.film.frames import FilmCamera
from datasets.film.visits import Visit
from datasets.scene import textures
from datasets.scene.sampling import TINTS
from datasets.scene.scenes import Light, Marker, Scene, View, look_at

MARKERS = (
    Marker(0, -262, -152, 8),
    Marker(1, 258, -158, -5),
    Marker(2, 264, 150, 12),
    Marker(3, -258, 156, -9),
)
# One setting per film: table seed and kind; camera azimuth, elevation (degrees), distance (mm); tint of the
# light.
SETTINGS = {
    "basic": (23, "wood", -90, 52, 615, (1, 0.93, 0.84)),
    "sacrifice": (29, "cloth", -84, 46, 690, (1, 0.86, 0.68)),
    "call": (21, "stone", -97, 50, 615, (0.93, 0.97, 1.04)),
    "illegal": (29, "wood", -88, 58, 615, (1, 0.97, 0.92)),
    "pummel": (20, "cloth", -92, 54, 615, (1, 0.95, 0.9)),
    "logistics": (45, "stone", -91, 58, 640, (1, 0.95, 0.9)),
    "logistics-6": (45, "stone", -91, 60, 800, (1, 0.95, 0.9)),
    "logistics-10": (41, "cloth", -90, 62, 1080, (1, 0.95, 0.9)),
    "sanctum": (37, "cloth", -93, 55, 620, (1, 0.96, 0.91)),
    "nickel": (31, "wood", -87, 62, 615, (1, 0.94, 0.87)),
}
KINDS = ("wood", "cloth", "stone")

PICTURE = (1065, 1280, 720)
PICTURES = {"logistics-10": (1598, 1920, 1080)}
"""Focal length, width and height (px) of films with a table so large that it needs a distant camera."""

NUDGE = np.array([9.0, -6.0, 5.0]), np.array([7.0, 4.0, 0.0]), 0.9
"""A bump of the camera: shift of the camera (mm) and of its target (mm), and rotation (degrees)."""


def setting(name: str) -> tuple[int, str, float, float, float, tuple[float, float, float]]:
    """A film's setting; an improvised film's is derived from its name."""
    if name in SETTINGS:
        return SETTINGS[name]
    seed = zlib.crc32(name.encode())
    rng = np.random.default_rng(seed)
    place = rng.uniform(-98, -82), rng.uniform(50, 62), rng.uniform(615, 660)
    return seed, KINDS[rng.integers(len(KINDS))], *place, (1.0, *rng.uniform((0.93, 0.84), (0.98, 1.02)))


def stage(name: str) -> tuple[Scene, tuple[View, View]]:
    """The empty table of a film, and the camera before and after it is bumped."""
    seed, kind, azimuth, elevation, distance, warmth = setting(name)
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
    at, picture = np.array([0, -6.0, 0]), PICTURES.get(name, PICTURE)
    after = look_at(eye + NUDGE[0], at + NUDGE[1], *picture, 0.6 + NUDGE[2])
    return scene, (look_at(eye, at, *picture, 0.6), after)


def encode(
    name: str, camera: FilmCamera, beats: list[Beat], view: View, target: Path, crf: int, preset: str = "slow"
) -> None:
    """Render the frames and write them as H.264; a faster ``preset`` makes a larger file."""
    started = time.monotonic()
    with av.open(str(target), "w") as container:
        stream = container.add_stream("libx264", rate=Fraction(Pace().fps))
        stream.width, stream.height, stream.pix_fmt = view.width, view.height, "yuv420p"
        stream.options = {"crf": str(crf), "preset": preset}
        for i, beat in enumerate(beats, 1):
            container.mux(stream.encode(av.VideoFrame.from_ndarray(camera.frame(beat), format="bgr24")))
            if i % 30 == 0:
                print(f"{name}: frame {i} of {len(beats)}, {time.monotonic() - started:.0f} s", flush=True)
        container.mux(stream.encode())


def truth_of(played: Filmed, shown: list[Shown], frames: int, view: View) -> dict:
    """A film's ground truth: its game, every ply with the times of its hand, the mishaps and the camera."""
    fps, steps, mishaps = played.pace.fps, list[dict](), list[dict]()
    seated = played.facts["game"] != "sanctum"
    for each in shown:
        times = {"hand_in_s": round(each.first / fps, 3), "hand_out_s": round(each.last / fps, 3)}
        happening = each.happening
        if not isinstance(happening, Visit) or not happening.plies:
            mishaps.append({"kind": happening.kind, **times})
            continue
        for ply in happening.plies:
            step = {
                "kind": happening.kind,
                "seat": happening.seat.value if seated else "",
                "text": ply,
                **times,
            }
            steps.append({**step, "reading": happening.reading} if happening.reading else step)
    pose = {"rotation": view.rotation.tolist(), "translation": view.translation.tolist()}
    return {
        **played.facts,
        "fps": fps,
        "frames": frames,
        "steps": steps,
        "mishaps": mishaps,
        "pieces": played.pieces(),
        "camera": {"K": view.matrix.tolist(), **pose},
    }


def film(name: str, target: Path, limit: int | None, crf: int, still_spp: int, hand_spp: int) -> dict:
    """Render a film and return its ground truth."""
    played = filmed(name)
    scene, views = stage(name)
    beats, shown = storyboard(played.acted.opening, played.acted.happenings, played.pace)
    beats = beats[:limit]
    shown = [each for each in shown if each.last <= len(beats)]
    camera = FilmCamera(scene, views, setting(name)[0], still_spp, hand_spp)
    encode(name, camera, beats, views[0], target, crf)
    return truth_of(played, shown, len(beats), views[0])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "film", help=f"one of {', '.join(sorted(SETTINGS))}, or an improvised one like initiative-1"
    )
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--limit", type=int, help="only the first frames")
    parser.add_argument("--crf", type=int, default=25, help="H.264 quality, lower is larger")
    parser.add_argument("--still-spp", type=int, default=8, help="samples a pixel of still tables")
    parser.add_argument(
        "--hand-spp", type=int, default=2, help="samples a pixel of hands; 0: draw them instead"
    )
    options = parser.parse_args()
    try:
        filmed(options.film)
    except ValueError as error:
        parser.error(str(error))
    options.output.parent.mkdir(parents=True, exist_ok=True)
    truth = film(
        options.film, options.output, options.limit, options.crf, options.still_spp, options.hand_spp
    )
    options.output.with_suffix(".json").write_text(json.dumps(truth, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
