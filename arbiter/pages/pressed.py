"""What the live page does when somebody presses, points or asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from arbiter.pages.touching import Asked, Corners, Place, touched_json


def _nothing(*given: Any) -> None:
    pass


@dataclass(frozen=True)
class Pressed:
    """Called from another thread, one at a time; what isn't given does nothing, or may not be pressed."""

    on_answer: Callable[[int, int], None] = _nothing
    """The id of a question, and the index of the option chosen."""
    on_mute: Callable[[bool], None] = _nothing
    on_dispute: Callable[[int], None] = _nothing
    """The number of a move, 0 the last one."""
    on_place: Callable[[Corners, tuple[float, float]], None] = _nothing
    """Four corners as parts of the picture's width and height, and the sides (mm) of their rectangle."""
    on_mark: Callable[[Corners], None] = _nothing
    """The corners of the board, or of all cards together."""
    on_tune: Callable[[str | None, str | None], None] = _nothing
    """Language and commentary from now on, ``None`` for what stays."""
    on_picture: Callable[[bytes], None] | None = None
    """A picture (JPEG) of the phone that is the camera; must not wait. Without it no phone may be."""
    on_correct: Callable[[str, int, str], None] = _nothing
    """``op``, ``move`` and ``text`` of a ``Correction``."""
    on_say: Callable[[str, Place, bool], None] = _nothing
    """At set-up: what stands at a place, in parts of the picture (true) or in mm."""
    on_accept: Callable[[], None] = _nothing
    on_leave: Callable[[], None] | None = None
    """Ends the game, for the home page that it was started from."""
    on_touch: Callable[[Asked], Mapping[str, Any]] = lambda asked: touched_json(None, asked, str)
    """What pointing at a place of the drawing may mean (see ``arbiter.pages.touching``)."""
    on_report: Callable[[bool], bytes] | None = None
    """A bug report, with pictures or without."""
    on_tell: Callable[[str, bool], str] = lambda what, aloud: ""
    """What somebody asks for (``arbiter.voice.table_words.ASKED``), said aloud too or not."""
    on_sound: Callable[[int, float, str, bool], None] = _nothing
    """Rate, volume and voice of the machine, and whether to try it."""
