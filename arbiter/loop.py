"""The watch loop: each frame through vision and the session, what comes of it recorded, said and shown.

One thread does all of it, in order; orders from people reach it through a queue. A camera's own thread keeps
only its newest frame (``vision.source``), so a slow frame makes the next one newer, never later.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from arbiter.announcer import Announcer
from arbiter.certain import certain
from arbiter.events import MoveSeen, Notice, SessionEvent, SetupSeen
from arbiter.eyes import Eyes
from arbiter.live_view import LiveView
from arbiter.orders import Back, Choose, Dispute, Enter, Mute, Order, Orders, Place, Quit, Stop
from arbiter.placing import by_hand, kept
from arbiter.record import Record
from arbiter.registration import PlaceWatch
from arbiter.session import Snapshot
from arbiter.stills import Stills
from arbiter.tables import Session
from arbiter.watch_stats import FrameTime, Stats
from vision.observation import TableObservation
from vision.source import Frame

ANSWER_WAIT_S = 60.0
"""How long an open question is waited for after the end of a video, when there is somebody to answer."""
LINGERING = "the page stays open; q and Enter, or Ctrl-C, ends"


@dataclass(frozen=True)
class Table:
    """All that a watched game needs; ``view`` is ``None`` without a page."""

    eyes: Eyes
    session: Session
    announcer: Announcer
    record: Record
    orders: Orders
    stats: Stats
    view: LiveView | None = None
    live: bool = False
    realtime: bool = False
    linger: bool = False
    """Stay after the match or the video, until somebody says to stop (or presses Ctrl-C)."""
    offset_s: float = 0.0
    """Added to the frames' times (a resumed game goes on in its own time)."""


class WatchLoop:
    """Runs a game; see ``run``."""

    def __init__(self, table: Table, tell: Callable[[str], None]) -> None:
        self._table, self._tell = table, tell
        self._stills = Stills()
        self._place = PlaceWatch(table.eyes.calibration)
        self._time_s = table.offset_s
        self._snapshot = table.session.snapshot()
        self._start: float | None = None
        self._lingering = False

    def run(self, frames: Iterable[Frame]) -> None:
        """Watch until the frames end, the match is over, or somebody asks to stop.

        Raises what the source raises (``SourceError``) and ``RecordError``.
        """
        self._publish()
        try:
            for frame in frames:
                self._step(replace(frame, time_s=frame.time_s + self._table.offset_s))
                if self._snapshot.match_over and self._ends():
                    return
            self._stay()
        except Stop:
            return

    @property
    def snapshot(self) -> Snapshot:
        """Where the game stands."""
        return self._snapshot

    @property
    def time_s(self) -> float:
        """Seconds of video at the last frame."""
        return self._time_s

    # ----- a frame

    def _step(self, frame: Frame) -> None:
        table = self._table
        self._pace(frame.time_s)
        began = table.stats.begin(frame.time_s)
        self._time_s = frame.time_s
        observation, notices = self._look(frame)
        looked = time.monotonic()
        events = (*notices, *table.session.observe(observation))
        judged = time.monotonic()
        self._report(events)
        if table.view is not None:
            table.view.frame(frame, observation, table.eyes.calibration.camera)
        ended = time.monotonic()
        taken = (looked - began, judged - looked, ended - began)
        hands = bool(observation.hands)
        still, detected = observation.still, table.eyes.detected
        table.stats.frames.append(FrameTime(frame.index, frame.time_s, *taken, still, detected, hands))

    def _look(self, frame: Frame) -> tuple[TableObservation, tuple[Notice, ...]]:
        """What vision makes of the frame; whether it placed the camera anew."""
        table = self._table
        observation = table.eyes.look(frame)
        placed = table.eyes.calibration
        anew, notices = self._place.step(placed, observation.registered, frame.time_s)
        if anew:
            table.record.amend_header(frame.time_s, {"calibration": placed.to_json()})
        hands = bool(observation.hands)
        self._stills.add(frame, observation.still and not hands)
        table.stats.see(hands or not observation.still)
        return observation, notices

    def _pace(self, time_s: float) -> None:
        """Carry out orders; in real time also wait until the frame is due."""
        if self._start is None:
            self._start = time.monotonic() - time_s
        self._carry_out()
        while self._table.realtime and (early := self._start + time_s - time.monotonic()) > 0:
            self._carry_out(min(early, 0.5))

    # ----- what comes of it

    def _report(self, events: Iterable[SessionEvent]) -> None:
        """Record (all or none of them), say and show events."""
        events = tuple(events)
        if not events:
            return
        self._table.announcer.take(events, self._stills.of)
        self._publish()
        if any(isinstance(event, SetupSeen | MoveSeen) for event in events):
            self._table.eyes.learn(certain(self._snapshot), self._time_s)

    def _publish(self) -> None:
        table = self._table
        self._snapshot = table.session.snapshot()
        if table.view is not None:
            table.view.state(self._snapshot, table.announcer.recent, table.announcer.muted)

    # ----- what people want

    def _carry_out(self, wait_s: float = 0.0) -> None:
        self._table.orders.carry_out(self._obey, wait_s)

    def _obey(self, order: Order) -> None:
        """Carry out one order; raises ``ValueError`` or ``MoveError`` in one line when it can't be."""
        session = self._table.session
        if isinstance(order, Choose):
            self._choose(order)
        elif isinstance(order, Dispute):
            self._dispute()
        elif isinstance(order, Mute):
            self._table.announcer.mute(order.muted)
            self._tell("muted" if self._table.announcer.muted else "voice on")
            self._publish()
        elif isinstance(order, Back):
            self._report(session.take_back())
        elif isinstance(order, Enter):
            self._report(session.enter(order.text))
        elif isinstance(order, Place):
            self._place_by_hand(order)
        elif isinstance(order, Quit):
            raise Stop

    def _choose(self, order: Choose) -> None:
        question = self._snapshot.question
        if question is None:
            raise ValueError("no question is open")
        number = question.id if order.question is None else order.question
        self._report(self._table.session.answer(number, order.option))

    def _place_by_hand(self, order: Place) -> None:
        """Look through the camera that the corners give from now on, and keep it for the next game."""
        eyes = self._table.eyes
        calibration = by_hand(order.corners, order.size_mm, eyes.calibration)
        eyes.place(calibration)
        self._tell(f"table placed by corners shown by hand{kept(calibration)}")

    def _dispute(self) -> None:
        """Mark the moment in the record, with the last seconds."""
        text = "Somebody disputes this moment"
        self._table.record.append("dispute", self._time_s, {"text": text}, self._stills.last_seconds())
        self._tell("disputed: the last seconds are kept in the record")

    def _ends(self) -> bool:
        """Whether to stop now that the match is over: a video goes on to its end."""
        if self._table.linger and not self._lingering:
            self._tell(LINGERING)
        self._lingering = True
        return self._table.live and not self._table.linger

    def _stay(self) -> None:
        """The video is over: give people time to look, and to answer an open question."""
        table, end = self._table, time.monotonic() + ANSWER_WAIT_S
        if table.linger and not self._lingering:
            self._tell(LINGERING)
        while table.linger or (table.realtime and self._snapshot.question and time.monotonic() < end):
            self._carry_out(0.5)
