"""Observes the table with several cameras in turn, and joins what they see into one observation.

The leading camera's frames come from the watch loop, one after another. With each of them, as far as its own
work leaves time, the newest picture of one other camera is observed: so if all of them have to read the table
again, that takes a few more frames, but no longer for each.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

from arbiter.camera.beside import Beside, NewEyes
from arbiter.camera.framing import Framing
from arbiter.camera.observer import Eyes
from calibration.camera import Camera
from calibration.store import Calibration
from engine.message import Message, Messages
from vision.colour.colours import Certain
from vision.observation import TableObservation
from vision.several.clocks import ACCURACY_S, Motion, shift_of
from vision.several.joined import View
from vision.several.together import Together
from vision.source.frames import Frame, FrameSource
from vision.source.several import SeveralSources

say = Messages("arbiter")

BOUND_S, FILM_BOUND_S = 3.0, 20.0
"""Largest offset between the clocks of cameras, and of films, that is searched for; a camera with an unknown
clock counts only once the table has been at rest for this long."""
ALIGNED_EVERY_S = 4.0
FROZEN_S, MOVED_S = 4.0, 2.0
"""A camera is frozen if its picture stays identical for the first time while others move for the second."""
SKIPPED, SKIPPED_LATE = 3, 12
"""Number of consecutive frames in which only the leading camera may be observed, normally and while its next
frames are waiting already: on a slow machine the other cameras are observed less often."""
SCAN_S, SCANNED_S = 15.0, 90.0
"""Films are searched for common motion in steps of the first, beginning with two, up to the second."""


def align(sources: SeveralSources, opened: Callable[[str], FrameSource]) -> tuple[Message, ...]:
    """Find the offsets between the clocks of films from the motion in them; returns messages about them.

    ``opened`` opens another source for a film by its name, since the one to be watched must not be advanced.
    """
    with ExitStack() as stack:
        films = [stack.enter_context(opened(source.spec)) for source in sources.sources]
        motions = [Motion() for _ in films]
        end = SCAN_S
        while end < SCANNED_S and None in sources.shifts_s:
            end += SCAN_S
            going = [_watched(film, motion, end) for film, motion in zip(films, motions, strict=True)]
            for number in range(1, len(films)):
                found = shift_of(motions[0], motions[number], 0.0, FILM_BOUND_S)
                if found is not None:
                    sources.offsets_s[number], sources.shifts_s[number] = found.offset_s, 0.0
            if not any(going):
                break
    clocks = zip(sources.offsets_s[1:], sources.shifts_s[1:], strict=True)
    return tuple(_clock_message(number, *each) for number, each in enumerate(clocks, 2))


def _clock_message(number: int, by_s: float, known: float | None) -> Message:
    if known is None:
        return say("view_clock_unknown", n=number)
    return say("view_clock", n=number, raw=f"{by_s:+.2f}")


def _watched(film: FrameSource, motion: Motion, end_s: float) -> bool:
    """Measure the motion in a film up to a time; returns whether the film goes on."""
    while motion.time_s < end_s:
        frame = film.read()
        if frame is None:
            return False
        motion.step(frame.image_bgr, frame.time_s)
    return True


class SeveralEyes:
    """The eyes (``arbiter.camera.observer.Eyes``) of several cameras."""

    def __init__(self, sources: SeveralSources, framing: Framing, eyes: Eyes, new_eyes: NewEyes) -> None:
        """``framing`` and ``eyes`` are those of the leading camera, which is calibrated already."""
        self._sources = sources
        self._all = [Beside(source, new_eyes) for source in sources.sources]
        self._led = sources.lead
        first = self._all[self._led]
        first.framing, first.eyes, first.framed = framing, eyes, True
        self._together = Together(list(eyes.calibration.markers.values()))
        self._detected, self._skipped, self._turn = False, 0, 0
        self._aligned_s = -math.inf
        self._news: list[tuple[int, str]] = []
        self.offset_s = 0.0
        """Added to the sources' frame times before frames come here."""
        self.changed = False
        """Whether another camera leads since the last frame."""
        for each, shift in zip(self._all, sources.shifts_s, strict=True):
            each.shift_s = shift

    # ----- the interface of one camera's eyes

    @property
    def calibration(self) -> Calibration:
        return self._lead.calibration

    @property
    def lead(self) -> int:
        """The number of the leading camera."""
        return self._sources.lead

    @property
    def framing(self) -> Framing:
        """The leading camera's framing."""
        found = self._all[self._sources.lead].framing
        assert found is not None
        return found

    @property
    def detected(self) -> bool:
        return self._detected

    @property
    def _lead(self) -> Eyes:
        found = self._all[self._sources.lead].eyes
        assert found is not None
        return found

    def place(self, calibration: Calibration) -> None:
        self._lead.place(calibration)
        self._together.reframe()
        for number, each in enumerate(self._all):
            if number != self._sources.lead:
                each.reframe(calibration)

    def learn(self, certain: Iterable[Certain], time_s: float) -> None:
        known = tuple(certain)
        for number in self._together.counted:
            if (eyes := self._all[number].eyes) is not None:
                eyes.learn(known, time_s)

    def glimpse(self, wanted: bool) -> None:
        self._lead.glimpse(wanted)

    def look(self, frame: Frame) -> TableObservation:
        """The observation of all cameras, in a frame of the leading one."""
        lead, time_s = self._sources.lead, frame.time_s
        self.changed = lead != self._led
        if self.changed:
            self._led = lead
            self._together.pass_on()
        here = self._all[lead]
        here.motion.step(frame.image_bgr, time_s)
        here.frame = frame
        seen = self._lead.look(frame)
        self._detected = self._lead.detected
        self._together.see(lead, seen, self._lead.calibration.camera, time_s, 0.0)
        busy = seen.still and self._detected
        self._look_beside(time_s, SKIPPED_LATE if frame.late else SKIPPED if busy else 0)
        self._update_status(time_s)
        found = self._together.observation(lead)
        return replace(found, still=False, hands=()) if self.changed else found

    # ----- the others

    @property
    def views(self) -> tuple[tuple[int, Frame, Camera], ...]:
        """The newest pictures of the other cameras that are calibrated and working: number, frame, camera."""
        return tuple(
            (number, each.frame, each.eyes.calibration.camera)
            for number, each in enumerate(self._all)
            if number != self._sources.lead and each.framed and not each.away
            if each.frame is not None and each.eyes is not None
        )

    def news(self) -> tuple[tuple[int, str], ...]:
        """Cameras ``found``, ``lost`` or ``back`` since the last call, as pairs of number and news."""
        news, self._news = tuple(self._news), []
        return news

    def _look_beside(self, time_s: float, skipped: int) -> None:
        """Observe the newest picture of one other camera, unless fewer than ``skipped`` frames have passed
        since the last one."""
        newest = dict(self._sources.beside(time_s - self.offset_s))
        for number, frame in newest.items():
            newest[number] = replace(frame, time_s=frame.time_s + self.offset_s)
            self._all[number].motion.step(frame.image_bgr, newest[number].time_s)
        wanted = [number for number in newest if not self._all[number].away]
        if not wanted or self._skipped < skipped:
            self._skipped += bool(wanted)
            return
        count = len(self._all)
        self._skipped, self._turn = 0, min(wanted, key=lambda number: (number - self._turn - 1) % count)
        self._look_at(self._turn, newest[self._turn])

    def _look_at(self, number: int, frame: Frame) -> None:
        """Observe another camera's picture."""
        each = self._all[number]
        seen = each.look(frame, self.calibration)
        if seen is None or each.eyes is None:
            return
        self._detected |= each.eyes.detected
        camera = each.eyes.calibration.camera
        there = View(camera, seen.units, seen.hands)
        here = self._together.resting(self._led)
        if each.framed:
            known = each.shift_s is not None
            bound = BOUND_S if self._sources.live else FILM_BOUND_S
            time_s = frame.time_s + (each.shift_s or 0.0) - (self._all[self._led].shift_s or 0.0)
            self._together.see(number, seen, camera, time_s, ACCURACY_S if known else bound)
            if number not in self._sources.able:
                self._sources.able.add(number)
                self._news.append((number, "found"))
            if seen.still and here is not None and not self._together.agree(self._led, number):
                each.match(here, there, frame.time_s)
        elif seen.still and here is not None:
            each.match(here, there, frame.time_s)

    def _update_status(self, time_s: float) -> None:
        """Update which cameras are lost or back, and the offsets between their clocks."""
        for number, each in enumerate(self._all):
            if self._frozen(number, time_s):
                self._sources.frozen.add(number)
            else:
                self._sources.frozen.discard(number)
            away = self._sources.away(number)
            if away is not each.away:
                each.away = away
                never = self._sources.sources[number].quiet_s == math.inf
                if self._sources.live and (never or number in self._sources.able):
                    self._news.append((number, "lost" if away else "back"))
                if away and number != self._led:
                    self._together.forget(number)
        if self._sources.live and time_s - self._aligned_s >= ALIGNED_EVERY_S:
            self._aligned_s = time_s
            self._align()

    def _frozen(self, number: int, time_s: float) -> bool:
        """Whether a camera sends the same picture again and again while others see motion."""
        if not self._sources.live or time_s - self._all[number].motion.altered_s < FROZEN_S:
            return False
        others = (each.motion for n, each in enumerate(self._all) if n != number)
        return any(motion.moving_s(time_s - FROZEN_S) >= MOVED_S for motion in others)

    def _align(self) -> None:
        """Estimate from motion how far the other cameras' clocks are behind the leading one's."""
        lead = self._all[self._led]
        for each in self._all:
            if each is lead or not each.framed:
                continue
            found = shift_of(lead.motion, each.motion, 0.0, BOUND_S)
            if found is not None:
                each.shift_s = found.offset_s + (lead.shift_s or 0.0)


class LeadingFraming(Framing):
    """The framing of whichever camera leads."""

    def __init__(self, eyes: SeveralEyes) -> None:
        self._eyes = eyes
        self.calibration = eyes.framing.calibration

    @property
    def turns(self) -> int:
        return self._eyes.framing.turns

    def as_sent(self, now: Calibration) -> Calibration:
        return self._eyes.framing.as_sent(now)

    def facts(self, now: Calibration) -> dict[str, Any]:
        return {**self._eyes.framing.facts(now), "lead": self._eyes.lead}

    def at_rest(self, frame: Frame, calibration: Calibration) -> None:
        self._eyes.framing.at_rest(frame, calibration)

    def step(self, frame: Frame, now: Calibration) -> tuple[Frame, Calibration | None]:
        return self._eyes.framing.step(frame, now)
