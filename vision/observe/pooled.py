"""Pools the confidence of units over all readings of one state of the table.

The readings use different networks, enlarged and mirrored views, and one may miss a faint piece that another
sees plainly. So their mean counts, not the last one alone.
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
"""Largest distance between readings of one place."""


LIKELY, SAME_BOX, MOST_OVERLOOKED = 0.3, 0.4, 12
"""A detection that the reader accepted with the first probability is read again if a later look misses it,
i.e. has no box with the second overlap; at most the third number of them."""
UNASKED = 0.5
"""Factor on the reader's probability for looks in which the finder had no detection there. On 60 held-out
pictures, 0 finds 0.910 of the units with 0.48 false ones a scene, 0.5 finds 0.913 with 0.50, and 1 finds
0.916 with 0.55; of 993 pieces on tables of the second renderer, 5, 4 and 3 are missed."""


@dataclass(frozen=True, slots=True)
class _Word:
    """One look's result for a place (mm): the reader's probability of a unit, and the finder's score."""

    x_mm: float
    y_mm: float
    p_valid: float
    score: float


@dataclass(frozen=True, slots=True)
class _Look:
    """The results of one reading, of the whole picture or only of what reaches into a box."""

    found: tuple[_Word, ...]
    inside: Box | None

    def looked_at(self, one: Seen) -> bool:
        """Whether this reading covered a place."""
        return self.inside is None or bool(overlaps(one.box, self.inside))

    def of(self, one: Seen) -> _Word | None:
        """The result for a place, if something was detected there."""
        near = [w for w in self.found if math.hypot(w.x_mm - one.x_mm, w.y_mm - one.y_mm) < SAME_MM]
        return max(near, key=lambda word: certainty(word.p_valid, word.score), default=None)


@dataclass(frozen=True, slots=True)
class Pooled:
    """The readings of a state of the table so far."""

    looks: tuple[_Look, ...] = ()
    likely: tuple[Found, ...] = ()
    """Detections that the reader accepted as units."""

    def overlooked(self, found: Sequence[Found]) -> list[Found]:
        """Detections of earlier looks that this one missed, for the reader to read again."""
        lost: list[Found] = []
        for one in self.likely:
            if not any(_same_thing(one, other) for other in (*found, *lost)):
                lost.append(replace(one, score=0.0))
        return lost[:MOST_OVERLOOKED]

    def step(
        self, found: Sequence[Found], seen: Sequence[Seen], inside: Box | None
    ) -> tuple[Pooled, list[Seen]]:
        """The pool after one more reading, of the whole picture or of what reaches into a box (px), with the
        detections ``found``; and its results ``seen`` with the confidence of all readings together."""
        look = _Look(tuple(_word(one) for one in seen), inside)
        pooled = [replace(one, believed=self._mean_certainty(one)) for one in seen]
        boxes = {one.box for one in seen if one.reading.p_valid >= LIKELY}
        likely = tuple(one for one in found if one.box in boxes)
        return Pooled((*self.looks, look), (*self.likely, *likely)), pooled

    def _mean_certainty(self, one: Seen) -> float:
        """The confidence of this look and those before it in a place."""
        now = _word(one)
        unasked = replace(now, p_valid=UNASKED * now.p_valid, score=0.0)
        words = now, *(look.of(one) or unasked for look in self.looks if look.looked_at(one))
        return certainty(fmean(word.p_valid for word in words), fmean(word.score for word in words))


def _same_thing(one: Found, other: Found) -> bool:
    """Whether two detections from different looks show one unit."""
    return other.kind is not Kind.HAND and overlap(one.box, other.box) > SAME_BOX


def _word(one: Seen) -> _Word:
    return _Word(one.x_mm, one.y_mm, float(one.reading.p_valid), one.score)
