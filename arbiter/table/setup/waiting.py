"""Nobody waits at a silent set-up: whatever keeps it from being read is said within seconds.

What is wrong is told once the table has been still for ``TELL_S``, or has been read so for ``WAIT_S`` though
never that long at rest (``BUILDING_S`` while pieces are still missing). What can't even be looked at is told
after ``WAIT_S`` where a piece comes and goes, after ``HANDS_S`` where hands are in the way, between two
rounds after ``TIDYING_S``: twenty pyramids change sides then.
"""

from __future__ import annotations

from dataclasses import dataclass, field

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
"""So much still table is a look at it."""
TOPIC = "waiting"
HANDS = say("hands")
MOVING = say("moving")


@dataclass
class Telling:
    """When to tell what is wrong: once as long as it stays the same."""

    told: tuple[Message, ...] = ()
    told_in: float = -1.0
    _seen: tuple[object, ...] = ()
    _since: float = 0.0

    def due(
        self, problems: tuple[Message, ...], window: Window, whole: bool = True, quiet: bool = False
    ) -> bool:
        """Whether the problems just read are to be told now; if so they count as told.

        ``whole``: as many pieces are there as there should be; ``quiet``: people are tidying up.
        """
        held_s = self.held_s(problems, window)
        long = held_s >= (WAIT_S if whole else BUILDING_S)
        if problems == self.told or not (long or (window.span_s >= TELL_S and not quiet)):
            return False
        self.told, self.told_in = problems, window.first_s
        return True

    def held_s(self, problems: tuple[Message, ...], window: Window) -> float:
        """For how many seconds these problems have been read, whichever seat has them."""
        kinds = tuple(dict.fromkeys(map(_whoever, problems)))
        if kinds != self._seen:
            self._seen, self._since = kinds, window.first_s
        return window.last_s - self._since

    def touched(self, window: Window) -> bool:
        """Whether the table was touched since the problems were told, or since this was asked last."""
        touched = bool(self.told) and window.first_s != self.told_in
        self.told_in = window.first_s
        return touched


def _whoever(problem: Message) -> object:
    """What a problem is, whichever seat has it."""
    return problem.package, problem.id, tuple(pair for pair in problem.arguments if pair[0] != "who")


@dataclass
class Obstacle:
    """What keeps the table from being looked at; ``told`` is what was told since it was looked at last, each
    once: hands that come and go move the table, too.

    Hands may be there for ``hands_s``.
    """

    hands_s: float = HANDS_S
    told: tuple[Message, ...] = ()
    _since: float | None = field(default=None)

    def step(self, frame: TableObservation, window: Window) -> list[Notice]:
        """Takes every frame, with the window after it (an empty one where the frame does not count)."""
        if window.span_s >= LOOK_S and window.sure:
            self._since, self.told = None, ()
            return []
        self._since = frame.time_s if self._since is None else self._since
        text = _reason(frame, window, frame.time_s - self._since, self.hands_s)
        if text is None or text in self.told:
            return []
        self.told = (*self.told, text)
        return [Notice(time_s=frame.time_s, text=text, topic=TOPIC)]


def _reason(frame: TableObservation, window: Window, held_s: float, hands_s: float) -> Message | None:
    """Why the table can't be looked at; ``None`` while that may pass, or was said otherwise."""
    if not frame.registered or held_s < WAIT_S:
        return None
    if window.span_s >= LOOK_S:
        unsure = [t for t in window.tracks if t.presence(window.frames) is Presence.UNSURE]
        side = Seat.NEAR if unsure and unsure[0].y_mm < 0 else Seat.FAR
        return say("flickers", who=side) if unsure else None
    if held_s < hands_s or (frame.still and not frame.hands):
        return None
    return HANDS if frame.hands else MOVING
