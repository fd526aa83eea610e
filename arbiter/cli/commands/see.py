"""``arbiter see``: the pyramids in one picture."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from arbiter.camera.sighting import sighting_json, sighting_text
from arbiter.cli.commands.calibrate import read_picture
from arbiter.cli.layout import progress
from arbiter.cli.terminal import warn
from arbiter.words.exits import UserError
from arbiter.words.overlay_words import labels
from arbiter.words.wording import Wording, wording
from calibration.store import read
from engine.message import Messages
from engine.pieces import PALETTES
from vision.colour.colours import read_colours, recoloured
from vision.observe.see import Sight, see
from vision.observe.units import Models
from vision.pose.photo import focal_prior

say = Messages("arbiter")


def run(options: argparse.Namespace) -> int:
    """List the detections; remarks go to the error stream.

    Raises ``SourceError`` for an unreadable picture, ``CalibrationError`` for a bad calibration,
    ``NotEnoughUnits`` for a picture without a table, and ``ModelError`` if the detector is missing.
    """
    picture, words = read_picture(options.image), wording(options.language or "en")
    height, width = picture.shape[:2]
    stored = read(options.calibration, (width, height)) if options.calibration else None
    with progress(words.say("progress_see")):
        models = Models.load(finder=Path(options.model) if options.model else None)
        prior = focal_prior(options.image, width, height)
        sight = see(picture, models, stored, PALETTES[options.palette], prior)
    if options.colours:
        model = read_colours(Path(options.colours))
        units = recoloured(picture, sight.camera, sight.white, sight.units, model)
        sight = replace(sight, units=units)
    for remark in sight.remarks:
        warn(remark, words)
    if options.json:
        print(json.dumps(sighting_json(options.image, sight), indent=1))
    else:
        print("\n".join(sighting_text(sight.units, words)))
    if options.overlay:
        write_overlay(picture, sight, Path(options.overlay), words)
    return 0


def write_overlay(picture: NDArray[np.uint8], sight: Sight, path: Path, words: Wording) -> None:
    """Write the picture with the detections drawn on it; raises `UserError` if it can't be written."""
    import cv2

    from vision.observe.overlay import draw

    try:
        written = cv2.imwrite(str(path), draw(picture, sight.units, sight.camera, sight.hands, labels(words)))
    except cv2.error:
        written = False
    if not written:
        raise UserError(say("file_picture_name", raw=path))
