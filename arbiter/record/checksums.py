"""Checksums of a record: each row of the file has its own, and every entry is chained to the one before.

All are SHA-256. A row's checksum shows that the row is unchanged; the chain shows that nothing was removed,
inserted or exchanged. The chain begins with the header; an entry's link is the hash of the link before, the
entry's own checksum and those of its stills. This reveals damage and clumsy changes, but anybody who rewrites
the whole file can compute new checksums.
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
    """The link before the first entry; ``header`` holds the checksums of the header's rows."""
    return hashlib.sha256(b"".join(sorted(header))).digest()


def link(before: bytes, own: bytes, stills: Iterable[bytes]) -> bytes:
    """The link of an entry after the link ``before``, from its ``own`` checksum and those of its ``stills``,
    in any order.
    """
    return hashlib.sha256(before + own + b"".join(sorted(stills))).digest()


def _of(parts: Iterable[str]) -> bytes:
    digest = hashlib.sha256()
    for part in parts:
        raw = part.encode("utf-8", "surrogatepass")
        digest.update(len(raw).to_bytes(8, "big") + raw)
    return digest.digest()
