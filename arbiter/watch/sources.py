"""Which cameras or films a game is looked at through: those asked for, those of the record, or the sample."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from arbiter.record.footage import StillsSource, find_films, lead_of, sources_of
from arbiter.record.record import Record
from engine.message import Messages, Said, message_of
from vision.source.frames import FrameSource, SourceError
from vision.source.opening import cameras, open_source
from vision.source.several import SeveralSources

say = Messages("arbiter")

SAMPLES = Path(__file__).resolve().parents[1] / "samples"
Chosen = tuple[FrameSource, tuple[Said, ...]]
"""An open source, and what to tell of it."""


def choose_source(specs: Sequence[str], game: str, samples: Path | None = SAMPLES) -> Chosen:
    """What was asked for, or else the first camera that works, or else the sample video.

    Raises ``SourceError``; ``samples`` is their folder, ``None`` where none shows what is to be watched.
    """
    if specs:
        return _together([open_source(specs[0])] if len(specs) == 1 else _opened(specs)), ()
    linux = sys.platform.startswith("linux")
    for index in [camera.index for camera in cameras()] if linux else [0]:
        try:
            return open_source(str(index)), ()
        except SourceError:
            continue
    found = sorted(samples.glob(f"{game}*.mp4")) if samples else []
    if not found:
        raise SourceError(say("no_camera_none"))
    return open_source(str(found[0])), (say("no_camera_sample", raw=found[0].name),)


def resumed_source(path: Path, game: str, samples: Path | None = SAMPLES) -> Chosen:
    """What the recorded game was watched by, as far as it can be had; else as for a new one.

    Raises ``SourceError`` and ``RecordError``.
    """
    with Record.open(path, readonly=True) as record:
        header = record.header
    there, remarks = list[FrameSource](), list[Said]()
    named = sources_of(header)
    for name, film in zip(named, find_films(path, header), strict=True):
        try:
            there.append(open_source(str(film or name.removeprefix("camera "))))
        except SourceError as error:
            remarks.append(message_of(error))
    if not there:
        return choose_source((), game, samples)
    led = lead_of(header) if there[0].live and len(there) == len(named) else 0
    return _together(there, led), tuple(remarks)


def footage(record: Record, given: Sequence[Path | str] = ()) -> Chosen:
    """What a recorded game can be looked at again on: the films ``given``, else those that it was watched
    from, as far as they are there, else its stills.

    Raises ``SourceError``, ``RecordError`` without stills, and ``UserError`` for a film given that isn't
    there.
    """
    films = find_films(record.path, record.header, given)
    there = [str(film) for film in films if film is not None]
    if not there:
        return StillsSource(record), ()
    names = given or sources_of(record.header)
    gone = [str(name) for name, film in zip(names, films, strict=True) if film is None]
    return _together(_opened(there)), tuple(say("verify_without", raw=name) for name in gone)


def _opened(specs: Sequence[str]) -> list[FrameSource]:
    """All of them; none stays open where one cannot be had."""
    with ExitStack() as stack:
        found = [stack.enter_context(open_source(spec)) for spec in specs]
        stack.pop_all()
    return found


def _together(sources: list[FrameSource], lead: int = 0) -> FrameSource:
    """Open sources as one; all are closed where they don't go together."""
    if len(sources) == 1:
        return sources[0]
    with ExitStack() as stack:
        for source in sources:
            stack.enter_context(source)
        several = SeveralSources(sources, lead)
        stack.pop_all()
    return several
