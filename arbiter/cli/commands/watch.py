"""``arbiter watch``: turns the command line into `WatchOptions` and runs ``arbiter.watch.watch``."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from arbiter.cli.layout import keys_table
from arbiter.cli.terminal import warn, words_for
from arbiter.events.orders import KEYS_HELP
from arbiter.stream.address import Address, read_address
from arbiter.watch.inviting import phone_of
from arbiter.watch.options import WatchOptions
from arbiter.watch.places import games_folder
from arbiter.watch.sources import SAMPLES, choose_source, resumed_source
from arbiter.words.describe import as_name
from arbiter.words.exits import UsageError
from arbiter.words.wording import Wording, wording
from engine.game import Seat, plain
from engine.games import find_game
from engine.message import Messages, Said, message_of

say = Messages("arbiter")


def run(options: argparse.Namespace) -> int:
    """Watch a game."""
    asked = prepare(options)
    for remark in asked.remarks:
        warn(remark, wording(asked.language))
    try:
        return played(asked)
    finally:
        asked.source.close()


def played(asked: WatchOptions) -> int:
    """Watch a game, and make the clip of its turning point; returns the exit code."""
    from arbiter.watch import watch
    from arbiter.watch.turning_clip import TurningClip

    return watch.run(asked, watch.Parts(tell=_tell(wording(asked.language)), clip=TurningClip))


def _tell(words: Wording) -> Callable[[Said], None]:
    """A function that prints lines, the list of keys as a table; nothing if the terminal has been closed."""
    keys = words.tell(KEYS_HELP)

    def tell(line: Said) -> None:
        with suppress(OSError):
            keys_table(str(line)) if line == keys else print(line, flush=True)

    return tell


def prepare(options: argparse.Namespace, samples: Path = SAMPLES) -> WatchOptions:
    """Check the options and open the source.

    Raises `UsageError`, ``SourceError``, ``CalibrationError`` or ``RecordError``, one clear line each.
    """
    rules, table, publish = rules_of(options), table_facts(options), publish_address(options)
    words = words_for(options)
    players = players_of(options.players or ["", ""], words)
    record, resume = _record(options)
    _check_calibration(options.calibration)
    if options.voice_out and not Path(options.voice_out).absolute().parent.is_dir():
        raise UsageError(say("file_voice_folder", raw=Path(options.voice_out).parent))
    sampled = None if options.draft else samples
    if resume and not options.source:
        source, remarks = resumed_source(resume, options.game, sampled)
    else:
        source, remarks = choose_source(options.source or (), options.game, sampled)
    remarks += () if resume else noted(options, {**plain(rules), **table}, words)
    return WatchOptions(
        game=options.game,
        source=source,
        players=players,
        named=bool("".join(options.players or ()).strip()),
        palette=options.palette,
        rules=rules,
        rounds=options.rounds if find_game(options.game).rounds else 1,
        record=record,
        resume=resume,
        calibration=Path(options.calibration) if options.calibration else None,
        colours=Path(options.colours) if options.colours else None,
        model=Path(options.model) if options.model else None,
        voice=options.voice,
        voice_out=Path(options.voice_out) if options.voice_out else None,
        headless=options.headless,
        port=options.port,
        language=words.language,
        commentary=options.commentary,
        share=options.share or (resume is not None and not options.source and phone_of(source) is not None),
        sample=bool(options.source is None and not source.live),
        remarks=remarks + source.notes,
        publish=publish,
        table=table,
    )


def publish_address(options: argparse.Namespace) -> Address | None:
    """The broker to publish to, if any; raises `UsageError` for an invalid address."""
    return read_address(options.publish) if options.publish else None


def noted(options: argparse.Namespace, agreed: Mapping[str, Any], words: Wording) -> tuple[str, ...]:
    """A line if the file beside a film says that it was played with other rules than those asked for."""
    from arbiter.home.notes import unlike
    from arbiter.kit.catalog import kit_named

    found = unlike(options.source[0] if options.source else "", options.game, agreed)
    if found is None:
        return ()
    ways = kit_named(options.game).asking_for(found[1])
    rules = ", ".join(f"{name}={found[1][name]}" for name in ways)
    more = " ".join(map(" ".join, ways.values()))
    return (words.say("film_noted", file=found[0], rules=rules, options=more),)


FLAGS = {"tokens": "--tokens", "turn_marker": "--turn-marker", "draft": "--draft", "cards_at": "--cards-at"}
"""The options that belong to single games, by name."""


def table_facts(options: argparse.Namespace) -> dict[str, Any]:
    """What else is known about the table (`Kit.facts`); raises `UsageError` for impossible facts."""
    from arbiter.kit.catalog import kit_named

    flags = vars(options)
    try:
        kit = kit_named(options.game)
        for name in FLAGS:
            if flags[name] and name not in kit.flags:
                raise UsageError(say("use_only", raw=_owner(name), raw2=FLAGS[name].removeprefix("--")))
        facts = kit.facts(flags)
        kit.check(kit.game.rules, options.palette, facts)
    except ValueError as error:
        raise UsageError(message_of(error)) from error
    return facts


def _owner(flag: str) -> str:
    """The game that an option belongs to."""
    from arbiter.kit.kit import Kit
    from arbiter.telling.found import found

    names = (
        kit.game.name.lower() for kit in found()[0].values() if isinstance(kit, Kit) and flag in kit.flags
    )
    return next(names, "another game")


def rules_of(options: argparse.Namespace) -> Any:
    """The rule options; raises `UsageError` for options that the game doesn't have."""
    from arbiter.kit.catalog import kit_named

    try:
        return kit_named(options.game).agreed(vars(options))
    except ValueError as error:
        raise UsageError(message_of(error)) from error


def players_of(names: list[str], words: Wording) -> dict[Seat, str]:
    """The names by seat, by default those of the sides; raises `UsageError` for equal names."""
    given = zip((Seat.NEAR, Seat.FAR), names, strict=True)
    near, far = (as_name(name) or words.say(f"default_player-{seat}") for seat, name in given)
    if near.lower() == far.lower():
        raise UsageError(say("use_players"))
    return {Seat.NEAR: near, Seat.FAR: far}


def _record(options: argparse.Namespace) -> tuple[Path, Path | None]:
    """Where the record goes, and the record to resume. The resumed one must open (``RecordError``)."""
    from arbiter.record.record import Record, RecordError, free_name
    from arbiter.review.export import clip_of

    if options.resume and options.record:
        raise UsageError(say("use_resume"))
    if options.resume:
        Record.open(options.resume, readonly=True).close()
        return Path(options.resume), Path(options.resume)
    if not options.record:
        games_folder().mkdir(parents=True, exist_ok=True)
        return free_name(games_folder() / time.strftime(f"{options.game}-%Y%m%d-%H%M.game")), None
    path = Path(options.record)
    if path.exists():
        raise RecordError(say("file_give_name", raw=path, raw2=path))
    if not path.absolute().parent.is_dir():
        raise RecordError(say("file_make_folder", raw=path.parent))
    if (clip := clip_of(path)).exists():  # it would be mistaken for this game's
        raise RecordError(say("file_clip_there", raw=clip))
    return path, None


def _check_calibration(path: str | None) -> None:
    if path:
        from calibration.store import read

        read(path)
