"""The draft in the record of a drafted match: its entries have round 0 and come before the set-up of round 1.

A draft itself is a game of one round, like any other; its events are renumbered to round 0 in the record.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from arbiter.record.record import Entry

DRAFT_ROUND, INSIDE = 0, 1


def is_drafting(data: Mapping[str, Any]) -> bool:
    """Whether an entry belongs to the draft, by its data."""
    return data.get("round") == DRAFT_ROUND


def inside(data: Mapping[str, Any]) -> dict[str, Any]:
    """An entry's data with the draft's own round number."""
    return {**data, "round": INSIDE} if is_drafting(data) else dict(data)


def split(entries: Iterable[Entry]) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """The entries of the draft, as a game of one round (empty without a draft), and those of the match.

    The draft may be corrected during the match: such corrections belong to the draft wherever they stand.
    """
    entries = tuple(entries)
    start = next((at for at, entry in enumerate(entries) if begins(entry)), len(entries))
    end = max((at + 1 for at, entry in enumerate(entries[:start]) if is_drafting(entry.data)), default=0)
    late = [entry for entry in entries[end:] if is_drafting(entry.data)]
    draft = tuple(replace(entry, data=inside(entry.data)) for entry in (*entries[:end], *late))
    return draft, tuple(entry for entry in entries[end:] if not is_drafting(entry.data))


def outside(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The draft's entries with the round number that they have in the record."""
    return tuple(
        replace(entry, data={**entry.data, "round": DRAFT_ROUND}) if "round" in entry.data else entry
        for entry in entries
    )


def begins(entry: Entry) -> bool:
    """Whether the match begins with this entry."""
    return entry.kind == "setup" and not is_drafting(entry.data) and not entry.data.get("problems")
