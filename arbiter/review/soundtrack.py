"""The soundtrack of a film: the announcements, from a saved sound file or spoken now, at their times."""

from __future__ import annotations

import tempfile
import wave
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from arbiter.voice.voice import Voice
from arbiter.voice.wave import read_index
from arbiter.words.exits import UserError
from arbiter.words.utterance import Utterance
from engine.message import Messages

say = Messages("arbiter")

Samples = NDArray[np.int16]
PAUSE_S = 0.3
"""Least silence after each utterance."""


@dataclass(frozen=True)
class Sound:
    """Utterances by their text, as mono samples at ``rate`` a second."""

    rate: int
    clips: Mapping[str, Samples]

    def seconds(self, text: str) -> float:
        """How long an utterance takes with the pause after it; 0 for an unknown one."""
        clip = self.clips.get(text)
        return 0.0 if clip is None else len(clip) / self.rate + PAUSE_S

    def track(self, cues: Iterable[tuple[float, str]], seconds: float) -> Samples:
        """A track of at least that length, with each text at its time (s), or later, after the one before
        it."""
        starts: list[tuple[int, Samples]] = []
        free = 0
        for time_s, text in cues:
            clip = self.clips.get(text)
            if clip is not None:
                at = max(round(time_s * self.rate), free)
                starts.append((at, clip))
                free = at + len(clip) + round(PAUSE_S * self.rate)
        made = np.zeros(max(round(seconds * self.rate), free), np.int16)
        for at, clip in starts:
            made[at : at + len(clip)] = clip
        return made


def read_sound(path: Path) -> Sound:
    """The sound file that ``watch --voice-out`` saved with its index; ``UserError`` for any other."""
    try:
        index = read_index(path)
        with wave.open(str(path)) as file:
            rate, channels, width = file.getframerate(), file.getnchannels(), file.getsampwidth()
            data = file.readframes(file.getnframes())
    except (OSError, EOFError, ValueError, TypeError, wave.Error) as error:
        raise UserError(say("file_no_sound", raw=path, raw2=error)) from error
    if width != 2:
        raise UserError(say("file_bits", raw=path, n=8 * width))
    samples = np.frombuffer(data, np.int16).reshape(-1, channels)[:, 0]
    clips = {each.text: samples[round(each.start_s * rate) : round(each.end_s * rate)] for each in index}
    return Sound(rate, clips)


def spoken(texts: Iterable[str], language: str = "en") -> Sound:
    """The texts spoken by this machine's voice; ``UserError`` if it has none."""
    with tempfile.TemporaryDirectory(prefix="arbiter-film-") as folder:
        path = Path(folder) / "voice.wav"
        voice = Voice.start(wav=path, aloud=False, language=language)
        try:
            if not voice.wait_ready():
                raise UserError(say("use_silent", text=say("voice_no_short", text=voice.problem)))
            for text in dict.fromkeys(texts):
                voice.say(Utterance(text, "film"))
            voice.wait()
        finally:
            voice.close()
        return read_sound(path)
