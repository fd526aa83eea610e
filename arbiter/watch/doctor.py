"""Checks, part by part, whether everything that a game needs is there, and says how to mend what isn't."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from arbiter.camera.light import Fault, light_of
from arbiter.voice.voice import Voice
from arbiter.words.exits import CALIBRATION, FAILED, OK, SOURCE, one_line
from arbiter.words.utterance import Utterance
from arbiter.words.wording import Wording, wording
from calibration.camera import CalibrationError
from calibration.markers import Sightings, find_markers
from calibration.pose import solve
from calibration.store import read
from engine.message import Messages, Said, together
from vision.source.frames import FrameSource, SourceError
from vision.source.opening import cameras, open_source

say = Messages("arbiter")

SETTLE_FRAMES = 15
"""Frames to wait until a camera has found its exposure."""
MODELS = Path(__file__).resolve().parents[2] / "vision" / "models"
Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Check:
    """The check of one part: whether it is in order, what was found or has to be done, and its exit code.

    ``ok`` is ``None`` if it could not be checked; ``code`` is 0 for parts that a game can do without.
    """

    part: str
    ok: bool | None
    text: Said
    code: int = OK


def line(check: Check, words: Wording) -> str:
    """The check as a line of the report."""
    word = words.say({True: "check_ok", False: "check_problem", None: "unchecked"}[check.ok])
    part, text = words.say(f"check-{check.part}"), words.tell(check.text)
    return f"{part:<8} {word:<12} {text}"


def failure(checks: Iterable[Check]) -> int:
    """The exit code of the first necessary part that fails, or 0."""
    return next((check.code for check in checks if check.ok is False and check.code), OK)


def examine(
    source: str | None = None, calibration: str | None = None, words: Wording | None = None
) -> Iterator[Check]:
    """Check camera, light, markers, model and voice, one after another; the voice speaks in ``words``."""
    check, picture = check_camera(source)
    yield check
    yield check_light(picture)
    yield check_markers(picture, calibration)
    yield check_model()
    yield check_voice(words or wording())


def check_camera(source: str | None) -> tuple[Check, Picture | None]:
    """Open the camera (or ``source`` instead) and take a picture."""
    there = cameras()
    if source is None and sys.platform.startswith("linux") and not there:
        return Check("camera", False, say("no_camera"), SOURCE), None
    spec = source if source is not None else str(there[0].index if there else 0)
    try:
        with open_source(spec) as opened:
            picture = _settled(opened)
            wide, high = opened.size
            gives = say("camera_gives", raw=opened.spec, raw2=f"{wide}x{high}")
            return Check("camera", not opened.notes, together([gives, *opened.notes])), picture
    except SourceError as error:
        return Check("camera", False, one_line(error), SOURCE), None


def _settled(source: FrameSource) -> Picture | None:
    picture = None
    for frame in source:
        picture = frame.image_bgr
        if not source.live or frame.index >= SETTLE_FRAMES:
            break
    return picture


def check_light(picture: Picture | None) -> Check:
    """Judge the light in a picture, (H, W, 3) BGR."""
    if picture is None:
        return Check("light", None, say("needs_picture"))
    light = light_of(picture)
    middle, blown = f"{light.middle:.0f}", f"{light.blown:.0%}"
    said = {
        Fault.DARK: say("light_dark", raw=middle),
        Fault.BRIGHT: say("light_bright", raw=middle),
        Fault.GLARE: say("light_glare", raw=blown),
        Fault.FLAT: say("light_flat", raw=f"{light.spread:.0f}"),
        Fault.NONE: say("light_even", raw=middle, raw2=blown),
    }
    return Check("light", light.fault is Fault.NONE, said[light.fault])


def check_markers(picture: Picture | None, calibration: str | None) -> Check:
    """Find the table in the picture, or read the stored calibration."""
    try:
        if calibration:
            size = (picture.shape[1], picture.shape[0]) if picture is not None else None
            stored = read(calibration, size)
            text = say("markers_stored", raw=f"{stored.camera.reprojection_error_px:.2f}")
            return Check("markers", True, text)
        if picture is None:
            return Check("markers", None, say("needs_picture"))
        markers = find_markers(picture)
        if len(markers) < 2:
            return check_without_markers(picture, markers)
        solution = solve(markers, picture.shape[1], picture.shape[0])
    except CalibrationError as error:
        return Check("markers", False, one_line(error), CALIBRATION)
    found = solution.calibration
    key = "markers_by_ids" if found.near_by == "ids" else "markers_by_camera"
    text = say(key, n=len(found.markers), raw=f"{found.camera.reprojection_error_px:.2f}")
    return Check("markers", True, together([text, *solution.remarks]))


def check_without_markers(picture: Picture, sightings: Sightings) -> Check:
    """Whether the table can be found from a single marker, cards, paper or pyramids, and how surely."""
    from vision.observe.units import Models
    from vision.pose.freeview import NotEnoughUnits
    from vision.pose.locate import locate
    from vision.runtime import ModelError

    try:
        located = locate(picture, Models.load().finder.find(picture), sightings=sightings)
    except NotEnoughUnits as error:
        return Check("markers", False, one_line(error), CALIBRATION)
    except ModelError:
        return Check("markers", False, say("markers_no_model"), CALIBRATION)
    return Check("markers", not located.doubt.unsure, located.remark, CALIBRATION)


def check_model(folder: Path = MODELS) -> Check:
    """Whether the detector's networks are there and can be opened."""
    models = sorted(folder.glob("*.onnx"))
    if not models:
        return Check("model", False, say("model_none"), FAILED)
    from vision.runtime import ModelError, open_model

    try:
        for model in models:
            open_model(model)
    except ModelError as error:
        return Check("model", False, one_line(error), FAILED)
    return Check("model", True, ", ".join(model.stem for model in models))


def check_voice(words: Wording) -> Check:
    """Speak a sentence; a game goes on without a voice."""
    voice = Voice.start(language=words.say("voice"))
    try:
        if voice.wait_ready():
            voice.say(Utterance(words.say("voice_works"), "doctor"))
            voice.wait(10)
    finally:
        voice.close()
    found = voice.status if voice.problem is None else say("voice_shown", text=voice.problem)
    return Check("voice", not voice.silent, found)
