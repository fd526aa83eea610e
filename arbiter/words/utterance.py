"""An utterance: its text, its topic, and what it makes stale."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Priority(IntEnum):
    """How much an utterance matters; if too many wait, the lowest is dropped first."""

    CHATTER = 0
    PLAY = 1
    NOTICE = 2
    RULING = 3
    QUESTION = 4
    RESULT = 5


@dataclass(frozen=True, slots=True)
class Utterance:
    """A text to speak and to show.

    A newer utterance on a ``topic`` replaces those on it, and on topics below it (``play`` covers
    ``play/stack``), that still wait to be spoken. ``supersedes`` names another topic that this one makes
    stale (a take-back makes the ruling stale). An utterance that supersedes something is a correction and is
    never spoken twice in succession.
    """

    text: str
    topic: str
    priority: int = Priority.PLAY
    supersedes: str | None = None
    brief: str = ""
    """The verdict alone, for those who want no more; empty if the text is no more than that."""

    def __post_init__(self) -> None:
        """Raises ``ValueError`` for an utterance without a text or a topic."""
        if not self.text.strip():
            raise ValueError("an utterance needs a text")
        if not self.topic:
            raise ValueError("an utterance needs a topic")

    @property
    def corrects(self) -> bool:
        """Whether it replaces something said before."""
        return self.supersedes is not None
