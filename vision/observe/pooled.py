"""How sure it is that a unit stands there, over all readings of one state of the table.

The readings look by other networks, larger and in a mirror, and a faint piece that one of them passes over
another sees plainly. So what counts is their mean, not the last one's word.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from vision.detect.boxes import overlap, overlaps
from vision.detect.finder import Found, Kind
from vision.fit.fit import Seen, certainty
from vision.observation import Box

SAME_MM = 10.0
"""Readings of one place lie no further apart than this."""


LIKELY, SAME_BOX, MOST_OVERLOOKED = 0.3, 0.4, 12
"""What the reader is so sure of is shown to it again where a later look passes it over: where no box shares
so much with its own, and so many at most."""
UNASKED = 0.5
"""Of the reader's word where the finder found nothing for it to look at, in shares of what it said when it
was asked. On 60 held-out pictures 0 finds 0.910 of the units with 0.48 false ones a scene, this 0.913 with
0.50, 1 0.916 with 0.55; of 993 pieces on tables of the second renderer 5, 4 and 3 are missed."""


@dataclass(frozen=True, slots=True)
class _Word:
    """What one look said of a place (mm): the reader's probability of a unit, the finder's score."""

    x_mm: float
    y_mm: float
    p_valid: float
    score: float


@dataclass(frozen=True, slots=True)
class _Look:
    """What one reading saw: all over, or only what reaches into a box."""

    found: tuple[_Word, ...]
    inside: Box | None

    def looked_at(self, one: Seen) -> bool:
        """Whether it looked at that place."""
        return self.inside is None or bool(overlaps(one.box, self.inside))

    def of(self, one: Seen) -> _Word | None:
        """What it said of a place, if it found something there."""
        near = [w for w in self.found if math.hypot(w.x_mm - one.x_mm, w.y_mm - one.y_mm) < SAME_MM]
        return max(near, key=lambda word: certainty(word.p_valid, word.score), default=None)


@dataclass(frozen=True, slots=True)
class Pooled:
    """The readings of a state of the table so far."""

    looks: tuple[_Look, ...] = ()
    likely: tuple[Found, ...] = ()
    """What a look found that the reader took for a unit."""

    def overlooked(self, found: Sequence[Found]) -> list[Found]:
        """What looks before found and this one did not: the reader is asked of it again, too."""
        lost: list[Found] = []
        for one in self.likely:
            if not any(_same_thing(one, other) for other in (*found, *lost)):
                lost.append(replace(one, score=0.0))
        return lost[:MOST_OVERLOOKED]

    def step(
        self, found: Sequence[Found], seen: Sequence[Seen], inside: Box | None
    ) -> tuple[Pooled, list[Seen]]:
        """After one more reading, of the whole picture or of what reaches into a box (px), which ``found``
        places to look at: what it saw there, each as sure as all readings together."""
        look = _Look(tuple(_word(one) for one in seen), inside)
        pooled = [replace(one, believed=self._all_told(one)) for one in seen]
        boxes = {one.box for one in seen if one.reading.p_valid >= LIKELY}
        likely = tuple(one for one in found if one.box in boxes)
        return Pooled((*self.looks, look), (*self.likely, *likely)), pooled

    def _all_told(self, one: Seen) -> float:
        """How sure this look and those before it are of a place."""
        now = _word(one)
        unasked = replace(now, p_valid=UNASKED * now.p_valid, score=0.0)
        before = [look.of(one) or unasked for look in self.looks if look.looked_at(one)]
        words = now, *before
        return certainty(fmean(word.p_valid for word in words), fmean(word.score for word in words))


def _same_thing(one: Found, other: Found) -> bool:
    """Whether two detections, by different looks, are of one unit."""
    return other.kind is not Kind.HAND and overlap(one.box, other.box) > SAME_BOX


def _word(one: Seen) -> _Word:
    return _Word(one.x_mm, one.y_mm, float(one.reading.p_valid), one.score)
