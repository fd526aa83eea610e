"""The queue of waiting utterances: which is next, and which have gone stale. Pure functions on tuples."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.words.utterance import Utterance

LIMIT = 8
"""Most utterances that wait while speaking live."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """The waiting utterances, oldest first, and the last one added."""

    items: tuple[Utterance, ...] = ()
    last: Utterance | None = None

    def add(self, utterance: Utterance, limit: int | None = LIMIT) -> Waiting:
        """The queue with one more, without stale ones; ``limit`` ``None`` keeps everything (for a recording).

        A correction equal to the last one added is not added again. Beyond the limit the oldest utterance of
        the lowest priority is dropped.
        """
        if utterance.corrects and self.last == utterance:
            return self
        if limit is None:
            return Waiting((*self.items, utterance), utterance)
        fresh = tuple(item for item in self.items if not makes_stale(utterance, item))
        return Waiting(_bounded((*fresh, utterance), limit), utterance)

    def take(self) -> tuple[Utterance, Waiting]:
        """The next utterance, which is the oldest, and the rest; raises ``IndexError`` if nothing waits."""
        return self.items[0], Waiting(self.items[1:], self.last)

    def put_back(self, utterance: Utterance) -> Waiting:
        """The queue with an unfinished utterance in front again."""
        return Waiting((utterance, *self.items), self.last)

    def cleared(self) -> Waiting:
        """The empty queue."""
        return Waiting((), self.last)


def makes_stale(newer: Utterance, older: Utterance) -> bool:
    """Whether ``newer`` makes ``older`` superfluous.

    A topic covers those below it: ``play`` makes ``play/stack`` stale, not the other way round.
    """
    covered = {newer.topic, newer.supersedes}
    return older.topic in covered or older.topic.split("/")[0] in covered


def _bounded(items: tuple[Utterance, ...], limit: int) -> tuple[Utterance, ...]:
    while len(items) > limit:
        drop = min(range(len(items)), key=lambda i: (items[i].priority, i))
        items = items[:drop] + items[drop + 1 :]
    return items
