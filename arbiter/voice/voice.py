"""The voice: takes utterances without ever waiting, and has a process of its own speak them."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from arbiter.voice.speech_queue import LIMIT, Waiting, makes_stale
from arbiter.voice.wave import Spoken, VoiceOut
from arbiter.words.utterance import Utterance

RATE = 175
"""Words a minute."""
READY_S = 20.0
SHOWN = "the announcements are shown as text"
Report = Callable[[str], None]


class WorkerGone(Exception):
    """The speaking process ended or stopped answering."""


class Worker:
    """The speaking process and its two pipes."""

    def __init__(self, rate: int, driver: str | None) -> None:
        """Start the process; raises ``OSError`` when it can't be."""
        command = [sys.executable, "-m", "arbiter.voice.worker", str(rate)]
        root = str(Path(__file__).resolve().parents[2])
        paths = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
        self.process = subprocess.Popen(
            [*command, driver] if driver else command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": paths},
            start_new_session=True,
        )
        self._answers: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._writing = threading.Lock()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._answers.put(json.loads(line))
        self._answers.put(None)

    def order(self, message: dict[str, Any]) -> None:
        """Send an order; raises ``WorkerGone``."""
        assert self.process.stdin is not None
        try:
            with self._writing:
                self.process.stdin.write(json.dumps(message) + "\n")
                self.process.stdin.flush()
        except (OSError, ValueError) as error:
            raise WorkerGone("the speaking process ended") from error

    def answer(self, timeout_s: float) -> dict[str, Any]:
        """The next answer; raises ``WorkerGone`` when it doesn't come in time or the process ends."""
        try:
            message = self._answers.get(timeout=timeout_s)
        except queue.Empty:
            raise WorkerGone("the speaking process stopped answering") from None
        if message is None:
            raise WorkerGone("the speaking process ended")
        return message

    def stop(self) -> None:
        """End the process."""
        if self.process.stdin is not None:
            try:
                self.process.stdin.close()
                self.process.wait(0.5)
            except (OSError, subprocess.TimeoutExpired):
                self.process.kill()
        self.process.wait()


class Voice:
    """Speaks utterances in the background. Make one with ``Voice.start``."""

    def __init__(self, rate: int, out: VoiceOut | None, aloud: bool, keep_all: bool, report: Report) -> None:
        self._rate, self._aloud, self._report = rate, aloud, report
        self._driver: str | None = None
        self._language = "en"
        self._out = out
        self._limit = None if keep_all else LIMIT
        self._change = threading.Condition()
        self._waiting = Waiting()
        self._speaking: Utterance | None = None
        self._worker: Worker | None = None
        self._muted = self._closing = False
        self._restarts = 1
        self._status = "voice: starting"
        self._silent = False
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

        ``wav``: save what is said there (``OSError`` if it can't be written); ``aloud`` false only saves.
        ``keep_all`` (default: only when saving) drops nothing, in order, however fast the news comes.
        ``language`` is the code of the language to speak; ``driver`` names a pyttsx3 driver; ``report`` is
        called, from another thread, with one line each time speech fails or comes back.
        """
        out = VoiceOut(wav) if wav is not None else None
        keep = keep_all if keep_all is not None else out is not None
        voice = cls(rate, out, aloud, keep, report or (lambda line: None))
        voice._driver, voice._language = driver, language
        voice._thread.start()
        return voice

    @property
    def status(self) -> str:
        """One line: that the voice works, or why it is silent."""
        with self._change:
            return "voice: muted" if self._muted and not self._silent else self._status

    @property
    def silent(self) -> bool:
        """Whether something (not muting) keeps the voice from being heard."""
        return self._silent

    @property
    def muted(self) -> bool:
        """Whether the voice is muted."""
        return self._muted

    @property
    def process_id(self) -> int | None:
        """The speaking process, if there is one."""
        return self._worker.process.pid if self._worker else None

    @property
    def spoken(self) -> tuple[Spoken, ...]:
        """What the recording holds so far, with its times; empty without a recording."""
        return self._out.spoken if self._out else ()

    def say(self, utterance: Utterance) -> None:
        """Have this said as soon as possible. Never waits; does nothing while muted or without a voice."""
        with self._change:
            if self._muted or self._closing or not self._thread.is_alive():
                return
            self._waiting = self._waiting.add(utterance, self._limit)
            speaking = self._speaking
            stale = speaking is not None and utterance.corrects and makes_stale(utterance, speaking)
            self._change.notify_all()
        if stale and self._limit is not None:
            self._cut()

    def speak(self, language: str) -> None:
        """Use a voice of that language, where the machine has one, from the next utterance on."""
        self._language = language

    def mute(self, muted: bool) -> None:
        """Fall silent, at once, or speak again from the next utterance on."""
        with self._change:
            self._muted = muted
            if muted:
                self._waiting = self._waiting.cleared()
        if muted:
            self._cut()

    def wait(self, timeout_s: float | None = None) -> bool:
        """Wait until all is said; ``False`` if the time ran out first."""
        with self._change:
            return self._change.wait_for(self._idle, timeout_s)

    def wait_ready(self, timeout_s: float = READY_S) -> bool:
        """Wait until the engine was tried; whether it can speak."""
        with self._change:
            self._change.wait_for(lambda: self._status != "voice: starting", timeout_s)
        return not self._silent

    def close(self, timeout_s: float | None = None) -> None:
        """Finish what waits (within ``timeout_s``; by default 6 s live, no limit for a recording) and end."""
        self.wait(timeout_s if timeout_s is not None else (None if self._limit is None else 6.0))
        with self._change:
            self._closing = True
            self._change.notify_all()
        self._cut()
        self._thread.join(5.0)
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
        """The voice's own thread: keep a speaking process and feed it one utterance at a time."""
        try:
            while self._start_worker() and self._feed():
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
        """Start the speaking process; ``False`` when there is no voice on this machine."""
        try:
            self._worker = Worker(self._rate, self._driver)
            state = self._worker.answer(READY_S)
        except (OSError, WorkerGone) as error:
            return self._lost(str(error)) and self._start_worker()
        if not state["ready"]:
            self._set(f"no voice: {state['problem']}; {SHOWN}", silent=True)
            return False
        self._set("voice: ready" if self._aloud else "voice: recording only", silent=False)
        return True

    def _feed(self) -> bool:
        """Speak what comes until closing; ``True`` when the process was lost and another may be started."""
        while (utterance := self._next()) is not None:
            try:
                self._speak(utterance)
            except WorkerGone as error:
                if not self._lost(str(error)):
                    return False
                self._again(utterance)
                return True
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
        """Put back what the lost process didn't finish, unless it has gone stale meanwhile."""
        with self._change:
            if not any(makes_stale(item, utterance) for item in self._waiting.items) or self._limit is None:
                self._waiting = self._waiting.put_back(utterance)

    def _speak(self, utterance: Utterance) -> None:
        assert self._worker is not None
        path = Path(self._folder.name) / "speech.wav" if self._out else None
        order = {"do": "say", "id": 0, "text": utterance.text, "aloud": self._aloud}
        order |= {"wav": str(path) if path else None, "language": self._language}
        self._worker.order(order)
        answer = self._worker.answer(15.0 + 0.2 * len(utterance.text))
        if path is not None and self._out is not None and path.exists():
            self._out.append(path, utterance.text, utterance.topic)
            path.unlink()
        self._restarts = 1
        if answer["problem"]:
            self._set(f"no voice: {answer['problem']}; {SHOWN}", silent=True)
        elif self._silent:
            self._set("voice: ready", silent=False)

    def _lost(self, reason: str) -> bool:
        """Note that the speaking process is gone; ``True`` if it may be started once more."""
        if self._worker:
            self._worker.process.kill()
            self._worker.stop()
        if self._closing:
            return False
        if self._restarts:
            self._restarts -= 1
            self._report(f"voice: {reason}; starting it again")
            return True
        self._set(f"no voice: {reason}, twice; {SHOWN}", silent=True)
        return False

    def _set(self, status: str, silent: bool) -> None:
        with self._change:
            changed, self._status, self._silent = status != self._status, status, silent
            self._change.notify_all()
        if changed:
            self._report(status)
