"""Which cameras or films to watch: those asked for, those named in the record, or the sample."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from arbiter.record.footage import StillsSource, find_films, lead_of, sources_of
from arbiter.record.record import Record
from engine.message import Messages, Said, message_of
from vision.source.frames import FrameSource, SourceError
from vision.source.live import CameraAway
from vision.source.opening import cameras, open_source
from vision.source.several import SeveralSources

say = Messages("arbiter")

SAMPLES = Path(__file__).resolve().parents[1] / "samples"
Chosen = tuple[FrameSource, tuple[Said, ...]]
"""An open source, and what to tell about it."""


def choose_source(specs: Sequence[str], game: str, samples: Path | None = SAMPLES) -> Chosen:
    """The source asked for, or else the first camera that works, or else the sample video.

    ``samples`` is the folder of samples, ``None`` if none of them fits. Raises ``SourceError``.
    """
    if specs:
        return _combined(_try_open(specs)), ()
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
    """The sources of the recorded game that can be opened; if there are none, as for a new game.

    Raises ``SourceError`` and ``RecordError``.
    """
    with Record.open(path, readonly=True) as record:
        header = record.header
    named = zip(sources_of(header), find_films(path, header), strict=True)
    found = _try_open([str(film or name.removeprefix("camera ")) for name, film in named])
    there = [each for each in found if isinstance(each, FrameSource)]
    if not there:
        return choose_source((), game, samples)
    wanted = (FrameSource, CameraAway) if there[0].live else FrameSource
    kept = [each for each in found if isinstance(each, wanted)]
    remarks = tuple(message_of(each) for each in found if not isinstance(each, wanted | FrameSource))
    led = lead_of(header) if there[0].live and len(kept) == len(found) else 0
    return _combined(kept, led), remarks


def footage(record: Record, given: Sequence[Path | str] = ()) -> Chosen:
    """The source for watching a recorded game again: the films ``given``, else the films it was watched
    from, as far as they exist, else its stills.

    Raises ``SourceError``, ``RecordError`` without stills, and ``UserError`` for a ``given`` film that
    doesn't exist.
    """
    films = find_films(record.path, record.header, given)
    there = [str(film) for film in films if film is not None]
    if not there:
        return StillsSource(record), ()
    names = given or sources_of(record.header)
    gone = [str(name) for name, film in zip(names, films, strict=True) if film is None]
    return _combined(_try_open(there)), tuple(say("verify_without", raw=name) for name in gone)


def _try_open(specs: Sequence[str]) -> list[FrameSource | SourceError]:
    """Each source, open, or the error that opening it gave."""
    found = list[FrameSource | SourceError]()
    for spec in specs:
        try:
            found.append(open_source(spec))
        except SourceError as error:
            found.append(error)
    return found


def _combined(found: Sequence[FrameSource | SourceError], lead: int = 0) -> FrameSource:
    """The sources as one. A missing camera is awaited if the first that opened is live; for any other failure
    all are closed and its ``SourceError`` is raised.
    """
    with ExitStack() as stack:
        there = [stack.enter_context(each) for each in found if isinstance(each, FrameSource)]
        away = [each for each in found if isinstance(each, CameraAway) and there and there[0].live]
        if failed := [each for each in found if isinstance(each, SourceError) and each not in away]:
            raise failed[0]
        if len(found) == 1:
            stack.pop_all()
            return there[0]
        first = found[lead] if found[lead] in there else there[0]
        sources = [each for each in map(_or_awaited, found) if isinstance(each, FrameSource)]
        several = SeveralSources(sources, found.index(first))
        stack.pop_all()
    return several


def _or_awaited(found: FrameSource | SourceError) -> FrameSource | SourceError:
    return found.awaited() if isinstance(found, CameraAway) else found
