"""What the watch loop asks of the session of any game."""

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
    """Observations, answers and words of people in, session events out, oldest first.

    What people ask for and cannot be raises ``ValueError`` or ``MoveError`` with one clear line.
    """

    def observe(self, frame: TableObservation, later: bool = False) -> Events:
        """Takes one frame's observation, in order of time; what it means may be left to a ``later`` one."""

    def answer(self, question_id: int, option: int, time_s: float | None = None) -> Events:
        """Answers the open question."""

    def enter(self, text: str, time_s: float | None = None) -> Events:
        """A move typed by a person, or at set-up what stands somewhere."""

    def take_back(self, time_s: float | None = None) -> Events:
        """The last move is taken back by word of a person."""

    def correct(
        self, op: str, move: int = 0, text: str = "", number: int = 0, time_s: float | None = None
    ) -> Events:
        """People put the game right (see ``arbiter.events.types.Correction``)."""

    def say(
        self, what: str, at: str | Place, box_px: Box | None = None, time_s: float | None = None
    ) -> Events:
        """People say what stands somewhere at set-up."""

    def accept(self, time_s: float | None = None) -> Events:
        """People say that the set-up is right as it is shown."""

    def mark(self, corners: Sequence[tuple[float, float]]) -> Mapping[str, Any]:
        """The board or the cards lie between these corners (mm), near left first; gives that as facts."""

    def place(self, table: CardTable) -> None:
        """The table after a look for its cards."""

    def snapshot(self) -> Snapshot:
        """Where the session stands."""

    def resume(self, entries: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
        """Rebuilds the session from recorded events; only for one that has seen nothing yet."""

    @property
    def set_up(self) -> Shown | None:
        """The set-up as it is shown; ``None`` once the game has begun."""

    @property
    def watchdog(self) -> Watchdog:
        """What was left out in the last frame."""

    @property
    def seats(self) -> Axes | None:
        """The frame (present mm) that the table should be seen in, by where the players sit; ``None`` while
        the present one will do."""

    def seated(self) -> None:
        """The table is seen in that frame from now on."""

    @property
    def looking(self) -> CardTable | None:
        """The table while its cards are to be found in pictures."""

    @property
    def glimpses(self) -> bool:
        """Whether frames in which something moves are worth a look."""
