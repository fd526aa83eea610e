"""Verifies all records of a folder against their own footage, here or on a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from arbiter.record.salvage import open_for_reading
from arbiter.review.spread import spread
from arbiter.review.statistics_folder import game_files
from arbiter.story.translation import words_of
from arbiter.watch.sources import footage
from arbiter.watch.verify import colours_of, verified_lines, verify
from arbiter.words.exits import OK, PARTED, exit_code, one_line
from arbiter.words.wording import wording

Checked = tuple[tuple[str, ...], int]
"""The report on one record, in lines, and the exit code for it."""


def verified_folder(folder: Path, cluster: str = "", language: str | None = None) -> Iterator[Checked]:
    """Verify each record of a folder; yields each report when it is ready.

    Raises ``UserError`` for a folder without games, and as `spread` does.
    """
    records = [str(path) for path in game_files([folder]) if path.suffix == ".game"]
    for _, found in spread(partial(checked, language=language), records, cluster):
        yield found


def checked(file: str, language: str | None) -> Checked:
    """Watch one record's films or stills again and report."""
    path = Path(file)
    try:
        with open_for_reading(path) as (record, damage):
            words = words_of(record.header, language)
            source, remarks = footage(record)
            with source:
                found = verify(record, source, colours=colours_of(record.header))
            notes = (f"  {words.tell(line)}" for line in (damage, *remarks) if line is not None)
            lines = (*verified_lines(found, path.name, words), *notes)
            return lines, OK if found.same else PARTED
    except Exception as error:
        code = exit_code(error)
        if code is None:
            raise
        words = wording(language or "en")
        return (f"{path.name}: {words.tell(one_line(error))}",), code
