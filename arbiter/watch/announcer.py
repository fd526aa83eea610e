"""Events become entries in the record, spoken words, and lines in the terminal, in this order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from arbiter.events.types import SessionEvent
from arbiter.record.record import Record
from arbiter.record.replay import read_game
from arbiter.record.stills import Still
from arbiter.story.story import clock
from arbiter.voice import phrases
from arbiter.voice.commentary import TABLE, USUAL, heard, said_json
from arbiter.voice.table_words import answer_to
from arbiter.voice.voice import FASTEST, RATE, SLOWEST
from arbiter.watch.timing import Stats
from arbiter.words.utterance import Priority, Utterance
from arbiter.words.wording import Wording, languages, wording
from engine.game import Seat
from engine.message import Message, Messages

say = Messages("arbiter")

SHOWN = 12
Show = Callable[[str], None]
StillsOf = Callable[[SessionEvent], Mapping[str, Still]]


class Speaker(Protocol):
    """The part of the voice that the announcer uses."""

    @property
    def silent(self) -> bool:
        """Whether it can't be heard."""

    @property
    def status(self) -> Message:
        """A message that it works, or why it is silent."""

    @property
    def muted(self) -> bool:
        """Whether it is muted."""

    def say(self, utterance: Utterance) -> None:
        """Speak soon; never waits."""

    def mute(self, muted: bool) -> None:
        """Fall silent or speak again."""

    def speak(self, language: str) -> None:
        """Use a voice of that language from the next utterance on."""

    def sound(self, rate: int, volume: float, voice: str) -> None:
        """Words a minute, loudness 0 to 1, and the voice's name, from the next utterance on."""

    @property
    def voices(self) -> Sequence[str]:
        """The names of the machine's voices."""


class Announcer:
    """Records, speaks and shows events. ``voice`` is ``None`` if there is no voice; ``show`` prints a line.

    ``language`` is the language of every announcement, ``commentary`` how many of them the voice speaks.
    """

    def __init__(
        self,
        record: Record,
        voice: Speaker | None,
        names: Mapping[Seat, str],
        show: Show,
        stats: Stats,
        language: str = "en",
        commentary: str = USUAL,
    ) -> None:
        self._record, self._voice, self._show, self._stats = record, voice, show, stats
        self._language, self._commentary = language, commentary
        self._game = read_game(record.header)
        self._said: deque[dict[str, Any]] = deque(maxlen=SHOWN)
        self._count = 0
        self._names = {seat.value: name for seat, name in names.items()}
        self._muted = False
        self._sound: dict[str, Any] = {"rate": RATE, "volume": 1.0, "voice": ""}
        self._recent: deque[str] = deque(maxlen=SHOWN)

    @property
    def muted(self) -> bool:
        """Whether the voice is muted."""
        return self._muted

    @property
    def recent(self) -> tuple[str, ...]:
        """The last announcements, newest first."""
        return tuple(self._recent)

    @property
    def names(self) -> Mapping[str, str]:
        """The players' names by seat."""
        return self._names

    @property
    def words(self) -> Wording:
        """The wording in the language of the announcements."""
        return wording(self._language)

    def shown(self) -> dict[str, Any]:
        """What a page shows: the announcements, newest first, and the voice's settings."""
        return {
            "announcements": list(self._recent),
            "said": list(self._said),
            "muted": self._muted,
            "language": self._language,
            "languages": dict(languages()),
            "commentary": self._commentary,
            "sound": {**self._sound, **self._machine()},
        }

    def _machine(self) -> dict[str, Any]:
        """The machine's voices, and why nothing can be heard, if that is so."""
        voice = self._voice
        problem = self.words.tell(voice.status) if voice is not None and voice.silent else ""
        return {"voices": [] if voice is None else list(voice.voices), "problem": problem}

    def tune(self, language: str | None, commentary: str | None) -> None:
        """Change the language, or how much the voice speaks.

        Raises ``ValueError`` for an unknown language.
        """
        if language is not None:
            self._language = wording(language).language
            if self._voice is not None:
                self._voice.speak(self.words.say("voice"))
        self._commentary = commentary or self._commentary

    def describe(self, utterance: Utterance | None, time_s: float) -> None:
        """Describe the table for players who want to hear it; recorded only if it is spoken here."""
        if utterance is None:
            return
        if self._commentary == "full":
            self.say(utterance, time_s, TABLE)
        else:
            self._keep(utterance)

    def answer(self, what: str, state: Any, time_s: float) -> None:
        """Speak the answer to what somebody asked (``arbiter.voice.table_words``), at any level of
        commentary.

        It is not recorded.
        """
        names = {seat: self._names[seat] for seat in Seat}
        text = answer_to(what, state, names, self.words, next(iter(self._recent), ""))
        if self._voice is not None and text:
            self._voice.say(Utterance(text, "asked", Priority.QUESTION))
        self._show(f"{clock(time_s):>7}  {text}")

    def sound(self, rate: int, volume: float, voice: str, try_it: bool) -> None:
        """Set how the voice sounds; with ``try_it`` it speaks a sentence. Raises ``ValueError``."""
        if not (SLOWEST <= rate <= FASTEST and 0.0 <= volume <= 1.0):
            raise ValueError(say("page_sound", n=SLOWEST, most=FASTEST))
        self._sound = {"rate": rate, "volume": volume, "voice": voice}
        if self._voice is not None:
            self._voice.sound(rate, volume, voice)
            if try_it:
                self._voice.say(Utterance(self.words.page("speech_on"), "asked", Priority.QUESTION))

    def remember(self, texts: Iterable[str]) -> None:
        """Show announcements from before the game was resumed, oldest first."""
        self._recent.extendleft(texts)

    def take(self, events: Iterable[SessionEvent], stills_of: StillsOf) -> None:
        """Record events, their stills and their announcements in one transaction; then announce them."""
        said = []
        with self._record.together():
            for event in events:
                self._write_event(event, stills_of(event))
                utterance = phrases.say(event, self._game, self._names, self._language)
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
        """Record an utterance as ``said``, speak it and show it; ``kind`` is the event it is about."""
        self._write(utterance, time_s, kind)
        self._tell(utterance, time_s, kind)

    def _write(self, utterance: Utterance, time_s: float, kind: str) -> None:
        voice = self._voice
        audible = voice is not None and not self._muted and not voice.silent
        data = {
            "text": utterance.text,
            "topic": utterance.topic,
            "priority": int(utterance.priority),
            "supersedes": utterance.supersedes,
            "about": kind,
            "spoken": audible and bool(self._heard(utterance)),
        }
        self._record.append("said", time_s, data)

    def _tell(self, utterance: Utterance, time_s: float, kind: str) -> None:
        spoken = self._heard(utterance)
        if self._voice is not None and spoken:
            self._voice.say(replace(utterance, text=spoken))
        self._keep(utterance)
        self._stats.handed(kind, utterance.text)
        self._recent.appendleft(utterance.text)
        self._show(f"{clock(time_s):>7}  {utterance.text}")

    def _heard(self, utterance: Utterance) -> str:
        return heard(utterance, self._commentary)

    def _keep(self, utterance: Utterance) -> None:
        self._count += 1
        self._said.appendleft(said_json(self._count, utterance))

    def mute(self, muted: bool | None) -> None:
        """Mute, unmute, or (``None``) toggle."""
        self._muted = not self._muted if muted is None else muted
        if self._voice is not None:
            self._voice.mute(self._muted)
