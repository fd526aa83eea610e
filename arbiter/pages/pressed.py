"""The live page's callbacks for what people press, point at or ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from arbiter.pages.touching import Asked, Corners, Place, touched_json


def _nothing(*given: Any) -> None:
    pass


@dataclass(frozen=True)
class Pressed:
    """Callbacks, called from another thread, one at a time; those not given do nothing or are refused."""

    on_answer: Callable[[int, int], None] = _nothing
    """A question's id, and the index of the chosen option."""
    on_mute: Callable[[bool], None] = _nothing
    on_dispute: Callable[[int], None] = _nothing
    """A move's number; 0 is the last move."""
    on_place: Callable[[Corners, tuple[float, float]], None] = _nothing
    """Four corners as fractions of the picture's width and height, and the sides (mm) of their rectangle."""
    on_mark: Callable[[Corners], None] = _nothing
    """The corners of the board, or of all cards together."""
    on_tune: Callable[[str | None, str | None], None] = _nothing
    """Language and level of commentary from now on; ``None`` leaves them unchanged."""
    on_picture: Callable[[bytes], None] | None = None
    """A picture (JPEG) from the phone that is the camera; must not block. Without it no phone may be one."""
    on_correct: Callable[[str, int, str], None] = _nothing
    """``op``, ``move`` and ``text`` of a ``Correction``."""
    on_say: Callable[[str, Place, bool], None] = _nothing
    """At set-up: what is at a place, given in fractions of the picture (true) or in mm."""
    on_accept: Callable[[], None] = _nothing
    on_leave: Callable[[], None] | None = None
    """Ends the game, for the home page that it was started from."""
    on_touch: Callable[[Asked], Mapping[str, Any]] = lambda asked: touched_json(None, asked, str)
    """Possible corrections at a place in the drawing (see ``arbiter.pages.touching``)."""
    on_report: Callable[[bool], bytes] | None = None
    """A bug report, with or without pictures."""
    on_tell: Callable[[str, bool], str] = lambda what, aloud: ""
    """A question (``arbiter.voice.table_words.ASKED``), and whether to speak the answer, too."""
    on_sound: Callable[[int, float, str, bool], None] = _nothing
    """Rate, volume and name of this machine's voice, and whether to try it."""
