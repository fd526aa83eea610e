"""The footage for watching a recorded game again: its films, or the stills in its record."""

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
"""How long each still is shown, and at how many frames a second: enough for vision to read it."""
SETUP_S = 3.0
"""How long a set-up is shown, which needs more evidence."""
SHOWN = frozenset({"setup", "move", "amended", "take_back", "question"})
"""The kinds of entries whose stills show the table that the entry describes."""
LIKE_FILMS = frozenset({".mp4", ".mkv", ".mov", ".avi", ".webm", ".m4v"})


def sources_of(header: Mapping[str, Any]) -> tuple[str, ...]:
    """The names of the cameras or films that a record was made from, in their order."""
    several = header.get("sources")
    if isinstance(several, list) and several:
        return tuple(map(str, several))
    return (str(header.get("source") or ""),)


def lead_of(header: Mapping[str, Any]) -> int:
    """The index of the camera or film that led last."""
    lead = header.get("lead", 0)
    return lead if isinstance(lead, int) and 0 <= lead < len(sources_of(header)) else 0


@dataclass(frozen=True)
class Film:
    """A film of a game, by camera ``number`` (from 0); the film's time plus ``offset_s`` is the record's."""

    path: Path
    number: int = 0
    offset_s: float = 0.0

    @contextmanager
    def opened(self, from_s: float = 0.0) -> Iterator[FrameSource]:
        """A context with the film's frames in the record's time, from ``from_s`` on. Raises
        ``SourceError``."""
        with open_source(str(self.path)) as source:
            if from_s > self.offset_s:
                source.seek(from_s - self.offset_s)
            yield _OnTheClock(source, self.offset_s, from_s)


class _OnTheClock(FrameSource):
    """A film's frames with ``offset_s`` added to their times, from ``from_s`` on."""

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
    """The films for watching a game again: the one ``given``, or else all films it was watched from that
    exist and whose clock offset is known (the first film's clock is the record's).

    A film that has been moved is looked for beside the record, by its name. Raises ``UserError`` if the
    ``given`` film does not exist.
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
    """The offset from each film's time to the record's; ``None`` if it is not known."""
    count, offsets = len(sources_of(header)), header.get("offsets_s")
    if not isinstance(offsets, list) or len(offsets) != count:
        offsets = [None] * count
    return (0.0, *(float(each) if isinstance(each, int | float) else None for each in offsets[1:]))


def _given(film: Path | str) -> Path:
    if not Path(film).is_file():
        raise UserError(say("file_no_film", raw=str(film)))
    return Path(film)


def find_films(
    record: Path, header: Mapping[str, Any], given: Sequence[Path | str] = ()
) -> tuple[Path | None, ...]:
    """The films that a record was made from (``None`` for each that isn't there), or those ``given``.

    Raises ``UserError`` if a ``given`` film does not exist.
    """
    if given:
        return tuple(map(_given, given))
    return tuple(_there(record, source) for source in sources_of(header))


def _there(record: Path, source: str) -> Path | None:
    """The file of a film that is named in a record, at its old place or beside the record."""
    named = Path(source)
    if named.suffix.lower() not in LIKE_FILMS:
        return None
    places = (named, record.parent / named, record.parent / named.name)
    return next((place for place in places if place.is_file()), None)


@dataclass(frozen=True)
class Shot:
    """A still of an entry, shown from ``start_s`` to ``end_s`` in the stills' own time."""

    entry: Entry
    name: str
    start_s: float
    end_s: float


class StillsSource(FrameSource):
    """The stills of a record one after another, each held long enough to be read, with a time of their own.

    Each entry is shown by one still: the table of a set-up, or the table after a move. Raises ``RecordError``
    for a record without stills.
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
            except RecordError:  # a broken still is skipped
                continue
            for number in range(round((shot.end_s - shot.start_s) * RATE)):
                yield Frame(picture, shot.start_s + number / RATE, index)
                index += 1

    def _size(self) -> tuple[int, int]:
        """The size of the first readable still."""
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
    """The shots in the entries' order; a frame shared by successive entries is shown once."""
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
