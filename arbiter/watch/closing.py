"""What happens when a game ends: its result is printed, its clip made, its review opened to the page."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from aiohttp import web

from arbiter.pages.live import LiveServer
from arbiter.pages.live_state import snapshot_state
from arbiter.pages.refusal import Refused
from arbiter.pages.review import Reviews
from arbiter.table.frames import Snapshot
from arbiter.watch.options import WatchOptions
from arbiter.watch.preparation import resume_hint
from arbiter.watch.turning_clip import TurningClip
from arbiter.words.wording import wording
from engine.game import Seat
from engine.message import Message, Messages, Said

say = Messages("arbiter")


def closing_lines(snapshot: Snapshot, options: WatchOptions, path: object) -> list[Message]:
    """The result so far and where the record is."""
    points = ", ".join(f"{options.players[seat]} {snapshot.totals[seat]}" for seat in Seat if snapshot.totals)
    if not snapshot.game.rounds:
        points = str(snapshot_state(snapshot, options.players, wording(options.language))["say"])
    done = snapshot.round - (snapshot.phase == "between")
    how = "unfinished" if snapshot.phase == "play" and snapshot.rounds == 1 else snapshot.phase
    result = say(f"closing-{how}", n=done, most=snapshot.rounds, text=points)
    lines = [result, say("watch_record", raw=path, raw2=f"arbiter review {path}")]
    return lines if snapshot.match_over else [*lines, resume_hint(options, path)]  # type: ignore[arg-type]


def make_clip(
    clip: TurningClip | None,
    how: str,
    snapshot: Snapshot,
    options: WatchOptions,
    tell: Callable[[Said], None],
) -> None:
    """Make the clip of a game that is over, or of an endless game whose film ended or that was stopped.

    Waits for the clip, unless the home page goes on.
    """
    stopped = how in ("film", "ended") and not snapshot.game.ends and snapshot.state is not None
    if clip is None or not (stopped or how == "finished"):
        return
    clip.begin()
    if not options.home:
        clip.finish(tell)


def reviews_of(record: Path, language: str, server: LiveServer, stack: ExitStack) -> Reviews:
    """The review of the game being played, for everybody who may see the live page.

    It opens only when the game is over: the solver would take computing time from the vision. Corrections are
    made on the live page.
    """

    def find(name: str) -> Path:
        if name != record.name:
            raise Refused(web.HTTPNotFound, say("home_no_game"))
        if not server.finished:
            raise Refused(web.HTTPConflict, say("review_soon"))
        return record

    reviews = Reviews(find, lambda: language, may_write=lambda request: False)
    stack.callback(reviews.close)
    return reviews
