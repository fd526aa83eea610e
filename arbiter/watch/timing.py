"""How long things take while a game is watched: each frame, and from the hand's leaving to the voice."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass, field

FRAMES_KEPT, HANDOVERS_KEPT = 20_000, 2_000
PUT_OFF = "a frame put off"


@dataclass(frozen=True, slots=True)
class FrameTime:
    """One frame: its video time, and the seconds spent looking, judging, and in total (with recording).

    ``cpu_s`` is the process's CPU time on all cores, which other load on the machine hardly changes.
    ``still``: nothing moved; ``detected``: the detector ran; ``hands``: a hand was in view.
    """

    index: int
    time_s: float
    look_s: float
    judge_s: float
    total_s: float
    still: bool
    detected: bool
    hands: bool
    cpu_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Moment:
    """A frame's time in both clocks: ``time_s`` in the video, ``clock_s`` monotonic when work on it began."""

    time_s: float
    clock_s: float


@dataclass(frozen=True, slots=True)
class Handover:
    """An utterance given to the voice: the kind of its event, its frame, and when (monotonic).

    ``free`` is the first frame that vision called still and free of hands after the last disturbance
    (``None`` before any). The hand itself left earlier, by the time that vision takes to settle; if the true
    moment is known, as in rendered videos, use ``since``.
    """

    kind: str
    text: str
    frame: Moment
    handed_s: float
    free: Moment | None

    def since(self, time_s: float) -> float:
        """Seconds from a video time to the voice, including the work on the last frame."""
        return self.frame.time_s - time_s + self.handed_s - self.frame.clock_s

    @property
    def video_s(self) -> float | None:
        """Seconds from the hand-free frame to the voice, including the work on the last frame; independent of
        how fast a file is played."""
        return None if self.free is None else self.since(self.free.time_s)


@dataclass(eq=False)
class Stats:
    """Filled in by the watch loop; read by the benchmark.

    ``ready_s`` is the time from the call of ``run`` to the first frame watched (``None`` before).
    """

    frames: deque[FrameTime] = field(default_factory=lambda: deque(maxlen=FRAMES_KEPT))
    handovers: deque[Handover] = field(default_factory=lambda: deque(maxlen=HANDOVERS_KEPT))
    began_s: float = field(default_factory=time.monotonic)
    ready_s: float | None = None
    cut: Counter[str] = field(default_factory=Counter)
    """In how many frames each search (``arbiter.table.budget``) was cut short; ``PUT_OFF`` counts the frames
    whose inference was put off because looking at them had taken too long."""
    worst: FrameTime | None = None
    """The frame that took longest."""
    _now: Moment = Moment(0.0, 0.0)
    _free: Moment | None = None
    _busy: bool = False

    def begin(self, time_s: float) -> float:
        """Note that work on a frame begins; returns the monotonic time."""
        clock = time.monotonic()
        if self.ready_s is None:
            self.ready_s = clock - self.began_s
        self._now = Moment(time_s, clock)
        return clock

    def took(self, frame: FrameTime, cut: Iterable[str]) -> None:
        """Note that work on a frame is done; ``cut`` names the searches that were cut short in it."""
        self.frames.append(frame)
        self.cut.update(cut)
        if self.worst is None or frame.total_s > self.worst.total_s:
            self.worst = frame

    def see(self, busy: bool) -> None:
        """Note whether the frame shows a hand or anything moving."""
        if self._busy and not busy:
            self._free = self._now
        self._busy = busy

    def handed(self, kind: str, text: str) -> None:
        """Note that an utterance was handed to the voice."""
        self.handovers.append(Handover(kind, text, self._now, time.monotonic(), self._free))
