"""The watch loop: each frame goes through vision and the session; the events are recorded, spoken and shown.

All of this happens in one thread, in order; people's orders reach it through a queue. The camera's own thread
buffers frames meanwhile (``vision.source.live``), so that no rest of the table is missed in a slow step.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import numpy as np

from arbiter.camera.cards_watch import CardsWatch
from arbiter.camera.placing import by_hand, keep_calibration, pointed_at
from arbiter.camera.several import SeveralEyes
from arbiter.events.orders import (
    Accept,
    Ask,
    Back,
    Choose,
    Correct,
    Dispute,
    Enter,
    Mark,
    Mute,
    Order,
    Place,
    Quit,
    Renew,
    Say,
    Speak,
    Stop,
    Tune,
)
from arbiter.events.types import (
    IllegalStood,
    MoveAmended,
    MoveSeen,
    Notice,
    Question,
    SessionEvent,
    SetupSeen,
    TakeBack,
)
from arbiter.pages.live_case import live_case
from arbiter.table.frames import Snapshot
from arbiter.table.setup.certain import certain
from arbiter.voice.table_words import described
from arbiter.watch.disputes import Disputes
from arbiter.watch.registration import EdgeWatch, FitWatch, PlaceWatch, SignalWatch, view_notices
from arbiter.watch.table import Table
from arbiter.watch.timing import PUT_OFF, FrameTime
from calibration.table_frame import reframed
from engine.game import Seat
from engine.message import Messages, Said
from vision.observation import TableObservation
from vision.source.frames import Frame

say = Messages("arbiter")

LATE_S = 0.25
"""If looking at a live frame took longer, its observation is only collected and inference is put off to the
next frame. That one is never put off, so that a slow machine does half the work but never stops."""
ANSWER_WAIT_S = 60.0
"""How long to wait for an answer to an open question after the end of a video, if somebody is there."""
DESCRIBED = (SetupSeen, MoveSeen, MoveAmended, IllegalStood, TakeBack)
"""The events after which the table is described to players who can't see it."""
LINGERING = say("watch_stays")


class WatchLoop:
    """Runs a game; see ``run``."""

    def __init__(self, table: Table, tell: Callable[[Said], None]) -> None:
        self._table, self._tell = table, tell
        self._disputes = Disputes(table.record)
        self._fit, self._edge = FitWatch(), EdgeWatch()
        self._place, self._signal = PlaceWatch(table.eyes.calibration), SignalWatch()
        self._picture, self._cards = table.eyes.calibration.camera.size, CardsWatch()
        self._time_s = table.offset_s
        self._snapshot = table.session.snapshot()
        self._start: float | None = None
        self._lingering = self._put_off = False
        self.film_over = False  # the film ended before the game did
        if table.several is not None:
            table.several.offset_s = table.offset_s

    def run(self, frames: Iterable[Frame]) -> None:
        """Watch until the frames end, the match is over, or somebody asks to stop.

        Raises ``SourceError`` from the source, and ``RecordError``.
        """
        self._publish()
        try:
            for frame in self._attended(frames):
                self._step(replace(frame, time_s=frame.time_s + self._table.offset_s))
                if self._snapshot.match_over and self._ends():
                    return
            self._stay()
        except Stop:
            return
        finally:
            self._disputes.close()

    @property
    def snapshot(self) -> Snapshot:
        """The present state of the game."""
        return self._snapshot

    @property
    def time_s(self) -> float:
        """Seconds of video at the last frame."""
        return self._time_s

    # ----- a frame

    def _attended(self, frames: Iterable[Frame]) -> Iterator[Frame]:
        """The frames; while waiting for the next one, orders are carried out."""
        coming = iter(frames)
        while True:
            while not self._table.ready():
                self._report(self._signal.step(self._table.silent(), self._time_s))
                self._carry_out()
            self._report(self._signal.step(False, self._time_s))
            frame = next(coming, None)
            if frame is None:
                return
            yield frame

    def _step(self, frame: Frame) -> None:
        table = self._table
        self._pace(frame.time_s)
        began, spent = table.stats.begin(frame.time_s), time.process_time()
        self._time_s = frame.time_s
        frame, fits = self._framed(frame)
        observation, notices = self._look(frame, fits)
        self._look_for_cards(frame, observation)
        looked = time.monotonic()
        self._put_off = table.live and looked - began > LATE_S and not self._put_off
        events = (*notices, *table.session.observe(observation, self._put_off))
        self._seat()
        judged = time.monotonic()
        self._report(events)
        if not events and table.session.set_up is not self._snapshot.set_up:
            self._publish()
        if table.view is not None:
            table.view.frame(frame, observation, table.eyes.calibration.camera)
        ended = time.monotonic()
        taken = (looked - began, judged - looked, ended - began)
        cpu_s = time.process_time() - spent
        hands = bool(observation.hands)
        still, detected = observation.still, table.eyes.detected
        cut = [*table.session.watchdog.cut, *([PUT_OFF] if self._put_off else [])]
        table.stats.took(FrameTime(frame.index, frame.time_s, *taken, still, detected, hands, cpu_s), cut)

    def _look(self, frame: Frame, fits: bool) -> tuple[TableObservation, tuple[Notice, ...]]:
        """What vision sees in the frame, and what to tell about the camera; ``fits`` says whether the picture
        fits the calibration."""
        table = self._table
        table.eyes.glimpse(table.session.glimpses)
        notices = self._fit.step(fits, frame.time_s)
        if not fits:
            unread = TableObservation(frame.time_s, frame.index, (), (), still=False, registered=False)
            return unread, notices
        observation = table.eyes.look(frame)
        placed = table.eyes.calibration
        if table.several is not None:
            notices = (*notices, *self._others(table.several, frame.time_s))
        moved_frame, moved = self._place.step(placed, observation.registered, frame.time_s)
        if moved_frame:
            table.record.amend_header(frame.time_s, table.framing.facts(placed))
        if self._snapshot.phase == "setup":
            notices = (*notices, *self._edge.step(observation, self._picture))
        hands = bool(observation.hands)
        rest = observation.still and not hands
        self._disputes.add(frame, observation, rest)
        if rest and observation.registered:
            table.framing.at_rest(frame, placed)
        table.stats.see(hands or not observation.still)
        return observation, (*notices, *moved)

    def _others(self, several: SeveralEyes, time_s: float) -> tuple[Notice, ...]:
        """Show the other cameras' views; return what to tell about those cameras."""
        placed = several.calibration
        if several.changed:
            self._place = PlaceWatch(placed, taken_over=True)
            self._table.record.amend_header(time_s, self._table.framing.facts(placed))
        if self._table.view is not None:
            self._table.view.beside(several.views)
        return view_notices(several.news(), time_s)

    def _framed(self, frame: Frame) -> tuple[Frame, bool]:
        """The frame turned upright, and whether it fits the calibration: a frame of another size fits only
        once the table has been found in it.
        """
        eyes = self._table.eyes
        frame, placed = self._table.framing.step(frame, eyes.calibration)
        self._picture = frame.image_bgr.shape[1], frame.image_bgr.shape[0]
        if placed is not None and placed is not eyes.calibration:
            eyes.place(placed)
        return frame, placed is not None

    def _seat(self) -> None:
        """Turn the table frame to where the players sit, if the session has found that out."""
        table, place = self._table, self._table.session.seats
        if place is None:
            return
        placed = reframed(table.eyes.calibration, place)
        table.eyes.place(placed)
        self._place = PlaceWatch(placed)
        table.record.amend_header(self._time_s, table.framing.facts(placed))
        table.session.seated()

    def _look_for_cards(self, frame: Frame, observation: TableObservation) -> None:
        """Before a game with cards begins, look for the cards (in frames without detection) and show their
        outlines."""
        table, camera = self._table, self._table.eyes.calibration.camera
        laid = table.session.looking
        found = None
        if laid is not None and not table.eyes.detected:
            found = self._cards.step(laid, frame, observation, camera)
        if found is not None:
            table.session.place(found)
        if table.view is not None:
            table.view.outlines(() if laid is None else (found or laid).outlines)

    def _pace(self, time_s: float) -> None:
        """Carry out orders; if the video runs in real time, wait until the frame is due."""
        if self._start is None:
            self._start = time.monotonic() - time_s
        self._carry_out()
        while self._table.realtime and (early := self._start + time_s - time.monotonic()) > 0:
            self._carry_out(min(early, 0.5))

    # ----- events

    def _report(self, events: Iterable[SessionEvent]) -> None:
        """Record (in one transaction), speak and show events."""
        events = tuple(events)
        if not events:
            return
        self._table.announcer.take(events, self._disputes.stills.of)
        self._snapshot = self._table.session.snapshot()
        self._describe(events)
        self._crops(events)
        self._publish()
        if any(isinstance(event, SetupSeen | MoveSeen) for event in events):
            self._table.eyes.learn(certain(self._snapshot), self._time_s)

    def _describe(self, events: Iterable[SessionEvent]) -> None:
        """Describe the table after a change, for players who can't see it."""
        if any(isinstance(event, DESCRIBED) and getattr(event, "legal", True) for event in events):
            announcer = self._table.announcer
            names = {seat: announcer.names[seat] for seat in Seat}
            words = described(self._snapshot.state, names, announcer.words)
            announcer.describe(words, self._time_s)

    def _publish(self) -> None:
        table = self._table
        self._snapshot = table.session.snapshot()
        if table.view is not None:
            table.view.state(self._snapshot, table.announcer.shown())

    # ----- orders

    def _carry_out(self, wait_s: float = 0.0) -> None:
        self._table.orders.carry_out(self._obey, wait_s)

    def _obey(self, order: Order) -> None:
        """Carry out one order; raises ``ValueError`` or ``MoveError``, one line each, if it is impossible."""
        session = self._table.session
        if isinstance(order, Choose):
            self._choose(order)
        elif isinstance(order, Dispute):
            self._tell(self._disputes.mark(self._snapshot, order.move, self._time_s))
            self._show_case()
        elif isinstance(order, Mute):
            self._table.announcer.mute(order.muted)
            self._tell(say("watch_muted" if self._table.announcer.muted else "watch_voice_on"))
            self._publish()
        elif isinstance(order, Tune):
            self._table.announcer.tune(order.language, order.commentary)
            if order.language is not None:
                self._table.record.amend_header(self._time_s, {"language": order.language})
                self._show_case()
            self._publish()
        elif isinstance(order, Ask):
            self._table.announcer.answer(order.what, self._snapshot.state, self._time_s)
        elif isinstance(order, Speak):
            self._table.announcer.sound(order.rate, order.volume, order.voice, order.try_it)
            self._publish()
        elif isinstance(order, Back):
            self._report(session.take_back())
        elif isinstance(order, Enter):
            self._report(session.enter(order.text))
        elif isinstance(order, Say):
            self._report(session.say(order.what, *pointed_at(order, self._table.eyes.calibration.camera)))
        elif isinstance(order, Accept):
            self._report(session.accept())
        elif isinstance(order, Place):
            self._place_by_hand(order)
        elif isinstance(order, Mark):
            self._mark(order)
        elif isinstance(order, Correct):
            self._report(session.correct(order.op, order.move, order.text))
            self._show_case()
            if self._table.clip is not None:
                self._table.clip.restart()
        elif isinstance(order, Renew):
            for line in self._table.renew(order.looking_on):
                self._tell(line)
        elif isinstance(order, Quit):
            raise Stop

    def _choose(self, order: Choose) -> None:
        question = self._snapshot.question
        if question is None:
            raise ValueError(say("page_no_question"))
        if not 0 <= order.option < len(question.options):
            raise ValueError(say("answers", n=len(question.options)))
        number = question.id if order.question is None else order.question
        self._report(self._table.session.answer(number, order.option))

    def _place_by_hand(self, order: Place) -> None:
        """Use the calibration that the corners give from now on, and keep it for the next game."""
        eyes = self._table.eyes
        calibration = by_hand(order.corners, order.size_mm, self._picture, eyes.calibration.source)
        eyes.place(calibration)
        self._tell(keep_calibration(self._table.framing.as_sent(calibration)))

    def _mark(self, order: Mark) -> None:
        """Look for the board or the cards where people point, and note that in the record."""
        session, record, camera = self._table.session, self._table.record, self._table.eyes.calibration.camera
        places = order.corners
        if order.in_mm and (len(places) != 4 or not np.isfinite(places).all()):
            raise ValueError(say("page_corners_mm"))
        if not order.in_mm:
            pixels = np.array(order.corners) * (camera.width, camera.height) - 0.5
            places = tuple((float(x), float(y)) for x, y in camera.to_table(pixels))
        facts = session.mark(places)
        record.amend_header(self._time_s, {"table": {**(record.header.get("table") or {}), **facts}})
        self._tell(say("watch_marked"))
        self._publish()

    def _show_case(self) -> None:
        """Show on the page the evidence for the disputed move."""
        view, record = self._table.view, self._table.record
        if view is None:
            return
        view.case(live_case(record, self._table.announcer.words))
        self._publish()

    def _crops(self, events: Iterable[SessionEvent]) -> None:
        """Show the pictures that a question is about."""
        for event in events:
            if isinstance(event, Question) and self._table.view is not None:
                self._table.view.crops(event.id, self._disputes.stills.crops(event.boxes))

    def _ends(self) -> bool:
        """Whether to stop now that the match is over; a video is watched to its end."""
        if self._table.linger and not self._lingering:
            self._tell(LINGERING)
        self._lingering = True
        self._turning()
        return self._table.live and not self._table.linger

    def _turning(self) -> None:
        """Start making the clip of a match that is over (or of an endless game), and offer it once it is
        made."""
        table = self._table
        ended = self._snapshot.match_over or not self._snapshot.game.ends
        if table.clip is not None and ended:
            table.clip.begin()
            if table.view is not None:
                table.view.clip(table.clip.made)

    def _stay(self) -> None:
        """The video is over: give people time to look, and to answer an open question."""
        table, end = self._table, time.monotonic() + ANSWER_WAIT_S
        self.film_over = not self._snapshot.match_over
        if table.view is not None:
            table.view.film_over()
        if table.linger and not self._lingering:
            self._tell(LINGERING)
        while table.linger or (table.realtime and self._snapshot.question and time.monotonic() < end):
            self._turning()
            self._carry_out(0.5)
