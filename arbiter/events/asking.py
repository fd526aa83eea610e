"""One question at a time: it is asked, stays open, and is answered or withdrawn.

Set-ups and play ask in the same way. They know what the options mean; `Asked` is only the question.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from arbiter.events.types import NONE_OF_THESE, Answer, Question, QuestionWithdrawn, SessionEvent
from engine.message import Messages, Said

say = Messages("arbiter")


@dataclass(frozen=True)
class Asked:
    """An open question."""

    event: Question


@dataclass(frozen=True)
class AskedReadings(Asked):
    """A question about play, with the readings behind its options and the table that it is about."""

    readings: tuple[Any, ...]
    table: Any
    rest: Any
    """The readings to ask about next, if none of these is right."""
    likely: tuple[Any, ...]
    """The likeliest readings, including those too unlikely to be offered."""


A = TypeVar("A", bound=Asked)


class Asking(Generic[A]):
    """Something that asks: ``asked`` is the open question, ``next_question`` the number of the next one."""

    asked: A | None
    next_question: int

    def _worded(self, text: Said, options: Iterable[Said], time_s: float, **facts: Any) -> Question:
        """The next question, with an option for none of these; it is open once it is set as ``asked``."""
        number, self.next_question = self.next_question, self.next_question + 1
        return Question(time_s=time_s, id=number, text=text, options=(*options, NONE_OF_THESE), **facts)

    def _close(self, option: int, time_s: float) -> tuple[A, Answer]:
        """Closes the open question with an option; ``ValueError`` if there is none or no such option."""
        asked = self.asked
        if asked is None:
            raise ValueError(say("page_no_question"))
        options = asked.event.options
        if not 0 <= option < len(options):
            raise ValueError(say("question_options", n=asked.event.id, most=len(options) - 1))
        self.asked = None
        return asked, Answer(time_s=time_s, id=asked.event.id, option=option, text=options[option])

    def _withdrawn(self, time_s: float, taken: Said = "", assumed: bool = False) -> list[SessionEvent]:
        """Withdraws the open question, if any; ``taken`` is the option that play has confirmed instead."""
        asked, self.asked = self.asked, None
        if asked is None:
            return []
        return [QuestionWithdrawn(time_s=time_s, id=asked.event.id, taken=taken, assumed=assumed)]
