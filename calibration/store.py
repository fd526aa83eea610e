"""Calibrations on disk: one JSON file per camera and picture size.

The format, version 1 (an object; lengths in mm, pixels in px):

==========================  ===========================================================================
``version``                 1
``source``                  the camera's name (device index or name, file name, address)
``width``, ``height``       picture size for these numbers
``K``                       3 rows of 3 numbers
``distortion``              4, 5, 8, 12 or 14 numbers in OpenCV's order; zeros for none
``rvec``, ``tvec``          3 numbers each, table frame to camera
``reprojection_error_px``   root mean square of the corner residuals
``markers``                 object: marker id -> 4 table points ``[x, y]``, in OpenCV's corner order
``near_by``                 how the near side was determined: ``ids`` or ``camera``
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
"""Limits of a camera: its pictures' sides, its distance, its lens's coefficients."""
APP_FOLDER = "pyramid-arbiter"
_KEYS = ("width", "height", "K", "distortion", "rvec", "tvec", "reprojection_error_px", "markers")


@dataclass(frozen=True, eq=False)
class Calibration:
    """A camera with the markers that determine its table frame.

    ``markers`` maps a marker's id to its corners, (4, 2) mm in the table frame, in OpenCV's order (the
    marker's own top left, top right, bottom right, bottom left). ``near_by`` is how the near side was
    determined: ``ids`` (by the markers' labels) or ``camera`` (they contradict it, or too few were seen).
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
        """The same calibration for pictures of another size; raises like ``Camera.scaled``."""
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
    """A calibration from the documented object; raises CalibrationError with one line that names
    ``where``."""
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
    """The calibration in a file, for pictures of ``size`` (width, height) if given.

    Raises CalibrationError with one line if the file is missing, broken, of another version, or for pictures
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
    """Write the file atomically, via a temporary file in the same folder.

    Creates missing folders. Raises CalibrationError if the file cannot be written.
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
    """The platform's folder for an application's data of one user."""
    return platformdirs.user_data_path(APP_FOLDER, appauthor=False)


def default_path(source: str, width: int, height: int, folder: Path | None = None) -> Path:
    """The default file for the calibration of a camera at a picture size."""
    name = re.sub(r"[^A-Za-z0-9]+", "-", source).strip("-").lower() or "camera"
    return (folder or user_data_folder()) / "calibrations" / f"{name[-80:]}-{width}x{height}.json"
