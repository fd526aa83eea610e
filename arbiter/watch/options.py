"""The options of ``arbiter watch``, checked and ready to use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arbiter.pages.access import Door
from arbiter.stream.address import Address
from engine.game import Seat
from engine.message import Said
from vision.source.frames import FrameSource


@dataclass(frozen=True, slots=True)
class WatchOptions:
    """The options of one watched game.

    ``source`` is open; the caller closes it. ``record`` is a file that doesn't exist yet, unless
    it is ``resume``, the record to go on with. ``remarks`` are lines shown at the start, for example that the
    sample video replaces a camera; ``sample`` is true in that case.
    """

    game: str
    source: FrameSource
    players: dict[Seat, str]
    palette: str
    rules: Any
    rounds: int
    record: Path
    resume: Path | None = None
    calibration: Path | None = None
    colours: Path | None = None
    model: Path | None = None
    voice: bool = True
    voice_out: Path | None = None
    headless: bool = False
    port: int = 0
    sample: bool = False
    language: str = "en"
    commentary: str = "normal"
    share: bool = False
    remarks: tuple[Said, ...] = ()
    named: bool = True
    """Whether the players gave a name."""
    home: str = ""
    """Address of the home page that the game was started from."""
    door: Door | None = None
    """Access to a shared page and its certificate; ``None`` makes new ones."""
    publish: Address | None = None
    """The broker to which the events are published."""
    table: Mapping[str, Any] = field(default_factory=dict)
    """What else is known about the table (``arbiter.games.catalog``)."""
