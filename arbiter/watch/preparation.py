"""What is prepared before a game is watched: its record (new or resumed), its voice, its pace."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from arbiter.camera.framing import Framing, recorded
from arbiter.kit.catalog import session_of
from arbiter.kit.session import Session
from arbiter.record.footage import lead_of, sources_of
from arbiter.record.record import Record, RecordError
from arbiter.record.replay import read_game, read_rules
from arbiter.voice.voice import Voice
from arbiter.watch.options import WatchOptions
from arbiter.words.describe import read_names
from arbiter.words.exits import UserError
from arbiter.words.wording import wording
from calibration.store import Calibration
from engine.game import plain
from engine.message import Message, Messages
from vision.source.frames import Frame, FrameSource
from vision.source.several import SeveralSources

say = Messages("arbiter")

GAP_S = 1.0
"""From the end of the recorded time to a resumed camera's first frame."""
KEPT = 6
"""Announcements shown again when a game is resumed."""
VOICE_WORKS = ("voice_ready", "voice_recording")
"""The voice's messages that report no trouble."""


@dataclass(frozen=True)
class OpenedGame:
    """A game ready to be watched: its record, its session, and what the record held before.

    ``last_s`` is the recorded time so far, ``said`` the last announcements, oldest first.
    """

    record: Record
    session: Session
    header: dict[str, Any]
    resumed: bool = False
    last_s: float = 0.0
    said: tuple[str, ...] = ()


def settle(options: WatchOptions) -> WatchOptions:
    """The options to play with: a record to be resumed and a sample video bring their own rules.

    Raises ``RecordError``.
    """
    if options.resume is not None:
        with Record.open(options.resume, readonly=True) as record:
            header = record.header
            if "rules" in record.unread_header:
                raise RecordError(say("file_no_rules", raw=str(record.path)))
        _same_game(options, str(read_game(header).name))
        return replace(
            options,
            players=read_names(header),
            named=True,
            rules=read_rules(header),
            rounds=int(header.get("rounds", options.rounds)),
            palette=str(header.get("palette", options.palette)),
            table=header.get("table") or {},
        )
    if not options.sample:
        return options
    truth = json.loads(Path(options.source.spec).with_suffix(".json").read_text("utf-8"))
    rules = type(options.rules).from_json(truth["rules"])
    return replace(options, rules=rules, rounds=1, table=truth.get("table", {}))


def _same_game(options: WatchOptions, game: str) -> None:
    """Raises ``RecordError`` if a record is to be resumed as another game."""
    if game.lower() != options.game.lower():
        command = f"arbiter watch {game.lower()} --resume {options.resume}"
        raise RecordError(say("record_other_game", raw=options.resume, raw2=game, raw3=command))


def known_calibration(options: WatchOptions) -> Calibration | None:
    """The calibration in the record to be resumed, for the pictures as the source sends them.

    ``None`` if another of several cameras leads now.
    """
    if options.resume is None:
        return None
    with Record.open(options.resume, readonly=True) as record:
        header = record.header
    then, source = sources_of(header), options.source
    now = source.sources[source.lead].spec if isinstance(source, SeveralSources) else source.spec
    return None if len(then) > 1 and then[lead_of(header)] != now else recorded(header, sent=True)


def open_game(options: WatchOptions, framing: Framing) -> OpenedGame:
    """Create the record, or open and replay the one to be resumed.

    Raises ``RecordError``, and `UserError` for a game that is over.
    """
    session = session_of(options.game, options.rules, options.palette, options.rounds, options.table)
    if options.resume is None:
        header = header_of(options, framing)
        return OpenedGame(Record.create(options.record, header), session, header)
    record = Record.open(options.resume)
    try:
        return _go_on(record, session, options, framing)
    except BaseException:
        record.close()
        raise


def _go_on(record: Record, session: Session, options: WatchOptions, framing: Framing) -> OpenedGame:
    entries = list(record.entries())
    session.resume((entry.kind, entry.data) for entry in entries)
    if session.snapshot().match_over:
        raise UserError(say("game_is_over", raw=record.path, raw2=record.path))
    last_s = max((entry.time_s for entry in entries), default=0.0)
    said = tuple(str(entry.data.get("text", "")) for entry in entries if entry.kind == "said")
    header = record.header
    record.append("resumed", last_s, {"source": options.source.spec})
    record.amend_header(last_s, framing.facts(framing.calibration))
    return OpenedGame(record, session, header, True, last_s, said[-KEPT:])


def header_of(options: WatchOptions, framing: Framing) -> dict[str, Any]:
    """The header of a new record (see ``arbiter.record.schema``)."""
    return {
        "game": options.game,
        "rules": plain(options.rules),
        "rounds": options.rounds,
        "players": {seat.value: name for seat, name in options.players.items()},
        "palette": options.palette,
        "language": options.language,
        "table": options.table,
        **({"colours": str(options.colours)} if options.colours else {}),
        "source": options.source.spec,
        **_several(options.source),
        **framing.facts(framing.calibration),
        "software": software(),
    }


def _several(source: FrameSource) -> dict[str, Any]:
    """A record header's fields for several cameras: their names and, for films, their clock offsets where
    known."""
    if not isinstance(source, SeveralSources):
        return {}
    named = {"sources": [each.spec for each in source.sources]}
    if source.live:
        return named
    clocks = zip(source.offsets_s, source.shifts_s, strict=True)
    return {**named, "offsets_s": [None if shift is None else round(by, 3) for by, shift in clocks]}


def software() -> str:
    """Name and version of this program."""
    try:
        return f"pyramid-arbiter {version('pyramid-arbiter')}"
    except PackageNotFoundError:
        return "pyramid-arbiter"


def resume_frames(
    options: WatchOptions, game: OpenedGame, frames: Iterator[Frame]
) -> tuple[Iterator[Frame], float]:
    """The frames that a resumed game has not seen yet, and what to add to their times.

    The video that the record was made from continues where the record ends; a camera starts ``GAP_S`` later.
    """
    if not game.resumed:
        return frames, 0.0
    if options.source.live or Path(str(game.header.get("source"))).name != Path(options.source.spec).name:
        return frames, game.last_s + GAP_S
    return itertools.dropwhile(lambda frame: frame.time_s <= game.last_s, frames), 0.0


def open_voice(options: WatchOptions, report: Callable[[Message], None]) -> Voice | None:
    """Start the voice that was asked for; ``report`` gets a message if it fails.

    For a video watched without a page, a voice recorded into a file is not heard aloud.
    """
    if not options.voice and options.voice_out is None:
        return None
    recording = options.voice_out is not None and options.headless and not options.source.live
    return Voice.start(
        wav=options.voice_out,
        aloud=options.voice and not recording,
        report=_troubles(report),
        language=wording(options.language).say("voice"),
    )


def _troubles(report: Callable[[Message], None]) -> Callable[[Message], None]:
    return lambda line: None if line.id in VOICE_WORKS else report(line)


def in_real_time(options: WatchOptions, voice: Voice | None) -> bool:
    """Whether a video runs at its own pace: if somebody may see its page or hear it."""
    if options.source.live:
        return False
    if not options.headless:
        return True
    aloud = options.voice and options.voice_out is None
    return aloud and voice is not None and voice.wait_ready()


def resume_hint(options: WatchOptions, path: Path) -> Message:
    """A message with the command that resumes a game."""
    return say("go_on_with", raw=f"arbiter watch {options.game} --resume {path}")
