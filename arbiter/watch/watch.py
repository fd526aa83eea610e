"""``arbiter watch``: from camera or video through vision and session to voice, record and live page.

``run`` does all of it. Its connections to the outside can be replaced through ``Parts`` (tests use simulated
eyes).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from arbiter.camera.framing import Framing
from arbiter.camera.observer import Eyes, TableEyes
from arbiter.camera.placing import Placed, place
from arbiter.camera.several import LeadingFraming, SeveralEyes, align
from arbiter.events.orders import (
    KEYS_HELP,
    Accept,
    Ask,
    Choose,
    Correct,
    Dispute,
    Mark,
    Mute,
    Orders,
    Place,
    Quit,
    Say,
    Speak,
    Tune,
    listen,
    read_lines,
)
from arbiter.kit.session import Session
from arbiter.pages.clip import clip_routes
from arbiter.pages.live import LiveServer
from arbiter.pages.live_state import snapshot_state
from arbiter.pages.live_view import Draw, LiveView, overlay
from arbiter.record.record import RecordError
from arbiter.record.salvage import altered_line
from arbiter.stream.feed import Feed
from arbiter.stream.socket import stream_routes
from arbiter.telling.found import telling_of
from arbiter.voice.voice import Voice
from arbiter.watch.announcer import Announcer
from arbiter.watch.bundle import bundle
from arbiter.watch.closing import closing_lines, make_clip, reviews_of
from arbiter.watch.ending import signals_as_ctrl_c
from arbiter.watch.inviting import invitation, links, page_access
from arbiter.watch.loop import WatchLoop
from arbiter.watch.options import WatchOptions
from arbiter.watch.pauses import short_pauses
from arbiter.watch.places import keep_sound, keep_token, read_settings
from arbiter.watch.preparation import (
    OpenedGame,
    in_real_time,
    known_calibration,
    open_game,
    open_voice,
    resume_frames,
    resume_hint,
    settle,
)
from arbiter.watch.publishing import publish
from arbiter.watch.table import Table
from arbiter.watch.timing import Stats
from arbiter.watch.turning_clip import TurningClip
from arbiter.words.exits import INTERRUPTED, OK, one_line
from arbiter.words.utterance import Priority, Utterance
from arbiter.words.wording import Wording, wording
from calibration.store import Calibration
from engine.game import Seat
from engine.games import find_game
from engine.message import Messages, Said
from vision.source.frames import Frame, SourceError
from vision.source.opening import open_source
from vision.source.several import SeveralSources

say = Messages("arbiter")

Tell = Callable[[Said], None]
Renew = Callable[[bool], Iterable[Said]]


def print_line(line: Said) -> None:
    """Print a line at once, unless the terminal has been closed."""
    with suppress(OSError):
        print(line, flush=True)


def complain(line: Said) -> None:
    """Print a line on the error stream, unless it has been closed."""
    with suppress(OSError):
        print(f"arbiter: {line}", file=sys.stderr, flush=True)


def typed_lines() -> Iterable[str]:
    """The lines typed in the terminal; empty if it is not interactive."""
    return read_lines(sys.stdin.fileno()) if sys.stdin is not None and sys.stdin.isatty() else ()


@dataclass(frozen=True)
class Parts:
    """The connections of ``run`` to the outside."""

    eyes: Callable[..., Eyes] = TableEyes
    draw: Draw = overlay
    tell: Tell = print_line
    warn: Tell = complain
    keys: Callable[[], Iterable[str]] = typed_lines
    place: Callable[..., Placed] = place
    page: Callable[..., LiveServer] = LiveServer
    clip: Callable[[Path, bool], TurningClip] | None = None
    session: Callable[[Session], Session] = lambda session: session
    """Wraps the session, for example to answer its questions without people."""


def run(options: WatchOptions, parts: Parts | None = None, stats: Stats | None = None) -> int:
    """Watch a game until it ends; returns the exit code (130 after Ctrl-C).

    Raises ``CalibrationError``, ``SourceError``, ``ModelError``, ``RecordError`` or ``PageError``, one clear
    line each; in any case the record is closed and complete up to then. ``options.source`` is left open for
    the caller to close. ``stats`` is filled in for the benchmark.
    """
    parts, stats = _in_words(parts or Parts(), wording(options.language)), stats or Stats()
    options = settle(options)
    with ExitStack() as stack:
        stack.enter_context(signals_as_ctrl_c())
        voice = _Closing(open_voice(options, parts.warn))
        stack.callback(voice.close)
        orders, feed = Orders(), Feed()
        clip = _clip(options, parts, stack)
        view, renew, page = _open_page(options, parts, orders, stack, feed, clip)
        placed = parts.place(options.source, options.calibration, known_calibration(options))
        framing, eyes = looking(options, parts, placed.calibration)
        game = _open_game(options, framing, parts, stack)
        publish(options, feed.begin(game.record), page, parts.warn, stack)
        _introduce(options, placed, game, parts.tell)
        said = options.players, parts.tell, stats, options.language, options.commentary
        announcer = _sound_as_before(Announcer(game.record, voice.voice, *said))
        frames, offset_s = resume_frames(options, game, placed.frames)
        table = Table(
            eyes=eyes,
            framing=framing,
            session=parts.session(game.session),
            announcer=announcer,
            record=game.record,
            orders=orders,
            stats=stats,
            view=view,
            several=eyes if isinstance(eyes, SeveralEyes) else None,
            renew=renew,
            live=options.source.live,
            ready=options.source.ready,
            silent=lambda: options.source.silent,
            realtime=in_real_time(options, voice.voice),
            offset_s=offset_s,
        )
        _greet(game, announcer, options.players)
        linger = (_listen(parts, orders) or bool(options.home)) and view is not None
        loop = WatchLoop(replace(table, linger=linger, clip=clip), parts.tell)
        return _watch(loop, frames, options, game, parts, voice, clip)


def _clip(options: WatchOptions, parts: Parts, stack: ExitStack) -> TurningClip | None:
    """The clip to be made of the game; for the home page it goes on being made after the game is closed."""
    if parts.clip is None:
        return None
    clip = parts.clip(options.resume or options.record, options.resume is not None)
    if not options.home:
        stack.callback(clip.close)
    return clip


def _open_game(options: WatchOptions, framing: Framing, parts: Parts, stack: ExitStack) -> OpenedGame:
    """Open the game; its record is closed when the stack unwinds."""
    game = open_game(options, framing)
    stack.callback(game.record.close)
    game.record.tell = parts.warn
    return game


def _eyes(options: WatchOptions, parts: Parts, calibration: Calibration, **more: Eyes) -> Eyes:
    """The eyes on the table, with the user's own colours and model, if any."""
    asked = {"colours": options.colours, "model": options.model}
    known = {name: path for name, path in asked.items() if path is not None}
    return parts.eyes(calibration, options.palette, **known, **more)


def looking(options: WatchOptions, parts: Parts, placed: Calibration) -> tuple[Framing, Eyes]:
    """The framing and the eyes of the placed camera, or of all cameras; the clocks of several films are
    aligned first."""
    framing, source = Framing(placed), options.source
    eyes = _eyes(options, parts, framing.calibration)
    if not isinstance(source, SeveralSources):
        return framing, eyes
    if not source.live:
        parts.tell(say("watch_aligning"))
        for line in align(source, open_source):
            parts.tell(line)
    several = SeveralEyes(source, framing, eyes, lambda found: _eyes(options, parts, found, like=eyes))
    return LeadingFraming(several), several


def _in_words(parts: Parts, words: Wording) -> Parts:
    """The parts with the terminal's messages translated; plain strings are in the right language already."""

    def translated(tell: Tell) -> Tell:
        return lambda line: tell(words.tell(line))

    return replace(parts, tell=translated(parts.tell), warn=translated(parts.warn))


@dataclass
class _Closing:
    """Closes the voice, at once with ``hurry``."""

    voice: Voice | None
    hurry: bool = False

    def close(self) -> None:
        if self.voice is not None:
            self.voice.close(0.0 if self.hurry else None)


def _watch(
    loop: WatchLoop,
    frames: Iterable[Frame],
    options: WatchOptions,
    game: OpenedGame,
    parts: Parts,
    voice: _Closing,
    clip: TurningClip | None,
) -> int:
    """Run the loop and note in the record how it ended."""
    path = game.record.path
    how, detail, interrupted = "fault", None, False
    options.source.hold()
    try:
        with short_pauses():
            loop.run(frames)
        how = _ended(loop, "ended")
    except KeyboardInterrupt:
        voice.hurry, how, interrupted = True, _ended(loop, "interrupted"), True
        parts.tell("")
    except SourceError as error:
        how, detail = "source", one_line(error)
        kept = say("kept_in", text=detail, raw=path, text2=resume_hint(options, path))
        raise SourceError(kept) from error
    finally:
        with suppress(RecordError):  # already reported
            game.record.append("ended", loop.time_s, {"how": how, "text": detail or ""})
    for line in closing_lines(loop.snapshot, options, path):
        parts.tell(line)
    make_clip(clip, how, loop.snapshot, options, parts.tell)
    return INTERRUPTED if how == "interrupted" or (interrupted and options.home) else OK


def _ended(loop: WatchLoop, otherwise: str) -> str:
    """How a game ended, as it is recorded."""
    return "finished" if loop.snapshot.match_over else "film" if loop.film_over else otherwise


def _introduce(options: WatchOptions, placed: Placed, game: OpenedGame, tell: Tell) -> None:
    for remark in placed.remarks:
        tell(remark)
    near, far = (options.players[seat] for seat in (Seat.NEAR, Seat.FAR))
    telling = telling_of(find_game(options.game))
    variant = telling.variant(options.rules)
    head = say("watch_head_short", raw=telling.called)
    if variant is not None:
        head = say("watch_head", raw=telling.called, text=variant, n=options.rounds)
    tell(say("watch_who", text=head, near=near, far=far) if options.named else head)
    tell(say("watch_going_on" if game.resumed else "watch_to", raw=game.record.path))
    if game.resumed and (line := altered_line(game.record)):
        tell(line)


def _open_page(
    options: WatchOptions,
    parts: Parts,
    orders: Orders,
    stack: ExitStack,
    feed: Feed,
    clip: TurningClip | None,
) -> tuple[LiveView | None, Renew, Callable[[], str]]:
    """The page's view, a function that revokes one of its links, and one that gives the viewers' link."""
    if options.headless:
        return None, lambda looking_on: (), lambda: ""
    view: LiveView

    def tell_of(what: str, aloud: bool) -> str:
        if aloud:
            orders.ask(Ask(what))
        return view.asked(what)

    server = parts.page(
        options.port,
        on_touch=lambda asked: view.touched(asked),
        on_tell=tell_of,
        about=_about(options),
        more=lambda server: [
            *stream_routes(server, feed),
            *([] if clip is None else clip_routes(clip.path)),
            *reviews_of(options.resume or options.record, options.language, server, stack).routes,
        ],
        **_callbacks(options, orders),
        **page_access(options),
    )
    stack.callback(server.close)
    stack.callback(orders.close)
    view = LiveView(server, options.players, parts.draw)
    stack.callback(view.close)
    for line in invitation(server, options):
        parts.tell(line)

    def renew(looking_on: bool) -> Iterable[Said]:
        if not options.share:
            raise ValueError(say("door_not_shared"))
        server.renew(looking_on)
        keep_token("" if looking_on else server.door.token)
        return links(server, looking_on=looking_on)

    return view, renew, lambda: server.door.url(server.port, looking_on=True)


def _callbacks(options: WatchOptions, orders: Orders) -> dict[str, Any]:
    """The page's callbacks: each posts an order, which the watch loop carries out."""
    return {
        "on_answer": lambda question, option: orders.ask(Choose(question, option)),
        "on_mute": lambda muted: orders.ask(Mute(muted)),
        "on_tune": lambda language, commentary: orders.ask(Tune(language, commentary)),
        "on_dispute": lambda move: orders.ask(Dispute(move)),
        "on_correct": lambda op, move, text: orders.ask(Correct(op, move, text)),
        "on_place": lambda corners, size_mm: orders.ask(Place(corners, size_mm)),
        "on_mark": lambda corners: orders.ask(Mark(corners)),
        "on_say": lambda what, place, in_picture: orders.ask(Say(what, place, in_picture)),
        "on_accept": lambda: orders.ask(Accept()),
        "on_leave": (lambda: orders.ask(Quit())) if options.home else None,
        "on_sound": partial(_sound, orders),
        "on_report": lambda pictures: bundle(
            options.resume or options.record, settings=_settings(options), pictures=pictures
        ),
    }


def _sound(orders: Orders, rate: int, volume: float, voice: str, try_it: bool) -> None:
    """Change how the voice sounds, now and in the next games."""
    orders.ask(Speak(rate, volume, voice, try_it))
    keep_sound(rate, volume, voice)


def _sound_as_before(announcer: Announcer) -> Announcer:
    """Set the voice as in the last game."""
    kept = read_settings()
    announcer.sound(kept.rate, kept.volume, kept.speaker, try_it=False)
    return announcer


def _settings(options: WatchOptions) -> dict[str, Any]:
    """How the game was started, for a bug report; no names, no addresses."""
    return {
        "game": options.game,
        "language": options.language,
        "commentary": options.commentary,
        "palette": options.palette,
        "live": options.source.live,
        "size_px": list(options.source.size),
    }


def _about(options: WatchOptions) -> dict[str, str]:
    """What the page says about going on: the record, how to resume it, and the home page if there is one."""
    resumed = options.resume or options.record
    return {
        "home": options.home,
        "record": resumed.name,
        "resume": f"arbiter watch {options.game} --resume {resumed}",
        "review": f"arbiter review {resumed}",
    }


def _greet(game: OpenedGame, announcer: Announcer, names: Mapping[Seat, str]) -> None:
    """Announce the present state of a resumed game."""
    if not game.resumed:
        return
    announcer.remember(game.said)
    words = announcer.words
    where = snapshot_state(game.session.snapshot(), names, words)["say"]
    text = words.say("resumed", where=where)
    announcer.say(Utterance(text, "resumed", Priority.NOTICE), game.last_s, "resumed")


def _listen(parts: Parts, orders: Orders) -> bool:
    """Listen to the terminal; returns whether it is interactive."""
    lines = parts.keys()
    if lines == ():
        return False
    parts.tell(KEYS_HELP)
    listen(lines, orders, parts.tell)
    return True
