"""Checksums of a record: each row of the file has its own, and every entry is chained to the one before.

All are SHA-256. A row's own tells that the row is as it was written; the chain tells that nothing was taken
out, put in between or exchanged. It begins with the header, and an entry's link is made of the link before,
the entry's own checksum and those of its stills. They show damage and clumsy changes; who
rewrites the whole file can make them anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


def of_still(entry: int, name: str, jpeg: bytes) -> bytes:
    """The checksum of a still of an entry."""
    return hashlib.sha256(_of((str(entry), name)) + jpeg).digest()


def of_header(key: str, value: str) -> bytes:
    """The checksum of a row of the header."""
    return _of((key, value))


def of_entry(number: int, kind: str, time_s: float, wall: str, data: str) -> bytes:
    """The checksum of an entry without its stills."""
    return _of((str(number), kind, float(time_s).hex(), wall, data))


def chain_start(header: Iterable[bytes]) -> bytes:
    """The link before the first entry; ``header`` are the checksums of the header's rows."""
    return hashlib.sha256(b"".join(sorted(header))).digest()


def link(before: bytes, own: bytes, stills: Iterable[bytes]) -> bytes:
    """The link of an entry after the link ``before``; ``own`` is its checksum, ``stills`` those of its stills
    in any order.
    """
    return hashlib.sha256(before + own + b"".join(sorted(stills))).digest()


def _of(parts: Iterable[str]) -> bytes:
    digest = hashlib.sha256()
    for part in parts:
        raw = part.encode("utf-8", "surrogatepass")
        digest.update(len(raw).to_bytes(8, "big") + raw)
    return digest.digest()
