"""Saves all speech in one WAV file with an index.

The index is beside the sound as ``NAME.wav.jsonl``, with a JSON object on each line: ``start_s``, ``end_s``,
``text`` and ``topic``. Both files are complete after every utterance.
"""

from __future__ import annotations

import json
import wave
from dataclasses import asdict, dataclass
from pathlib import Path

from engine.message import Messages

say = Messages("arbiter")

GAP_S = 0.4
"""Silence between two utterances, in seconds."""
DEFAULT_FORM = (1, 2, 22050)
"""Channels, bytes a sample and samples a second of a recording without speech."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """One utterance in the recording: its beginning and end in seconds, its text and topic."""

    start_s: float
    end_s: float
    text: str
    topic: str


class VoiceOut:
    """A WAV file that utterances are appended to."""

    def __init__(self, path: Path) -> None:
        """Start a new recording; raises ``OSError`` if the file can't be written."""
        self.path = path
        self.index_path = path.with_name(path.name + ".jsonl")
        self._file = path.open("wb")
        self._index = self.index_path.open("w", encoding="utf-8")
        self._sound = wave.Wave_write(self._file)
        self._form = DEFAULT_FORM
        self._frames = 0
        self.spoken: tuple[Spoken, ...] = ()

    def append(self, wav: Path, text: str, topic: str) -> Spoken:
        """Append one synthesised utterance and a gap; raises ``ValueError`` if the sound format differs."""
        with wave.open(str(wav)) as source:
            form = source.getparams()
            data = source.readframes(source.getnframes())
        if not self.spoken:
            self._form = form[:3]
            self._sound.setparams(form._replace(nframes=0))
        if form[:3] != self._form:
            raise ValueError(say("voice_format"))
        frame_bytes = form.nchannels * form.sampwidth
        frames = len(data) // frame_bytes
        gap = round(GAP_S * form.framerate)
        self._sound.writeframes(data + bytes(gap * frame_bytes))
        self._file.flush()
        made = Spoken(self._frames / form.framerate, (self._frames + frames) / form.framerate, text, topic)
        self._frames += frames + gap
        self._index.write(json.dumps(asdict(made), ensure_ascii=False) + "\n")
        self._index.flush()
        self.spoken = (*self.spoken, made)
        return made

    def close(self) -> None:
        """Close both files; a recording without speech is a valid, empty WAV file."""
        if self._file.closed:
            return
        if not self.spoken:
            self._sound.setparams((*DEFAULT_FORM, 0, "NONE", "not compressed"))
        self._sound.close()
        self._file.close()
        self._index.close()


def read_index(wav: Path) -> tuple[Spoken, ...]:
    """The index beside a recording."""
    lines = wav.with_name(wav.name + ".jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(Spoken(**json.loads(line)) for line in lines)
