"""One thing to be said: the text, what it is about, and what it makes stale."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Priority(IntEnum):
    """How much an utterance matters; of too many waiting, the lowest is dropped first."""

    CHATTER = 0
    PLAY = 1
    NOTICE = 2
    RULING = 3
    QUESTION = 4
    RESULT = 5


@dataclass(frozen=True, slots=True)
class Utterance:
    """A text to speak and to show.

    ``topic`` names the matter: while one waits to be said, a newer one on the same topic takes its place (and
    that of those under it: ``play`` covers ``play/stack``).
    ``supersedes`` names another topic that this one makes stale (a take-back makes the ruling stale). An
    utterance that supersedes something is a correction and is never said twice running.
    """

    text: str
    topic: str
    priority: int = Priority.PLAY
    supersedes: str | None = None
    brief: str = ""
    """The verdict alone, for those who want no more; empty where the text is that already."""

    def __post_init__(self) -> None:
        """Raises ``ValueError`` for an utterance with nothing to say or about nothing."""
        if not self.text.strip():
            raise ValueError("an utterance needs a text")
        if not self.topic:
            raise ValueError("an utterance needs a topic")

    @property
    def corrects(self) -> bool:
        """Whether it replaces something said before."""
        return self.supersedes is not None
