"""Events become entries in the record, spoken words, and lines in the terminal, in this order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from arbiter import phrases
from arbiter.events import SessionEvent
from arbiter.record import Record
from arbiter.stills import Still
from arbiter.story import clock
from arbiter.utterance import Utterance
from arbiter.watch_stats import Stats
from engine.game import Seat

SHOWN = 12
Show = Callable[[str], None]
StillsOf = Callable[[SessionEvent], Mapping[str, Still]]


class Speaker(Protocol):
    """What is used of the voice."""

    @property
    def silent(self) -> bool:
        """Whether it can't be heard."""

    @property
    def muted(self) -> bool:
        """Whether it is muted."""

    def say(self, utterance: Utterance) -> None:
        """Speak soon; never waits."""

    def mute(self, muted: bool) -> None:
        """Fall silent or speak again."""


class Announcer:
    """Records, says and shows. ``voice`` is ``None`` without one; ``show`` prints a line."""

    def __init__(
        self, record: Record, voice: Speaker | None, names: Mapping[Seat, str], show: Show, stats: Stats
    ) -> None:
        self._record, self._voice, self._show, self._stats = record, voice, show, stats
        self._names = {seat.value: name for seat, name in names.items()}
        self._muted = False
        self._recent: deque[str] = deque(maxlen=SHOWN)

    @property
    def muted(self) -> bool:
        """Whether the voice is muted."""
        return self._muted

    @property
    def recent(self) -> tuple[str, ...]:
        """The last announcements, newest first."""
        return tuple(self._recent)

    def remember(self, texts: Iterable[str]) -> None:
        """Announcements of the game before it was resumed, oldest first."""
        self._recent.extendleft(texts)

    def take(self, events: Iterable[SessionEvent], stills_of: StillsOf) -> None:
        """Record events with their stills and what there is to say about them, as one; then say it."""
        said = []
        with self._record.together():
            for event in events:
                self._write_event(event, stills_of(event))
                utterance = phrases.say(event, self._names)
                if utterance is not None:
                    self._write(utterance, event.time_s, event.kind)
                    said.append((utterance, event))
        for utterance, event in said:
            self._tell(utterance, event.time_s, event.kind)

    def _write_event(self, event: SessionEvent, stills: Mapping[str, Still]) -> None:
        facts = {"stills": {name: still.facts() for name, still in stills.items()}} if stills else {}
        pictures = {name: still.jpeg for name, still in stills.items()}
        self._record.append(event.kind, event.time_s, {**event.to_json(), **facts}, pictures)

    def say(self, utterance: Utterance, time_s: float, kind: str) -> None:
        """Record an utterance as ``said``, hand it to the voice and show it; ``kind``: what it is about."""
        self._write(utterance, time_s, kind)
        self._tell(utterance, time_s, kind)

    def _write(self, utterance: Utterance, time_s: float, kind: str) -> None:
        voice = self._voice
        data = {
            "text": utterance.text,
            "topic": utterance.topic,
            "priority": int(utterance.priority),
            "supersedes": utterance.supersedes,
            "about": kind,
            "spoken": voice is not None and not self._muted and not voice.silent,
        }
        self._record.append("said", time_s, data)

    def _tell(self, utterance: Utterance, time_s: float, kind: str) -> None:
        if self._voice is not None:
            self._voice.say(utterance)
        self._stats.handed(kind, utterance.text)
        self._recent.appendleft(utterance.text)
        self._show(f"{clock(time_s):>7}  {utterance.text}")

    def mute(self, muted: bool | None) -> None:
        """Mute, unmute, or (``None``) change over."""
        self._muted = not self._muted if muted is None else muted
        if self._voice is not None:
            self._voice.mute(self._muted)
