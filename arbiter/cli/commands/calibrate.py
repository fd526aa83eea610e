"""``arbiter calibrate``: finds the camera's pose from the markers and its lens from pictures of a board."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from arbiter.cli.layout import progress
from arbiter.words.exits import UsageError
from arbiter.words.progress import OnPart, counted, nobody
from arbiter.words.wording import wording
from calibration.corners import solve_corners
from calibration.lens import Lens, calibrate_lens
from calibration.markers import Sightings, combine, find_markers
from calibration.pose import Solution, solve
from calibration.store import default_path, write
from engine.message import Messages, Said
from vision import pictures
from vision.source.frames import SourceError
from vision.source.opening import open_source

say = Messages("arbiter")

FRAMES = 10
PATIENCE_S = 10.0
"""How long to look for all four markers before those seen are used."""
Picture = NDArray[np.uint8]


def run(options: argparse.Namespace) -> int:
    """Calibrate and store; raises ``CalibrationError`` or ``SourceError``, one line each."""
    words = wording(options.language or "en")
    lens = None
    if options.lens:
        with progress(words.say("progress_lens")) as on_part:
            lens = calibrate_lens([read_picture(path) for path in counted(options.lens, on_part)])
        print(words.tell(say("lens_error", raw=f"{lens.reprojection_error_px:.2f}")))
    source = options.source or "0"
    if options.corners or options.size:
        solution = from_corners(source, options)
    else:
        with progress(words.say("progress_markers")) as on_part:
            solution = calibrate(source, lens, on_part)
    camera = solution.camera
    target = Path(options.output) if options.output else default_path(source, camera.width, camera.height)
    write(target, solution.calibration)
    for line in (*report(solution), say("store_stored", raw=target)):
        print(words.tell(line))
    return 0


def calibrate(source: str, lens: Lens | None = None, on_part: OnPart = nobody) -> Solution:
    """Solve from a picture, or from the first frames of a camera or video that show the markers."""
    if is_picture(source):
        picture = read_picture(source)
        height, width = picture.shape[:2]
        return solve(find_markers(picture), width, height, lens, source)
    sightings, (width, height) = look(source, on_part)
    return solve(combine(sightings), width, height, lens, source)


def from_corners(source: str, options: argparse.Namespace) -> Solution:
    """Solve from the corners in the options; raises ``UsageError`` if one of the options is missing."""
    if not options.corners or not options.size or options.lens:
        raise UsageError(say("use_corners"))
    height, width = first_picture(source).shape[:2]
    return solve_corners(options.corners, options.size, width, height, source)


def is_picture(source: str) -> bool:
    """Whether a source is a picture file."""
    return Path(source).is_file() and cv2.haveImageReader(source)


def first_picture(source: str) -> Picture:
    """The first picture (H, W, 3) BGR uint8 of a camera, a video or a file; raises ``SourceError``."""
    if is_picture(source):
        return read_picture(source)
    with open_source(source) as opened:
        frame = opened.read()
    if frame is None:
        raise SourceError(say("cam_none", raw=source))
    return frame.image_bgr


def look(
    source: str, on_part: OnPart = nobody, frames: int = FRAMES
) -> tuple[list[Sightings], tuple[int, int]]:
    """The markers in those frames that show most of them, and the frame size (width, height)."""
    seen: list[Sightings] = []
    size = (0, 0)
    with open_source(source) as opened:
        end, good = time.monotonic() + PATIENCE_S, 0
        for frame in opened:
            size = frame.image_bgr.shape[1], frame.image_bgr.shape[0]
            seen.append(find_markers(frame.image_bgr))
            good += len(seen[-1]) == 4
            on_part(good, frames)
            if good >= frames or time.monotonic() > end:
                break
    most = max((len(found) for found in seen), default=0)
    return [found for found in seen if len(found) == most][-frames:], size


def read_picture(path: str) -> Picture:
    """A picture (H, W, 3) BGR uint8; raises ``SourceError``, in one line, if it can't be read."""
    if not Path(path).is_file():
        raise SourceError(say("pic_none", raw=path))
    try:
        return pictures.read(Path(path))
    except pictures.PictureError as error:
        raise SourceError(say("pic_broken", raw=path, text=error)) from error


def report(solution: Solution) -> list[Said]:
    """The result as lines."""
    camera = solution.camera
    x, y, z = camera.position
    markers = len(solution.calibration.markers)
    lines: list[Said] = [
        say("cal_markers", n=markers) if markers else say("cal_corners"),
        say("cal_error", raw=f"{camera.reprojection_error_px:.2f}"),
        say(
            "cal_camera",
            raw=f"{z:.0f}",
            raw2=f"{float(np.hypot(x, y)):.0f}",
            raw3=f"{camera.horizontal_fov_deg:.0f}",
        ),
    ]
    return lines + [say("cal_note", text=remark) for remark in solution.remarks]
