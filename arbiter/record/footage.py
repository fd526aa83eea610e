"""What a game can be looked at again on: the film it was made from, or the stills in its record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arbiter.record.record import Entry, Record, RecordError
from arbiter.words.exits import UserError
from engine.message import Messages
from vision.pictures import PictureError, decode
from vision.source.frames import Frame, FrameSource

say = Messages("arbiter")

HOLD_S, RATE = 1.3, 10
"""Each still is shown for so many seconds at so many frames a second: time enough to be read."""
SETUP_S = 3.0
"""So long for a set-up, which takes more evidence."""
SHOWN = frozenset({"setup", "move", "amended", "take_back", "question"})
"""The kinds of entries whose stills show the table as they tell it."""
LIKE_FILMS = frozenset({".mp4", ".mkv", ".mov", ".avi", ".webm", ".m4v"})


def sources_of(header: Mapping[str, Any]) -> tuple[str, ...]:
    """The names of the camera, the film, or the several that a record was made by, the first one first."""
    several = header.get("sources")
    if isinstance(several, list) and several:
        return tuple(map(str, several))
    return (str(header.get("source") or ""),)


def lead_of(header: Mapping[str, Any]) -> int:
    """The number of the one of them that led last."""
    lead = header.get("lead", 0)
    return lead if isinstance(lead, int) and 0 <= lead < len(sources_of(header)) else 0


def find_film(record: Path, header: Mapping[str, Any], given: Path | str | None = None) -> Path | None:
    """The film that a record was made from: the one ``given``, else where its header says, if it is there.

    A film that has moved is looked for beside the record, by its name. Raises ``UserError`` for a film that
    was given and is not there.
    """
    if given is not None:
        if not Path(given).is_file():
            raise UserError(say("file_no_film", raw=str(given)))
        return Path(given)
    return _there(record, str(header.get("source") or ""))


def find_films(
    record: Path, header: Mapping[str, Any], given: Sequence[Path | str] = ()
) -> tuple[Path | None, ...]:
    """Like `find_film`, of all the films that a record was made from; ``None`` for each that isn't there."""
    if given:
        return tuple(find_film(record, header, each) for each in given)
    return tuple(_there(record, source) for source in sources_of(header))


def _there(record: Path, source: str) -> Path | None:
    """The file of a film that was called so when a record was made from it."""
    named = Path(source)
    if named.suffix.lower() not in LIKE_FILMS:
        return None
    places = (named, record.parent / named, record.parent / named.name)
    return next((place for place in places if place.is_file()), None)


@dataclass(frozen=True)
class Shot:
    """A still, shown from ``start_s`` to ``end_s`` of the stills' own time, and the entry it is of."""

    entry: Entry
    name: str
    start_s: float
    end_s: float


class StillsSource(FrameSource):
    """The stills of a record one after the other, each held long enough to be read, in a time of their own.

    Of each entry the still that shows what it tells: the table of a set-up, the one after a move. Raises
    ``RecordError`` for a record without stills.
    """

    def __init__(self, record: Record) -> None:
        self._record = record
        self.shots = tuple(_shots(record))
        if not self.shots:
            raise RecordError(say("file_no_footage", raw=str(record.path)))
        self.called = say("file_stills_in", raw=record.path.name)
        super().__init__(str(self.called), self._size())
        self._frames = self._all()

    def due_s(self, entry: int) -> float:
        """When everything up to an entry (by its id) has been shown."""
        return max((shot.end_s for shot in self.shots if shot.entry.id <= entry), default=0.0)

    def read(self) -> Frame | None:
        return next(self._frames, None)

    def close(self) -> None:
        self._frames = iter(())

    def _all(self) -> Iterator[Frame]:
        index = 0
        for shot in self.shots:
            try:
                picture = self._picture(shot)
            except RecordError:  # a broken still costs itself
                continue
            for number in range(round((shot.end_s - shot.start_s) * RATE)):
                yield Frame(picture, shot.start_s + number / RATE, index)
                index += 1

    def _size(self) -> tuple[int, int]:
        """Of the first still that can be read."""
        for shot in self.shots:
            with suppress(RecordError):
                height, width = self._picture(shot).shape[:2]
                return width, height
        raise RecordError(say("file_no_footage", raw=str(self._record.path)))

    def _picture(self, shot: Shot) -> NDArray[np.uint8]:
        try:
            return decode(self._record.frame(shot.entry.id, shot.name))
        except PictureError:
            raise RecordError(say("file_still_broken", raw=shot.name, raw2=shot.entry.id)) from None


def _shots(record: Record) -> Iterator[Shot]:
    """In the entries' order; a table that does not change between two entries is shown once."""
    at, shown = 0.0, None
    for entry in record.entries():
        name = next((name for name in ("after", "now") if name in entry.frames), None)
        if name is None or entry.kind not in SHOWN:
            continue
        frame = (entry.data.get("stills") or {}).get(name, {}).get("frame")
        if frame is not None and frame == shown:
            continue
        shown = frame
        long = SETUP_S if entry.kind == "setup" else HOLD_S
        yield Shot(entry, name, at, at + long)
        at += long
