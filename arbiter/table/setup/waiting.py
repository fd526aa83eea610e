"""Nobody waits in front of a silent set-up: whatever prevents it from being read is reported within seconds.

Problems are reported once the table has been still for ``TELL_S``, or after they have been read for
``WAIT_S`` without that much rest (``BUILDING_S`` while pieces are missing). If the table cannot even be
looked at, that is reported after ``WAIT_S`` if a piece flickers, after ``HANDS_S`` if hands are in the way,
and between two rounds after ``TIDYING_S``, when twenty pyramids change sides.
"""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.events.types import Notice
from arbiter.table.window import Presence, Window
from engine.game import Seat
from engine.message import Message, Messages
from vision.observation import TableObservation

say = Messages("arbiter")

TELL_S = 4.0
WAIT_S = 6.0
BUILDING_S = 20.0
HANDS_S = 10.0
TIDYING_S = 45.0
LOOK_S = 0.8
"""Seconds of still table that count as a look at it."""
TOPIC = "waiting"
HANDS = say("hands")
MOVING = say("moving")


@dataclass
class Telling:
    """When to report problems: once, as long as they stay the same."""

    reported: tuple[Message, ...] = ()
    reported_in: float = -1.0
    _seen: tuple[object, ...] = ()
    _since: float = 0.0

    def due(
        self, problems: tuple[Message, ...], window: Window, whole: bool = True, quiet: bool = False
    ) -> bool:
        """Whether to report the problems just read; if so, they count as reported.

        ``whole``: as many pieces are there as there should be; ``quiet``: people are tidying up.
        """
        held_s = self.held_s(problems, window)
        long = held_s >= (WAIT_S if whole else BUILDING_S)
        if problems == self.reported or not (long or (window.span_s >= TELL_S and not quiet)):
            return False
        self.reported, self.reported_in = problems, window.first_s
        return True

    def held_s(self, problems: tuple[Message, ...], window: Window) -> float:
        """For how many seconds these problems have been read, whichever seat has them."""
        kinds = tuple(dict.fromkeys(map(_without_seat, problems)))
        if kinds != self._seen:
            self._seen, self._since = kinds, window.first_s
        return window.last_s - self._since

    def touched(self, window: Window) -> bool:
        """Whether the table was touched since the problems were reported, or since this was last asked."""
        touched = bool(self.reported) and window.first_s != self.reported_in
        self.reported_in = window.first_s
        return touched


def _without_seat(problem: Message) -> object:
    """The problem without its seat."""
    return problem.package, problem.id, tuple(pair for pair in problem.arguments if pair[0] != "who")


@dataclass
class Obstacle:
    """What prevents the table from being looked at. ``reported`` are the obstacles reported since it was last
    looked at, each only once, although hands that come and go also move the table. Hands are tolerated for
    ``hands_s``."""

    hands_s: float = HANDS_S
    reported: tuple[Message, ...] = ()
    _since: float | None = None

    def step(self, frame: TableObservation, window: Window) -> list[Notice]:
        """Takes every frame, with the window after it (empty if the frame does not count)."""
        if window.span_s >= LOOK_S and window.sure:
            self._since, self.reported = None, ()
            return []
        self._since = frame.time_s if self._since is None else self._since
        text = _reason(frame, window, frame.time_s - self._since, self.hands_s)
        if text is None or text in self.reported:
            return []
        self.reported = (*self.reported, text)
        return [Notice(time_s=frame.time_s, text=text, topic=TOPIC)]


def _reason(frame: TableObservation, window: Window, held_s: float, hands_s: float) -> Message | None:
    """Why the table cannot be looked at; ``None`` while that may pass, or if it was reported otherwise."""
    if not frame.registered or held_s < WAIT_S:
        return None
    if window.span_s >= LOOK_S:
        unsure = [t for t in window.tracks if t.presence(window.frames) is Presence.UNSURE]
        side = Seat.NEAR if unsure and unsure[0].y_mm < 0 else Seat.FAR
        return say("flickers", who=side) if unsure else None
    if held_s < hands_s or (frame.still and not frame.hands):
        return None
    return HANDS if frame.hands else MOVING
