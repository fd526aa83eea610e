"""Disputes in a game that is being watched, and the pictures kept for them."""

from __future__ import annotations

import math
import time
from contextlib import suppress
from dataclasses import replace

from arbiter.events.types import Dispute
from arbiter.pages.live_case import disputed_move
from arbiter.record.clip import Clip, Clips, filmed
from arbiter.record.footage import films_of
from arbiter.record.record import Record, RecordError
from arbiter.record.stills import Stills
from arbiter.table.frames import Snapshot
from engine.message import Message, Messages
from vision.observation import TableObservation
from vision.source.frames import Frame

say = Messages("arbiter")

DISPUTE_S = 4.0
"""Shortest time between two disputes: each records the pictures of the seconds before and after it."""


class Disputes:
    """Writes disputes and their pictures into a game's record; ``stills`` are the pictures for all events."""

    def __init__(self, record: Record) -> None:
        self.stills = Stills()
        self._record, self._clips = record, Clips()
        self._time_s, self._disputed_at = 0.0, -math.inf

    def add(self, frame: Frame, observation: TableObservation, rest: bool) -> None:
        """Take a frame; with ``rest`` nothing moves and no hand is in view."""
        self._time_s = frame.time_s
        self.stills.add(frame, rest)
        self._keep(self._clips.add(frame, observation))

    def mark(self, snapshot: Snapshot, number: int, time_s: float) -> Message:
        """Record a dispute about the move of that number, or the last one, with the pictures around it.

        Returns what to tell people. Raises ``ValueError`` within ``DISPUTE_S`` of the last dispute: each one
        takes a megabyte and some time.
        """
        now, self._time_s = time.monotonic(), time_s
        if now - self._disputed_at < DISPUTE_S:
            raise ValueError(say("door_dispute"))
        self._disputed_at = now
        about = disputed_move(snapshot.moves, number)
        clip = self._seconds_of(about.time_s if about else None)
        move, text = (about.number, f"{about.seat}: {about.text}") if about else (0, "")
        event = Dispute(time_s=self._time_s, round=snapshot.round, move=move, text=text)
        facts = {**event.to_json(), **clip.facts}
        entry = self._record.append(event.kind, event.time_s, facts, clip.pictures)
        if not clip.past:
            self._clips.follow(entry, self._time_s)
        return say("watch_disputed" if clip.pictures else "watch_disputed_late")

    def _seconds_of(self, move_s: float | None) -> Clip:
        """The pictures around a move: the buffered ones, or else from the film that is watched."""
        clip = self._clips.around(move_s, self._time_s, self.stills)
        if clip.pictures or move_s is None:
            return clip
        return replace(clip, pictures=filmed(films_of(self._record.path, self._record.header), move_s))

    def close(self) -> None:
        """Record the pictures taken so far after the last dispute."""
        self._keep(self._clips.end())

    def _keep(self, clip: Clip | None) -> None:
        if clip is not None:
            with suppress(RecordError):  # already reported
                self._record.append("clip", self._time_s, clip.facts, clip.pictures)
