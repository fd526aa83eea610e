"""A camera beside the leading one: calibrates itself, frame by frame, in the leading camera's table frame.

It uses its stored calibration or the markers, like the leading camera; without markers, what is on the table,
and then the pieces that both cameras see. Nothing waits for it: until it is calibrated it is ignored.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from arbiter.camera.framing import Framing
from arbiter.camera.observer import Eyes
from arbiter.camera.placing import fitting, stored_for
from calibration.camera import CalibrationError
from calibration.markers import PLACES, Sightings, combine, find_markers
from calibration.pose import solve
from calibration.store import Calibration
from calibration.table_frame import in_frame_of
from vision.observation import TableObservation
from vision.pose.freeview import NotEnoughUnits
from vision.several.clocks import Motion
from vision.several.joined import View
from vision.several.one_frame import same_frame
from vision.source.frames import Frame, FrameSource

if TYPE_CHECKING:
    from vision.observe.units import Models

ENOUGH, MOST_LOOKS = 3, 8
"""Numbers of pictures with all markers, and of all pictures, after which no more markers are awaited."""
AGAIN_S = 0.2
LATER_S = 15.0
"""Interval between two searches for markers, and the pause after a failed calibration, which is doubled each
time, since a search without markers takes seconds."""
MATCH_S = 1.0
"""Interval between two attempts to match the leading camera's pieces."""

NewEyes = Callable[[Calibration], Eyes]


@dataclass
class Beside:
    """One of several cameras: its motion and, once it is calibrated, its framing and its eyes.

    ``framed``: its table frame is the leading camera's; ``away``: no pictures come, or always the same one.
    """

    source: FrameSource
    new_eyes: NewEyes
    framing: Framing | None = None
    eyes: Eyes | None = None
    framed: bool = False
    away: bool = False
    motion: Motion = field(default_factory=Motion)
    frame: Frame | None = None
    """The newest frame, upright."""
    shift_s: float | None = None
    """The delay of its clock behind the first camera's, in addition to ``began_s``, once estimated from
    motion."""
    _models: Models | None = None
    _seen: list[Sightings] = field(default_factory=list)
    _due_s: float = -math.inf
    _later_s: float = LATER_S
    _matched_s: float = -math.inf

    def look(self, frame: Frame, lead: Calibration) -> TableObservation | None:
        """The observation in a frame; ``None`` until the camera is calibrated."""
        if self.eyes is None or self.framing is None:
            self._place(frame, lead)
        if self.eyes is None or self.framing is None:
            return None
        upright, placed = self.framing.step(frame, self.eyes.calibration)
        if placed is None:
            return None
        if placed is not self.eyes.calibration:
            self.eyes.place(placed)
        self.frame = upright
        seen = self.eyes.look(upright)
        if seen.still and seen.registered and not seen.hands:
            self.framing.at_rest(upright, self.eyes.calibration)
        return seen

    def reframe(self, lead: Calibration) -> None:
        """Change to the leading camera's new table frame, if shared markers give the transformation."""
        self.framed = False
        if self.eyes is not None:
            self._into(self.eyes.calibration, lead)

    def match(self, here: View, there: View, time_s: float) -> None:
        """Take the pose that follows from the pieces that both cameras see; ``here`` is the leading one's
        view."""
        if self.eyes is None or time_s - self._matched_s < MATCH_S:
            return
        self._matched_s = time_s
        own = self.eyes.calibration
        camera = same_frame(here.units, there.units, own.camera, free_focal=not own.markers)
        if camera is not None:
            self.framed = True
            self.eyes.place(Calibration(camera, {}, own.source, "camera"))

    def _place(self, frame: Frame, lead: Calibration) -> None:
        """Look for the camera's pose in a frame as it was sent."""
        if frame.time_s < self._due_s:
            return
        self._due_s = frame.time_s + AGAIN_S
        self._seen.append(find_markers(frame.image_bgr))
        full = sum(len(one) == len(PLACES) for one in self._seen)
        if full < ENOUGH and len(self._seen) < MOST_LOOKS:
            return
        most = max(map(len, self._seen))
        sightings = combine([one for one in self._seen if len(one) == most])
        self._seen.clear()
        found = self._found(sightings, frame)
        if found is None:
            self._due_s, self._later_s = frame.time_s + self._later_s, 2 * self._later_s
            return
        self.framing = Framing(found)
        self.eyes = self.new_eyes(self.framing.calibration)
        self._into(self.framing.calibration, lead)

    def _found(self, sightings: Sightings, frame: Frame) -> Calibration | None:
        """The camera's calibration in a table frame of its own; ``None`` if it can't be found."""
        size = frame.image_bgr.shape[1], frame.image_bgr.shape[0]
        stored = fitting(stored_for(self.source, size), sightings, size)
        if stored is not None:
            return stored
        try:
            if len(sightings) >= 2:
                return solve(sightings, *size, source=self.source.spec).calibration
            from vision.observe.units import Models
            from vision.pose.locate import locate

            self._models = self._models or Models.load()
            found = self._models.finder.find(frame.image_bgr)
            located = locate(frame.image_bgr, found, sightings=sightings)
        except (CalibrationError, NotEnoughUnits):
            return None
        return Calibration(located.camera, {}, self.source.spec, "camera")

    def _into(self, own: Calibration, lead: Calibration) -> None:
        """Change the calibration to the leading camera's table frame, if they share markers."""
        assert self.eyes is not None
        if set(own.markers) & set(lead.markers):
            moved = in_frame_of(own, lead.markers)
            self.eyes.place(replace(moved, markers={**moved.markers, **lead.markers}))
            self.framed = True
