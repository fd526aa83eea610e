"""Asking at set-up: about one doubt at a time, using the table on which it was seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arbiter.events.asking import Asked, Asking
from arbiter.events.types import Question, SessionEvent
from arbiter.table.setup.by_hand import Place
from arbiter.table.setup.offer import Offer
from arbiter.table.window import Window
from vision.observation import Box


@dataclass(frozen=True)
class AskedDoubt(Asked):
    """A question about a set-up, with its doubt."""

    doubt: Any


class AsksAtSetup(Asking[AskedDoubt]):
    """Watches for a set-up, and asks; ``offer`` is the set-up as shown to people."""

    offer: Offer

    _asked_of: Window
    """The table when the open question was asked, or the accepted one."""
    _looked: Window | None
    """The table as shown to people."""

    def interrupted(self, window: Window) -> list[SessionEvent]:
        """A hand comes after a rest: asks about that rest's doubt now, because the hand may make the first
        move and play that continues without an answer is followed from the likely readings."""
        if self._looked is None or self._looked.first_s != window.first_s or self.asked is not None:
            return []
        doubts = self._in_doubt()
        if not doubts:
            return []
        self._asked_of = self._looked
        return self._ask(doubts, self._looked, window.last_s)

    def step(self, window: Window) -> list[SessionEvent]:
        """Looks at the table."""
        raise NotImplementedError

    def say(self, what: str, at: str | Place, box_px: Box | None, time_s: float) -> list[SessionEvent]:
        """People say what stands somewhere; ``ValueError``, in one line, if that is impossible."""
        raise NotImplementedError

    def accept(self, time_s: float) -> list[SessionEvent]:
        """People accept the set-up as shown; ``ValueError``, in one line, if it cannot be played."""
        raise NotImplementedError

    def answer(self, option: int, time_s: float) -> list[SessionEvent]:
        """Takes the answer to the open question; ``ValueError`` if there is none or no such option."""
        asked, said = self._close(option, time_s)
        self._settle(asked, option)
        return [said, *self._go_on(time_s)]

    def _ask(self, doubts: Sequence[Any], window: Window, time_s: float) -> list[SessionEvent]:
        """Asks about the first doubt, unless one of the doubts is already being asked about."""
        if self._stays(doubts):
            return []
        events = self._withdraw(window)
        self.asked = AskedDoubt(self._question(doubts[0], window, time_s), doubts[0])
        return [*events, self.asked.event]

    def _stays(self, doubts: Sequence[Any]) -> bool:
        """Whether the open question is about one of these doubts."""
        asked = self.asked
        return asked is not None and any(self._same(asked.doubt, doubt) for doubt in doubts)

    def _withdraw(self, window: Window) -> list[SessionEvent]:
        return self._withdrawn(window.last_s)

    def _in_doubt(self) -> Sequence[Any]:
        """The doubts about the shown table, if it could otherwise be played."""
        raise NotImplementedError

    def _question(self, doubt: Any, window: Window, time_s: float) -> Question:
        """The question about a doubt."""
        raise NotImplementedError

    def _settle(self, asked: AskedDoubt, option: int) -> None:
        """Takes an answer."""
        raise NotImplementedError

    def _go_on(self, time_s: float) -> list[SessionEvent]:
        """Begins, or asks on, from the table that was asked about."""
        raise NotImplementedError

    @staticmethod
    def _same(one: Any, other: Any) -> bool:
        """Whether two doubts are about the same thing."""
        raise NotImplementedError
