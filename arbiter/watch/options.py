"""What ``arbiter watch`` was asked for, checked and ready to use."""

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

    ``source`` is open; whoever runs the game closes it. ``record`` is a file that isn't there yet, unless it
    is ``resume``, the record to go on with. ``remarks`` are lines shown at the start, such as that the sample
    video stands in for a camera; ``sample`` tells that it does.
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
    """Where the home page is that the game was started from."""
    door: Door | None = None
    """Who comes in where it is shared, and by which certificate; without one a new certificate is made."""
    publish: Address | None = None
    """The broker that what happens is published to."""
    table: Mapping[str, Any] = field(default_factory=dict)
    """What else is known of the table (``arbiter.games.catalog``)."""
