"""The voice: takes utterances without ever blocking, and speaks them in a process of its own."""

from __future__ import annotations

import tempfile
import threading
import time
import wave
from collections.abc import Callable
from pathlib import Path

from arbiter.voice.process import Worker, WorkerGone
from arbiter.voice.speech_queue import LIMIT, Waiting, makes_stale
from arbiter.voice.wave import Spoken, VoiceOut
from arbiter.words.exits import one_line
from arbiter.words.utterance import Utterance
from engine.message import Message, Messages, Said, message_of, read_back

say = Messages("arbiter")

RATE, SLOWEST, FASTEST = 175, 80, 400
"""Words a minute: the default, and the range to choose from."""
READY_S = 20.0
ANSWER_S, SIGN_S = 15.0, 0.2
"""Time limit for speaking an utterance: this much, and this much more for each character."""
FIRST_PAUSE_S, LAST_PAUSE_S = 1.0, 120.0
"""A voice that was lost is tried again with the first utterance after a pause; each pause is twice the
last."""
Report = Callable[[Message], None]
STARTING = say("voice_starting")


class Voice:
    """Speaks utterances in the background. Create one with ``Voice.start``."""

    def __init__(self, rate: int, out: VoiceOut | None, aloud: bool, keep_all: bool, report: Report) -> None:
        self._rate, self._aloud, self._report = rate, aloud, report
        self._driver: str | None = None
        self._language, self._volume, self._named = "en", 1.0, ""
        self._voices: dict[str, list[str]] = {}
        self._out = out
        self._limit = None if keep_all else LIMIT
        self._change = threading.Condition()
        self._waiting = Waiting()
        self._speaking: Utterance | None = None
        self._worker: Worker | None = None
        self._muted = self._closing = self._resting = False
        self._restarts, self._pause_s = 1, FIRST_PAUSE_S
        self._status = STARTING
        self._problem: Said | None = None
        self._folder = tempfile.TemporaryDirectory(prefix="arbiter-voice-")
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)

    @classmethod
    def start(
        cls,
        rate: int = RATE,
        wav: Path | None = None,
        *,
        aloud: bool = True,
        keep_all: bool | None = None,
        driver: str | None = None,
        report: Report | None = None,
        language: str = "en",
    ) -> Voice:
        """Start speaking; returns at once.

        ``wav``: save the speech in this file (``OSError`` if it can't be written); with ``aloud`` false it is
        saved only. ``keep_all`` (default: only when saving) drops no utterance, however many are waiting.
        ``language`` is the code of the language to speak; ``driver`` names a pyttsx3 driver; ``report`` is
        called, from another thread, with a message each time speech fails or works again.
        """
        out = VoiceOut(wav) if wav is not None else None
        keep = keep_all if keep_all is not None else out is not None
        voice = cls(rate, out, aloud, keep, report or (lambda line: None))
        voice._driver, voice._language = driver, language
        voice._thread.start()
        return voice

    @property
    def status(self) -> Message:
        """A message that the voice works, or why it is silent."""
        with self._change:
            return say("watch_muted") if self._muted and self._problem is None else self._status

    @property
    def problem(self) -> Said | None:
        """What (other than muting) prevents the voice from being heard; ``None`` if nothing does."""
        return self._problem

    @property
    def voices(self) -> tuple[str, ...]:
        """The names of the machine's voices for the present language, once the engine has been tried."""
        return tuple(self._voices.get(self._language) or self._voices.get("") or ())

    @property
    def silent(self) -> bool:
        """Whether something other than muting prevents the voice from being heard."""
        return self._problem is not None

    @property
    def muted(self) -> bool:
        """Whether the voice is muted."""
        return self._muted

    @property
    def process_id(self) -> int | None:
        """The id of the speaking process, if there is one."""
        return self._worker.process.pid if self._worker else None

    @property
    def spoken(self) -> tuple[Spoken, ...]:
        """The utterances in the recording so far, with their times; empty without a recording."""
        return self._out.spoken if self._out else ()

    def say(self, utterance: Utterance) -> None:
        """Speak an utterance as soon as possible, without blocking. Does nothing while muted or without a
        voice (a lost one is tried again from time to time).
        """
        with self._change:
            if self._muted or self._closing or self._resting or not self._thread.is_alive():
                return
            self._waiting = self._waiting.add(utterance, self._limit)
            speaking = self._speaking
            stale = speaking is not None and utterance.corrects and makes_stale(utterance, speaking)
            self._change.notify_all()
        if stale and self._limit is not None:
            self._cut()

    def speak(self, language: str) -> None:
        """Use a voice of that language, if the machine has one, from the next utterance on."""
        self._language = language

    def sound(self, rate: int, volume: float, voice: str) -> None:
        """Set words a minute, loudness 0 to 1, and one of `voices` (empty: the default), from the next
        utterance on."""
        self._rate, self._volume, self._named = rate, volume, voice

    def mute(self, muted: bool) -> None:
        """Fall silent at once, or speak again from the next utterance on."""
        with self._change:
            self._muted = muted
            if muted:
                self._waiting = self._waiting.cleared()
        if muted:
            self._cut()

    def wait(self, timeout_s: float | None = None) -> bool:
        """Wait until everything is spoken; ``False`` if the time ran out first."""
        with self._change:
            return self._change.wait_for(self._idle, timeout_s)

    def wait_ready(self, timeout_s: float = READY_S) -> bool:
        """Wait until the engine has been tried; returns whether it can speak."""
        with self._change:
            self._change.wait_for(lambda: self._status != STARTING, timeout_s)
        return not self.silent

    def close(self, timeout_s: float | None = None) -> None:
        """Speak what waits (within ``timeout_s``; by default 6 s live, no limit for a recording) and end."""
        self.wait(timeout_s if timeout_s is not None else (None if self._limit is None else 6.0))
        with self._change:
            self._closing = True
            self._change.notify_all()
        self._cut()
        self._thread.join(5.0)
        if (worker := self._worker) is not None and self._thread.is_alive():  # the worker hangs
            worker.kill()
        self._folder.cleanup()

    def _idle(self) -> bool:
        nothing = not self._waiting.items and self._speaking is None
        return nothing or not self._thread.is_alive()

    def _cut(self) -> None:
        worker = self._worker
        if worker is not None:
            try:
                worker.order({"do": "cut"})
            except WorkerGone:
                return

    def _run(self) -> None:
        """The voice's own thread: keeps a speaking process and feeds it one utterance at a time."""
        try:
            while self._feed() if self._start_worker() else self._pause():
                pass
        finally:
            if self._worker:
                self._worker.stop()
            if self._out:
                self._out.close()
            with self._change:
                self._waiting, self._speaking = self._waiting.cleared(), None
                self._change.notify_all()

    def _start_worker(self) -> bool:
        """Start the speaking process; ``False`` if there is no voice on this machine."""
        try:
            self._worker = Worker(self._rate, self._driver, self._folder.name)
            state = self._worker.answer(READY_S)
        except (OSError, WorkerGone) as error:
            return self._lost(message_of(error)) and self._start_worker()
        if not state.get("ready"):
            self._worker.stop()
            self._fail(read_back(state.get("problem")))
            return False
        self._voices = dict(state.get("voices") or {})
        self._works()
        return True

    def _pause(self) -> bool:
        """Wait for the first utterance after a pause, to try again; ``False`` when closing."""
        end, self._worker = time.monotonic() + self._pause_s, None
        self._pause_s, self._restarts = min(2 * self._pause_s, LAST_PAUSE_S), 0
        with self._change:
            self._waiting, self._resting = self._waiting.cleared(), True
            self._change.notify_all()
            self._change.wait_for(lambda: self._closing, max(0.0, end - time.monotonic()))
            self._resting = False
            self._change.wait_for(lambda: self._waiting.items or self._closing)
            return not self._closing

    def _feed(self) -> bool:
        """Speak utterances until closing; ``True`` if the process was lost and another may be started."""
        while (utterance := self._next()) is not None:
            try:
                self._speak(utterance)
            except WorkerGone as error:
                if self._lost(message_of(error)):
                    self._again(utterance)
                    return True
                return self._pause()
            finally:
                with self._change:
                    self._speaking = None
                    self._change.notify_all()
        return False

    def _next(self) -> Utterance | None:
        with self._change:
            self._change.wait_for(lambda: self._waiting.items or self._closing)
            if self._closing:
                return None
            self._speaking, self._waiting = self._waiting.take()
            return self._speaking

    def _again(self, utterance: Utterance) -> None:
        """Put back an utterance that the lost process didn't finish, unless it has gone stale meanwhile."""
        with self._change:
            if not any(makes_stale(item, utterance) for item in self._waiting.items) or self._limit is None:
                self._waiting = self._waiting.put_back(utterance)

    def _speak(self, utterance: Utterance) -> None:
        assert self._worker is not None
        path = Path(self._folder.name) / "speech.wav" if self._out else None
        order = {"do": "say", "id": 0, "text": utterance.text, "aloud": self._aloud}
        order |= {"wav": str(path) if path else None, "language": self._language}
        order |= {"rate": self._rate, "volume": self._volume, "voice": self._named}
        self._worker.order(order)
        answer = self._worker.answer(ANSWER_S + SIGN_S * len(utterance.text))
        problem = read_back(answer.get("problem"))
        if path is not None and self._out is not None and path.exists():
            try:
                self._out.append(path, utterance.text, utterance.topic)
            except (OSError, wave.Error, EOFError) as error:
                problem = say("voice_file", system=one_line(error))
            path.unlink(missing_ok=True)
        self._restarts, self._pause_s = 1, FIRST_PAUSE_S
        if problem:
            self._fail(problem)
        elif self.silent:
            self._works()

    def _lost(self, reason: Message) -> bool:
        """Note that the speaking process is gone; ``True`` if it may be restarted."""
        if self._worker:
            self._worker.kill()
        if self._closing:
            return False
        if self._restarts:
            self._restarts -= 1
            self._report(say("voice_again", text=reason))
            return True
        self._fail(reason, "voice_no_twice")
        return False

    def _works(self) -> None:
        self._set(say("voice_ready" if self._aloud else "voice_recording"), None)

    def _fail(self, reason: Said, how: str = "voice_no") -> None:
        self._set(say(how, text=reason), reason)

    def _set(self, status: Message, problem: Said | None) -> None:
        with self._change:
            changed, self._status, self._problem = status != self._status, status, problem
            self._change.notify_all()
        if changed:
            self._report(status)
