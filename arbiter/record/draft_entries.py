"""The draft in the record of a drafted match: its entries are those of round 0, before the set-up of round 1.

Inside, a draft is a game of one round, like any other; what it reports is moved to round 0 on its way out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from arbiter.record.record import Entry

DRAFT_ROUND, INSIDE = 0, 1


def is_drafting(data: Mapping[str, Any]) -> bool:
    """Whether an entry's data say that it is the draft's."""
    return data.get("round") == DRAFT_ROUND


def inside(data: Mapping[str, Any]) -> dict[str, Any]:
    """An entry's data as the draft has them, a game of one round."""
    return {**data, "round": INSIDE} if is_drafting(data) else dict(data)


def split(entries: Iterable[Entry]) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """The entries of the draft, as a game of one round, and those of the match; no draft is nothing.

    The draft may be put right after it: such corrections are of the draft wherever they stand.
    """
    told = tuple(entries)
    begun = next((at for at, entry in enumerate(told) if begins(entry)), len(told))
    end = max((at + 1 for at, entry in enumerate(told[:begun]) if is_drafting(entry.data)), default=0)
    late = [entry for entry in told[end:] if is_drafting(entry.data)]
    draft = tuple(replace(entry, data=inside(entry.data)) for entry in (*told[:end], *late))
    return draft, tuple(entry for entry in told[end:] if not is_drafting(entry.data))


def outside(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The draft's entries as the record has them."""
    return tuple(
        replace(entry, data={**entry.data, "round": DRAFT_ROUND}) if "round" in entry.data else entry
        for entry in entries
    )


def begins(entry: Entry) -> bool:
    """Whether the match begins with this entry."""
    return entry.kind == "setup" and not is_drafting(entry.data) and not entry.data.get("problems")
