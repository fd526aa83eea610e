"""Which of the waiting utterances is said next, and which have gone stale. Pure functions on tuples."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.words.utterance import Utterance

LIMIT = 8
"""How many utterances wait at most while speaking live."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """The utterances that wait, oldest first, and the last one taken in."""

    items: tuple[Utterance, ...] = ()
    last: Utterance | None = None

    def add(self, utterance: Utterance, limit: int | None = LIMIT) -> Waiting:
        """With one more; stale ones are left out. ``limit`` ``None`` keeps everything (for a recording).

        A correction equal to the last one taken in is not taken in again. Beyond the limit the oldest of the
        lowest priority goes.
        """
        if utterance.corrects and self.last == utterance:
            return self
        if limit is None:
            return Waiting((*self.items, utterance), utterance)
        fresh = tuple(item for item in self.items if not makes_stale(utterance, item))
        return Waiting(_bounded((*fresh, utterance), limit), utterance)

    def take(self) -> tuple[Utterance, Waiting]:
        """The next to be said, the oldest, and the rest; raises ``IndexError`` when nothing waits."""
        return self.items[0], Waiting(self.items[1:], self.last)

    def put_back(self, utterance: Utterance) -> Waiting:
        """With ``utterance`` in front again, for it was not finished."""
        return Waiting((utterance, *self.items), self.last)

    def cleared(self) -> Waiting:
        """Nothing waiting any more."""
        return Waiting((), self.last)


def makes_stale(newer: Utterance, older: Utterance) -> bool:
    """Whether ``older`` need not be said any more once ``newer`` is known.

    News on a topic also covers what lies under it: ``play`` makes ``play/stack`` stale, not the other way.
    """
    covered = {newer.topic, newer.supersedes}
    return older.topic in covered or older.topic.split("/")[0] in covered


def _bounded(items: tuple[Utterance, ...], limit: int) -> tuple[Utterance, ...]:
    while len(items) > limit:
        drop = min(range(len(items)), key=lambda i: (items[i].priority, i))
        items = items[:drop] + items[drop + 1 :]
    return items
