"""What the watch loop needs of the session of any game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from arbiter.camera.cards_watch import CardTable
from arbiter.events.types import SessionEvent
from arbiter.table.frames import Snapshot
from arbiter.table.setup.by_hand import Place, Shown
from arbiter.table.watchdog import Watchdog
from calibration.table_frame import Axes
from vision.observation import Box, TableObservation

Events = tuple[SessionEvent, ...]


class Session(Protocol):
    """Observations, answers and people's statements in, session events out, oldest first.

    Impossible requests raise ``ValueError`` or ``MoveError`` with one clear line.
    """

    def observe(self, frame: TableObservation, later: bool = False) -> Events:
        """Takes the observation of the next frame; with ``later`` its reading is left to a later one."""

    def answer(self, question_id: int, option: int, time_s: float | None = None) -> Events:
        """Answers the open question."""

    def enter(self, text: str, time_s: float | None = None) -> Events:
        """A move typed by a person or, at set-up, what stands somewhere."""

    def take_back(self, time_s: float | None = None) -> Events:
        """Takes the last move back on a person's word."""

    def correct(
        self, op: str, move: int = 0, text: str = "", number: int = 0, time_s: float | None = None
    ) -> Events:
        """People correct the game (see ``arbiter.events.types.Correction``)."""

    def say(
        self, what: str, at: str | Place, box_px: Box | None = None, time_s: float | None = None
    ) -> Events:
        """People say what stands somewhere at set-up."""

    def accept(self, time_s: float | None = None) -> Events:
        """People accept the set-up as shown."""

    def mark(self, corners: Sequence[tuple[float, float]]) -> Mapping[str, Any]:
        """The board or the cards lie between these corners (mm), near left first; returns that as facts."""

    def place(self, table: CardTable) -> None:
        """Takes the table after a look for its cards."""

    def snapshot(self) -> Snapshot:
        """The present state."""

    def resume(self, entries: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
        """Rebuilds the session from recorded events; only for a fresh one."""

    @property
    def set_up(self) -> Shown | None:
        """The set-up as shown; ``None`` once the game has begun."""

    @property
    def watchdog(self) -> Watchdog:
        """What was ignored in the last frame."""

    @property
    def seats(self) -> Axes | None:
        """The frame (present mm) that suits where the players sit; ``None`` while the present one does."""

    def seated(self) -> None:
        """The table is seen in that frame from now on."""

    @property
    def looking(self) -> CardTable | None:
        """The table while its cards are searched for in pictures."""

    @property
    def glimpses(self) -> bool:
        """Whether frames with movement are worth a look."""
