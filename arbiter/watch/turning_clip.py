"""The clip of the play that decided a game, made automatically when the game is over.

It is made in a process of its own with the lowest priority, so that it costs the game nothing, and is kept
beside the record. A game without a film has no clip.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from arbiter.record.record import RecordError
from arbiter.review.export import clip_of, export
from arbiter.words.exits import UserError
from engine.message import Message, Messages, Said, message_of
from vision.source.frames import SourceError

say = Messages("arbiter")

PATIENCE_S, AT_ONCE_S = 60, 0.5
"""How long the program waits for a clip before it ends, and how long before it says so."""


class TurningClip:
    """The clip of one game. An existing file of its name is left alone, unless the game is ``resumed``: then
    it shows an earlier state of the game and is replaced.
    """

    def __init__(self, record: Path, resumed: bool = False) -> None:
        self._record, self.path, self._resumed = record, clip_of(record), resumed
        self._part = self.path.with_suffix(".part.mp4")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def made(self) -> bool:
        """Whether the clip is finished."""
        return self._process is not None and self._process.poll() == 0

    def begin(self) -> None:
        """Start making the clip, once; returns at once."""
        if self._process is not None or (self.path.exists() and not self._resumed):
            return
        root = str(Path(__file__).resolve().parents[2])
        paths = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
        with suppress(OSError):
            self._process = subprocess.Popen(
                [sys.executable, "-m", "arbiter.watch.turning_clip", str(self._record), str(self._part)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": paths},
                start_new_session=True,
            )

    def restart(self) -> None:
        """Discard the clip, because the game has been corrected since."""
        if self._process is not None:
            self.close()
            self.path.unlink(missing_ok=True)
            self._process = None

    def finish(self, tell: Callable[[Said], None], patience_s: float = PATIENCE_S) -> None:
        """Wait for the clip, at most ``patience_s``, and tell where it is."""
        if self._process is None:
            return
        end = time.monotonic() + patience_s
        if not self._waited(AT_ONCE_S):
            tell(say("clip_awaited", n=round(patience_s)))
            self._waited(end - time.monotonic())
        tell(say("clip_made", raw=self.path) if self.made else self._why_none())

    def _why_none(self) -> Message:
        """The reason that the process gave, if it has ended and gave one."""
        assert self._process is not None and self._process.stdout is not None
        with suppress(ValueError, KeyError):
            if self._process.returncode is not None:
                return say("clip_none_why", text=Message.from_json(json.loads(self._process.stdout.read())))
        return say("clip_none", raw=self._record)

    def _waited(self, seconds: float) -> bool:
        assert self._process is not None
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(seconds, 0.0))
        return self._process.returncode is not None

    def close(self) -> None:
        """Stop making the clip and delete the unfinished file."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self._part.unlink(missing_ok=True)


def main(record: Path, part: Path) -> None:
    """Make the clip of a record in the file ``part`` and rename it when complete; print why, if it can't be
    made."""
    if hasattr(os, "nice"):
        os.nice(19)
    try:
        export(record, "clip", part)
    except (RecordError, SourceError, UserError) as error:
        print(json.dumps(message_of(error).to_json()))
        sys.exit(1)
    part.replace(clip_of(record))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
