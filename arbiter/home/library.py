"""The recorded games as the home page lists them."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from arbiter.pages.share import smaller
from arbiter.record.record import Entry, Record, RecordError
from arbiter.review.export import clip_of
from arbiter.words.describe import read_names
from arbiter.words.exits import one_line
from engine.bounded import writable
from engine.message import Messages

say = Messages("arbiter")

SUFFIX = ".game"
MOST = 300
"""Most games that are listed, the newest first."""
THUMB_WIDTH, THUMB_QUALITY = 360, 70
Json = dict[str, Any]


def listed(folder: Path) -> list[Json]:
    """The games of a folder, newest first; an unreadable one has a message as its ``problem``."""
    return [{**_summary(path, *_stamp(path)), "clip": clip_of(path).is_file()} for path in _newest(folder)]


def _newest(folder: Path) -> list[Path]:
    found = [path for path in folder.glob(f"*{SUFFIX}") if path.is_file()] if folder.is_dir() else []
    return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)[:MOST]


def _stamp(path: Path) -> tuple[float, int]:
    """A key that changes when the file does."""
    about = path.stat()
    return about.st_mtime, about.st_size


@lru_cache(maxsize=2 * MOST)
def _summary(path: Path, changed: float, size: int) -> Json:
    """The summary of one game; ``changed`` and ``size``, from `_stamp`, invalidate the cache."""
    del changed, size
    about: Json = {"file": writable(path.name), "problem": ""}
    try:
        if about["file"] != path.name:  # a page could not request it
            raise RecordError(say("home_name", raw=about["file"]))
        with Record.open(path, readonly=True) as record:
            return {**about, **_facts(record)}
    except (RecordError, ValueError, KeyError, TypeError, OSError) as error:
        return {**about, "problem": one_line(error), "game": "", "names": {}, "date": "", "over": False}


def _facts(record: Record) -> Json:
    header, kinds, end, points, how = record.header, Counter[str](), None, None, ""
    for entry in record.entries():
        kinds[entry.kind] += 1
        if entry.kind in ("round_over", "match_over"):
            end, points = entry, entry.data.get("totals") or points
        elif entry.kind == "ended":
            how = str(entry.data.get("how"))
    names = read_names(header)
    return {
        "game": str(header.get("game", "")).capitalize(),
        "names": {seat.value: name for seat, name in names.items()},
        "date": str(header.get("created", "")),
        "plies": kinds["move"],
        "disputes": kinds["dispute"],
        "over": _over(header, kinds),
        "film_over": how == "film",
        "winner": None if end is None else _winner(end),
        "points": points or None,
        "pictures": any(True for _ in _pictures(record)),
    }


def _over(header: Json, kinds: Counter[str]) -> bool:
    """Whether a match is over."""
    return bool(kinds["match_over"]) or kinds["round_over"] >= int(header.get("rounds") or 1)


def _winner(end: Entry) -> str | None:
    """The seat that won, ``None`` for a draw."""
    outcome = end.data if end.kind == "match_over" else end.data.get("outcome") or {}
    return str(outcome["winner"]) if outcome.get("winner") else None


def _pictures(record: Record) -> Iterator[tuple[int, str]]:
    """The entries with stills, each with the name of its last one."""
    for entry in record.entries():
        if entry.frames:
            yield entry.id, entry.frames[-1]


def thumbnail(path: Path) -> bytes | None:
    """The newest still of a game as a small JPEG; ``None`` if there is none."""
    with Record.open(path, readonly=True) as record:
        newest = next(iter(deque(_pictures(record), maxlen=1)), None)
        return None if newest is None else smaller(record.frame(*newest), THUMB_WIDTH, THUMB_QUALITY)
