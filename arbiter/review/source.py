"""A game to review, from a recording or a text: its story and its pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from arbiter.record.files import MAGIC
from arbiter.record.record import Record, RecordError
from arbiter.record.salvage import open_or_salvage
from arbiter.story.correcting import append_correction
from arbiter.story.files import read_records
from arbiter.story.story import Story, read_story
from arbiter.story.text import text_story
from arbiter.words.exits import UnreadableGame
from engine.message import Messages, Said

say = Messages("arbiter")


class Reviewed:
    """One game; ``warning`` is a message if it was damaged or part of it could not be read.

    Close it, or use it as a context manager.
    """

    def __init__(self, path: Path | str) -> None:
        """Open a game.

        Raises ``RecordError`` for a file that is missing or beyond salvage, ``UnreadableGame`` for a text
        that is no game, and ``OSError``.
        """
        self.path = Path(path)
        self.record: Record | None = None
        self._story: Story | None = None
        self.warning: Said | None = None
        if _is_text(self.path):
            found = read_records(str(path))
            if not found.records:
                raise UnreadableGame(say("of_file", path=path, text=found.errors[0].located))
            self._story = text_story(found.records)
            self.warning = say("of_file", path=path, text=found.errors[0].located) if found.errors else None
        else:
            self.record, self.warning = open_or_salvage(path)

    def story(self) -> Story:
        """The story up to now; a game that is still being recorded grows. Raises ``RecordError``."""
        if self.record is not None:
            return read_story(self.record)
        assert self._story is not None
        return self._story

    def still(self, entry: int, name: str) -> bytes:
        """A JPEG still of the recording; ``RecordError`` if there is none."""
        if self.record is None:
            raise RecordError(say("file_text_only", raw=self.path))
        return self.record.frame(entry, name)

    def correct(self, op: str, number: int, move: int, text: str) -> None:
        """Correct the recorded game in round ``number`` (see `arbiter.corrections.operations`).

        Raises, with nothing written, ``CorrectionError`` for an impossible correction, and ``RecordError``
        for a text, if the file can't be written, and while the game is being watched.
        """
        if self.record is None:
            raise RecordError(say("file_text_only", raw=self.path))
        with Record.open(self.path) as record:
            append_correction(record, read_story(record), op, number, move, text)
        old, self.record = self.record, Record.open(self.path, readonly=True)
        old.close()

    def close(self) -> None:
        """Close the file."""
        if self.record is not None:
            self.record.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _is_text(path: Path) -> bool:
    """Whether a file is not a recording and may be a text. Missing files and anything called ``.game`` count
    as recordings, whose reader reports what is wrong with them."""
    if path.suffix == ".game" or (path.exists() and not path.is_file()):
        return False
    try:
        with path.open("rb") as file:
            start = file.read(len(MAGIC))
    except OSError:
        return False
    return bool(start) and not start.startswith(MAGIC[: len(start)])
