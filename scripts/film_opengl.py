"""Renders films with OpenGL or POV-Ray: ``python scripts/film_opengl.py masters [FILM...]``.

Each film's clean pictures are written to a folder as nearly lossless H.264 (4:4:4). Its ground truth is
written last, so films that have it are skipped. A film takes some minutes.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import av
import numpy as np

from datasets.opengl.films import FILMS, Setting, played, truth_of
from datasets.opengl.pace import moments, timed
from datasets.opengl.painter import EXPOSURE, Painter
from datasets.opengl.stage import Stage
from datasets.povray.traced import setting_of
from datasets.povray.tracer import Tracer


def encode(pictures: Iterable[np.ndarray], target: Path, fps: int) -> int:
    """Write pictures (uint8 BGR) as nearly lossless H.264; returns their number."""
    count = 0
    with av.open(str(target), "w", format="mp4") as container:
        stream = container.add_stream("libx264", rate=Fraction(fps))
        for picture in pictures:
            if not count:
                stream.height, stream.width = picture.shape[:2]
                stream.pix_fmt, stream.options = "yuv444p", {"crf": "7", "preset": "superfast"}
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="bgr24")))
            count += 1
        container.mux(stream.encode())
    return count


def painter_of(setting: Setting, passes: int) -> Painter | Tracer:
    """The renderer for a film's setting."""
    if setting.traced:
        return Tracer(setting)
    stage = Stage(setting.top, setting.seed, setting.layout_markers, setting.props)
    return Painter(stage, setting.view, setting.room, EXPOSURE, passes)


def film(name: str, target: Path, passes: int, limit: int | None = None) -> None:
    """Render a film, then write its truth."""
    setting, started = setting_of(name), time.monotonic()
    game, visits = played(setting)
    found, paths = timed(visits, setting.pace, setting.seed)
    frames = list(moments(game.acted.opening, found, paths, setting.pace))[:limit]
    painter = painter_of(setting, passes)

    def pictures() -> Iterable[np.ndarray]:
        for number, moment in enumerate(frames):
            if number % 60 == 0:
                print(
                    f"{name}: frame {number} of {len(frames)}, {time.monotonic() - started:.0f} s", flush=True
                )
            yield painter.frame(moment)

    part = target.with_suffix(".part")
    encode(pictures(), part, setting.pace.fps)
    part.rename(target)
    truth = truth_of(setting, game, [each for each in found if each.last <= len(frames)], len(frames))
    target.with_suffix(".json").write_text(json.dumps(truth, indent=1) + "\n", "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "films", nargs="*", help=f"of {', '.join(FILMS)} (all without any), or made up: basic-1, nickel-1 ..."
    )
    parser.add_argument("--passes", type=int, default=6, help="number of pictures averaged for each frame")
    parser.add_argument("--limit", type=int, help="only the first frames")
    options = parser.parse_args()
    try:
        for name in options.films:
            setting_of(name)
    except KeyError as error:
        parser.error(error.args[0])
    options.folder.mkdir(parents=True, exist_ok=True)
    missing = [name for name in options.films or FILMS if not (options.folder / f"{name}.json").exists()]
    failed = [name for name in missing if not film_in_process(name, options)]
    if failed:
        print(f"not rendered: {', '.join(failed)}; the same command tries again", file=sys.stderr)
    return int(bool(failed))


def film_in_process(name: str, options: argparse.Namespace) -> bool:
    """Render a film in a separate process, because drivers sometimes crash after several films; returns
    whether the film exists now.
    """
    target = options.folder / f"{name}.mp4"
    process = multiprocessing.get_context("spawn").Process(
        target=film, args=(name, target, options.passes, options.limit)
    )
    process.start()
    process.join()
    return target.with_suffix(".json").exists()


if __name__ == "__main__":
    sys.exit(main())
