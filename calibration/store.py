"""Calibrations on disk: one JSON file per camera and picture size.

The format, version 1 (an object; lengths in mm, pixels in px):

==========================  ===========================================================================
``version``                 1
``source``                  what the camera is called (device index or name, file name, address)
``width``, ``height``       picture size the numbers belong to
``K``                       3 rows of 3 numbers
``distortion``              4, 5, 8, 12 or 14 numbers in OpenCV's order; zeros for none
``rvec``, ``tvec``          3 numbers each, table frame to camera
``reprojection_error_px``   root mean square of the corner residuals
``markers``                 object: marker id -> 4 table points ``[x, y]``, in OpenCV's corner order
``near_by``                 what decided which side is near: ``ids`` or ``camera``
==========================  ===========================================================================

Unknown keys are ignored, so that later versions may add remarks.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import platformdirs

from calibration.camera import CalibrationError, Camera, Floats, frozen_array
from calibration.text_file import read_text
from engine.bounded import read_json
from engine.message import Messages, of_system

say = Messages("calibration")

VERSION = 1
MOST_PX, MOST_MM, MOST_BEND = 20_000, 1e6, 1e4
"""What a camera can't go beyond: its pictures' sides, its distance, its lens's coefficients."""
APP_FOLDER = "pyramid-arbiter"
_KEYS = ("width", "height", "K", "distortion", "rvec", "tvec", "reprojection_error_px", "markers")


@dataclass(frozen=True, eq=False)
class Calibration:
    """A camera with the markers that fix its table frame.

    ``markers`` maps a marker's id to its corners, (4, 2) mm in the table frame, in OpenCV's order (the
    marker's own top left, top right, bottom right, bottom left). ``near_by`` says what decided which side is
    near: ``ids`` (the markers lie as labelled) or ``camera`` (they contradict that, or too few were seen).
    """

    camera: Camera
    markers: Mapping[int, Floats] = field(default_factory=dict)
    source: str = ""
    near_by: str = "ids"

    def __post_init__(self) -> None:
        corners = {
            int(name): frozen_array(f"marker {name}", value, (4, 2)) for name, value in self.markers.items()
        }
        object.__setattr__(self, "markers", MappingProxyType(dict(sorted(corners.items()))))
        if self.near_by not in ("ids", "camera"):
            raise CalibrationError(say("store_near", raw=repr(self.near_by)))

    def for_size(self, width: int, height: int) -> Calibration:
        """The same calibration for pictures of another size; refused as in ``Camera.scaled``."""
        if (width, height) == (self.camera.width, self.camera.height):
            return self
        return replace(self, camera=self.camera.scaled(width, height))

    def to_json(self) -> dict[str, Any]:
        """The documented object, ready for ``json.dumps``."""
        camera = self.camera
        return {
            "version": VERSION,
            "source": self.source,
            "width": camera.width,
            "height": camera.height,
            "K": camera.K.tolist(),
            "distortion": camera.distortion.tolist(),
            "rvec": camera.rvec.tolist(),
            "tvec": camera.tvec.tolist(),
            "reprojection_error_px": camera.reprojection_error_px,
            "markers": {str(name): corners.tolist() for name, corners in self.markers.items()},
            "near_by": self.near_by,
        }


def from_json(data: Any, where: str = "calibration") -> Calibration:
    """A calibration from the documented object; raises CalibrationError in one line that names ``where``."""
    if not isinstance(data, Mapping):
        raise CalibrationError(say("store_json", raw=where))
    if data.get("version") != VERSION:
        raise CalibrationError(say("store_version", raw=where, raw2=f"{data.get('version')!r}", raw3=VERSION))
    missing = [key for key in _KEYS if key not in data]
    if missing:
        raise CalibrationError(say("store_missing", raw=where, raw2=", ".join(missing)))
    try:
        return Calibration(
            camera=_camera(data),
            markers={int(name): np.asarray(corners, float) for name, corners in data["markers"].items()},
            source=str(data.get("source", "")),
            near_by=str(data.get("near_by", "ids")),
        )
    except (TypeError, ValueError, AttributeError, OverflowError, np.linalg.LinAlgError) as error:
        raise CalibrationError(say("store_again", raw=where, raw2=error)) from error


def _camera(data: Mapping[str, Any]) -> Camera:
    camera = Camera(
        K=data["K"],
        distortion=data["distortion"],
        rvec=data["rvec"],
        tvec=data["tvec"],
        width=int(data["width"]),
        height=int(data["height"]),
        reprojection_error_px=float(data["reprojection_error_px"]),
    )
    focal = camera.K[0, 0], camera.K[1, 1]
    if not all(1 <= side <= MOST_PX for side in camera.size) or not all(1 <= f <= 1e6 for f in focal):
        raise ValueError(say("camera_pictures"))
    if not np.array_equal(camera.K[2], (0, 0, 1)) or camera.K[1, 0] != 0:
        raise ValueError(say("camera_matrix"))
    if np.abs(camera.tvec).max() > MOST_MM or np.abs(camera.distortion).max() > MOST_BEND:
        raise ValueError(say("camera_place"))
    return camera


def read(path: Path | str, size: tuple[int, int] | None = None) -> Calibration:
    """The calibration in a file, for pictures of ``size`` (width, height) when given.

    Raises CalibrationError in one line when the file is absent, broken, of another version, or for pictures
    of another shape.
    """
    try:
        data = read_json(read_text(Path(path)))
    except OSError as error:
        raise CalibrationError(say("store_unread", raw=path, system=of_system(error))) from error
    except ValueError as error:
        raise CalibrationError(say("store_broken", raw=path)) from error
    calibration = from_json(data, str(path))
    return calibration.for_size(*size) if size else calibration


def write(path: Path | str, calibration: Calibration) -> None:
    """Write the file whole or not at all (a neighbour is written first and then takes its name).

    Folders are made. Raises CalibrationError when the place cannot be written.
    """
    target = Path(path)
    partial = target.with_name(target.name + ".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        partial.write_text(json.dumps(calibration.to_json(), indent=1) + "\n", encoding="utf-8")
        os.replace(partial, target)
    except OSError as error:
        raise CalibrationError(say("store_unwritten", raw=path, system=of_system(error))) from error


def user_data_folder() -> Path:
    """Where the platform keeps an application's data for one user."""
    return platformdirs.user_data_path(APP_FOLDER, appauthor=False)


def default_path(source: str, width: int, height: int, folder: Path | None = None) -> Path:
    """Where the calibration of a camera at a picture size is kept when no file is named."""
    name = re.sub(r"[^A-Za-z0-9]+", "-", source).strip("-").lower() or "camera"
    return (folder or user_data_folder()) / "calibrations" / f"{name[-80:]}-{width}x{height}.json"
