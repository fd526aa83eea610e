"""Everything that the watch loop needs, put together before it begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from arbiter.camera.framing import Framing
from arbiter.camera.observer import Eyes
from arbiter.camera.several import SeveralEyes
from arbiter.events.orders import Orders
from arbiter.kit.session import Session
from arbiter.pages.live_view import LiveView
from arbiter.record.record import Record
from arbiter.watch.announcer import Announcer
from arbiter.watch.timing import Stats
from arbiter.watch.turning_clip import TurningClip
from engine.message import Said


@dataclass(frozen=True)
class Table:
    """Everything that the watch loop needs; ``view`` is ``None`` without a page."""

    eyes: Eyes
    framing: Framing
    session: Session
    announcer: Announcer
    record: Record
    orders: Orders
    stats: Stats
    view: LiveView | None = None
    several: SeveralEyes | None = None
    """The same as ``eyes`` if there are several cameras."""
    live: bool = False
    realtime: bool = False
    linger: bool = False
    """Stay after the match or the video until somebody stops it (or presses Ctrl-C)."""
    ready: Callable[[], bool] = lambda: True
    """Whether the next frame is there; until then orders are carried out."""
    silent: Callable[[], bool] = lambda: False
    """Whether the camera has fallen silent."""
    renew: Callable[[bool], Iterable[Said]] = lambda looking_on: ()
    """Revokes a link to the page; returns lines with the new one."""
    clip: TurningClip | None = None
    """The clip of the turning point, to be made once the match is over."""
    offset_s: float = 0.0
    """Added to the frames' times, so that a resumed game's time continues."""
