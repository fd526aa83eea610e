"""One question at a time: it is asked, waits, and is answered or withdrawn.

Set-ups and play ask alike. What the options of a question mean is theirs: `Asked` is the question alone.
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
    """A question of play: what its options mean, and the table that it is about."""

    readings: tuple[Any, ...]
    table: Any
    rest: Any
    """What is still to be asked about if it was none of these."""
    likely: tuple[Any, ...]
    """The likeliest readings, those that were too unlikely to be offered too."""


A = TypeVar("A", bound=Asked)


class Asking(Generic[A]):
    """What asks: ``asked`` is open, ``next_question`` the number of the question after it."""

    asked: A | None
    next_question: int

    def _worded(self, text: Said, options: Iterable[Said], time_s: float, **facts: Any) -> Question:
        """The next question, with an option for none of these; it is open once it is ``asked``."""
        number, self.next_question = self.next_question, self.next_question + 1
        return Question(time_s=time_s, id=number, text=text, options=(*options, NONE_OF_THESE), **facts)

    def _close(self, option: int, time_s: float) -> tuple[A, Answer]:
        """Closes the open question by one of its options; ``ValueError`` when there is none or it has no
        such option."""
        asked = self.asked
        if asked is None:
            raise ValueError(say("page_no_question"))
        options = asked.event.options
        if not 0 <= option < len(options):
            raise ValueError(say("question_options", n=asked.event.id, most=len(options) - 1))
        self.asked = None
        return asked, Answer(time_s=time_s, id=asked.event.id, option=option, text=options[option])

    def _withdrawn(self, time_s: float, taken: Said = "", assumed: bool = False) -> list[SessionEvent]:
        """Takes the open question back, if there is one: ``taken`` is what play has said instead."""
        asked, self.asked = self.asked, None
        if asked is None:
            return []
        return [QuestionWithdrawn(time_s=time_s, id=asked.event.id, taken=taken, assumed=assumed)]
