"""The speaking process: reads orders as JSON lines, speaks through pyttsx3, answers as JSON lines.

It is a process of its own (``python -m arbiter.voice.worker``) because speech engines block, hang and break.
A new engine is created for every utterance; the speech is synthesised into a file and played by the system's
player, so that a missing sound device is noticed and not just silent.

Orders: ``{"do": "say", "id", "text", "aloud", "wav", "language"}`` and ``{"do": "cut"}``; the end of the
input ends the process. Answers: ``{"ready": bool, "engine", "problem"}`` once, then
``{"id", "spoken", "problem"}`` for each order to speak. A problem is a message.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import wave
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from arbiter.words.exits import one_line
from engine.message import Message, Messages

say = Messages("arbiter")

PLAYERS: dict[str, tuple[tuple[str, ...], ...]] = {
    "linux": (("aplay", "-q"), ("paplay",), ("pw-play",)),
    "darwin": (("afplay",),),
}
"""Sound players by platform, of which the first installed one is used; Python has one for Windows."""

PATIENCE_S = 5.0
"""How much longer than its sound a player may take."""
TRIES = 3
FINISH_S = 10.0
"""How long writing the sound file may take after the engine has returned."""
LAST_WORD_S = 0.5
"""How long to wait for the engine's ``finished-utterance`` when the file is complete already."""
SETTLE_S = 0.02
EMPTY_WAV_BYTES = 44


def find_player(platform: str = sys.platform) -> tuple[str, ...] | None:
    """The command that plays a sound file on this machine, or ``None``."""
    for command in PLAYERS.get(platform, ()):
        if shutil.which(command[0]):
            return command
    return None


@dataclass(frozen=True)
class Sound:
    """The settings of the voice: words a minute, loudness 0 to 1, and a voice's name (empty: the default)."""

    rate: int
    volume: float = 1.0
    voice: str = ""


def synthesise(text: str, path: Path, driver: str | None, sound: Sound, language: str = "en") -> None:
    """Speak ``text`` into a sound file, with a voice of its language if there is one.

    Raises ``RuntimeError`` if the engine stays silent.
    """
    for _ in range(TRIES):
        _speak_into(text, path, driver, sound, language)
        if path.exists() and path.stat().st_size > EMPTY_WAV_BYTES:
            _as_wave(path)
            return
    raise RuntimeError(say("voice_no_sound"))


def _speak_into(text: str, path: Path, driver: str | None, sound: Sound, language: str) -> None:
    """One attempt with an engine of its own, which has to outlive callbacks that come after its end.

    On a busy machine espeak's driver returns before its thread has written the sound; it signals
    ``finished-utterance`` after the file is closed. Drivers without that signal write before they return.
    """
    from pyttsx3.engine import Engine

    finished = threading.Event()
    engine = Engine(driver)
    engine.connect("finished-utterance", lambda name, completed: finished.set())
    engine.setProperty("rate", sound.rate)
    engine.setProperty("volume", sound.volume)
    voice = chosen(sound, language, engine.getProperty("voices") or (), engine.getProperty("voice"))
    if voice is not None:
        engine.setProperty("voice", voice)
    engine.save_to_file(text, str(path))
    engine.runAndWait()
    end = time.monotonic() + FINISH_S
    while not (finished.wait(SETTLE_S) or _is_whole(path)) and time.monotonic() < end:
        pass
    finished.wait(LAST_WORD_S)
    time.sleep(SETTLE_S)
    del engine


def speaking(language: str, voices: Iterable[Any]) -> list[Any]:
    """The voices for a language (a code such as ``de``); all voices if none is for it."""
    voices = list(voices)
    return [each for each in voices if language in _spoken(each)] or voices


def _spoken(voice: Any) -> set[str]:
    return {_code(each).split("-")[0] for each in voice.languages or ()}


def chosen(sound: Sound, language: str, voices: Iterable[Any], usual: str | None) -> str | None:
    """The id of the voice to use: the one that people chose if it speaks ``language``, or else one that does;
    ``None`` to keep the engine's ``usual`` one."""
    known = list(voices)
    named = next((each.id for each in speaking(language, known) if each.name == sound.voice), None)
    return named or voice_for(language, known, usual)


def voice_for(language: str, voices: Iterable[Any], usual: str | None) -> str | None:
    """The id of a voice that speaks ``language`` (a code such as ``de``), preferably without a region.

    ``None`` to keep the engine's usual voice, if it speaks that language or no voice does.
    """
    fit: dict[str, str] = {}
    for voice in voices:
        codes = [_code(each) for each in voice.languages or ()]
        spoken = [code for code in codes if code.split("-")[0] == language]
        if spoken:
            fit[voice.id] = min(spoken, key=len)
    if usual in fit or not fit:
        return None
    return min(fit, key=lambda found: (len(fit[found]), list(fit).index(found)))


def _code(language: str | bytes) -> str:
    """A driver's language code (``de_DE``, ``b"\\x05de"``) in a uniform spelling."""
    text = language.decode("latin-1") if isinstance(language, bytes) else str(language)
    return re.sub(r"[^a-z0-9-]", "", text.lower().replace("_", "-"))


def _is_whole(path: Path) -> bool:
    """Whether a sound file has the length given in its header; other formats than WAV count as complete."""
    if not path.exists() or path.stat().st_size <= EMPTY_WAV_BYTES:
        return False
    try:
        with wave.open(str(path), "rb") as sound:
            frames = sound.getnframes() * sound.getnchannels() * sound.getsampwidth()
    except (wave.Error, EOFError):
        return path.read_bytes()[:4] != b"RIFF"
    return path.stat().st_size >= EMPTY_WAV_BYTES + frames


def _as_wave(path: Path) -> None:
    """Convert AIFF, which macOS writes whatever the file is called, to 16-bit WAV."""
    if path.read_bytes()[:4] == b"RIFF" or not shutil.which("afconvert"):
        return
    made = path.with_suffix(".converted.wav")
    subprocess.run(
        ["afconvert", "-f", "WAVE", "-d", "LEI16@22050", "-c", "1", str(path), str(made)], check=True
    )
    made.replace(path)


def play(path: Path, cut: threading.Event) -> Message | None:
    """Play a sound file until its end or until ``cut`` is set; returns an error message, or ``None``."""
    if sys.platform == "win32":
        return _play_windows(path, cut)
    command = find_player()
    if command is None:
        return say("voice_no_player")
    end = time.monotonic() + _length_s(path) + PATIENCE_S
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen([*command, str(path)], stdout=subprocess.DEVNULL, stderr=errors)
        while process.poll() is None:
            if cut.wait(0.02) or time.monotonic() > end:
                process.kill()
                process.wait()
                return None if cut.is_set() else say("voice_player", raw=command[0])
        if process.returncode == 0:
            return None
        errors.seek(0)
        lines = errors.read(10_000).decode("utf-8", "replace").strip().splitlines()
    why = re.sub(r"^(\w+: )?\w+:\d+: ", "", lines[-1]) if lines else say("voice_exit", n=process.returncode)
    return say("voice_no_device", raw=say("of_file", path=command[0], text=why))


def _length_s(path: Path) -> float:
    """Seconds of sound in a file; 60 if it is not a WAV file."""
    try:
        with wave.open(str(path), "rb") as sound:
            return sound.getnframes() / max(1, sound.getframerate())
    except (wave.Error, EOFError, OSError):
        return 60.0


def _play_windows(path: Path, cut: threading.Event) -> Message | None:
    import winsound

    with wave.open(str(path), "rb") as sound:
        duration_s = sound.getnframes() / sound.getframerate()
    try:
        winsound.PlaySound(str(path), winsound.SND_FILENAME | winsound.SND_ASYNC)  # type: ignore[attr-defined]
    except RuntimeError as error:
        return say("voice_no_device", raw=error)
    if cut.wait(duration_s):
        winsound.PlaySound(None, winsound.SND_PURGE)  # type: ignore[attr-defined]
    return None


def probe(driver: str | None, rate: int) -> dict[str, Any]:
    """Try the engine once, on one short word; returns the answer that says whether it can be used."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            synthesise("ready", Path(folder) / "probe.wav", driver, Sound(rate))
            voices = names_of_voices(driver)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return {"ready": False, "engine": driver, "problem": _reason(error).to_json()}
    return {"ready": True, "engine": driver or "pyttsx3", "problem": None, "voices": voices}


def names_of_voices(driver: str | None) -> dict[str, list[str]]:
    """The names of the engine's voices by language, and all of them under ``""``."""
    from pyttsx3.engine import Engine

    with contextlib.suppress(Exception):
        there = list(Engine(driver).getProperty("voices") or ())
        codes = {code for each in there for code in _spoken(each)}
        return {code: sorted({str(one.name) for one in speaking(code, there)}) for code in ("", *codes)}
    return {}


def _reason(error: BaseException) -> Message:
    """Why the engine can't be used."""
    if isinstance(error, ImportError) and "pyttsx3" in str(error) and "drivers" not in str(error):
        return say("voice_no_pyttsx")
    return say("voice_no_engine") if "espeak" in str(error).lower() else one_line(error)


def obey(order: dict[str, Any], cut: threading.Event, driver: str | None, rate: int) -> dict[str, Any]:
    """Carry out one order to speak and return the answer."""
    answer: dict[str, Any] = {"id": order["id"], "spoken": False, "problem": None}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(order["wav"] or Path(folder) / "speech.wav")
        try:
            sound = Sound(order.get("rate", rate), order.get("volume", 1.0), order.get("voice", ""))
            synthesise(order["text"], path, driver, sound, order.get("language", "en"))
        except Exception as error:
            return answer | {"problem": _reason(error).to_json()}
        if not order["aloud"]:
            return answer | {"spoken": True}
        problem = play(path, cut)
    return answer | {"spoken": problem is None, "problem": problem and problem.to_json()}


def _listen(source: TextIO, orders: queue.Queue[dict[str, Any] | None], cut: threading.Event) -> None:
    """Read orders until the input ends; a cut takes effect at once."""
    for line in source:
        with contextlib.suppress(ValueError):
            order = json.loads(line)
            if order["do"] == "cut":
                cut.set()
            else:
                cut.clear()
                orders.put(order)
    cut.set()
    orders.put(None)


def serve(source: TextIO, answer: Callable[[dict[str, Any]], None], driver: str | None, rate: int) -> None:
    """Answer whether speech works, then carry out orders one after another until the input ends."""
    state = probe(driver, rate)
    answer(state)
    if not state["ready"]:
        return
    orders: queue.Queue[dict[str, Any] | None] = queue.Queue()
    cut = threading.Event()
    threading.Thread(target=_listen, args=(source, orders, cut), daemon=True).start()
    while (order := orders.get()) is not None:
        answer(obey(order, cut, driver, rate))


def main(arguments: list[str]) -> None:
    """Run with arguments ``RATE [DRIVER]``; the engine's own output goes to the error stream."""
    rate = int(arguments[0])
    driver = arguments[1] if len(arguments) > 1 else None
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def answer(message: dict[str, Any]) -> None:
        answers.write(json.dumps(message) + "\n")
        answers.flush()

    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        serve(sys.stdin, answer, driver, rate)


if __name__ == "__main__":
    main(sys.argv[1:])
