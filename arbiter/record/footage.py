"""What a game can be looked at again on: the film it was made from, or the stills in its record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arbiter.record.record import Entry, Record, RecordError
from arbiter.words.exits import UserError
from engine.message import Messages
from vision.pictures import PictureError, decode
from vision.source.frames import Frame, FrameSource
from vision.source.opening import open_source

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


@dataclass(frozen=True)
class Film:
    """A film of a game: camera ``number`` (from 0) of those it was watched by; ``offset_s`` is added to its
    own times to have the record's.
    """

    path: Path
    number: int = 0
    offset_s: float = 0.0

    @contextmanager
    def opened(self, from_s: float = 0.0) -> Iterator[FrameSource]:
        """Its frames at the record's times, from one of them on, until the end of the block. Raises
        ``SourceError``."""
        with open_source(str(self.path)) as source:
            if from_s > self.offset_s:
                source.seek(from_s - self.offset_s)
            yield _OnTheClock(source, self.offset_s, from_s)


class _OnTheClock(FrameSource):
    """A film's frames at other times, from one of these on."""

    def __init__(self, source: FrameSource, offset_s: float, from_s: float) -> None:
        super().__init__(source.spec, source.size, source.notes)
        self._source, self._offset_s, self._from_s = source, offset_s, from_s

    def read(self) -> Frame | None:
        while (frame := self._source.read()) is not None:
            if frame.time_s + self._offset_s >= self._from_s:
                return replace(frame, time_s=frame.time_s + self._offset_s)
        return None

    def close(self) -> None:
        self._source.close()


def films_of(record: Path, header: Mapping[str, Any], given: Path | str | None = None) -> tuple[Film, ...]:
    """The films to look at a game again on: the one ``given``, else all that it was watched from, are there,
    and have a known clock (that of the first is the record's).

    A film that has moved is looked for beside the record, by its name. Raises ``UserError`` for a film that
    was given and is not there.
    """
    clocks = _clocks(header)
    if given is not None:
        named = [Path(source).name for source in sources_of(header)]
        name = Path(given).name
        number = named.index(name) if name in named else 0
        return (Film(_given(given), number, clocks[number] or 0.0),)
    found = zip(find_films(record, header), clocks, strict=True)
    return tuple(
        Film(path, number, offset)
        for number, (path, offset) in enumerate(found)
        if path is not None and offset is not None
    )


def _clocks(header: Mapping[str, Any]) -> tuple[float | None, ...]:
    """What is added to the times of each film to have the record's; ``None`` where that is not known."""
    count, held = len(sources_of(header)), header.get("offsets_s")
    told = held if isinstance(held, list) and len(held) == count else [None] * count
    known = (float(each) if isinstance(each, int | float) else None for each in told[1:])
    return (0.0, *known)


def _given(film: Path | str) -> Path:
    if not Path(film).is_file():
        raise UserError(say("file_no_film", raw=str(film)))
    return Path(film)


def find_films(
    record: Path, header: Mapping[str, Any], given: Sequence[Path | str] = ()
) -> tuple[Path | None, ...]:
    """All the films that a record was made from, or those ``given``; ``None`` for each that isn't there.

    Raises ``UserError`` for one that was given and is not there.
    """
    if given:
        return tuple(map(_given, given))
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

    def rewind(self) -> None:
        self._frames = self._all()

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
