"""All records of a folder against their own footage, here or on a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from arbiter.record.salvage import looked_into
from arbiter.review.spread import spread
from arbiter.review.statistics_folder import game_files
from arbiter.story.translation import words_of
from arbiter.watch.sources import footage
from arbiter.watch.verify import colours_of, verified_lines, verify
from arbiter.words.exits import OK, PARTED, exit_code, one_line
from arbiter.words.wording import wording

Checked = tuple[tuple[str, ...], int]
"""What came of a record, in lines, and the exit code that it would end the program with alone."""


def verified_folder(folder: Path, cluster: str = "", language: str | None = None) -> Iterator[Checked]:
    """Each record of a folder as it is done. Raises ``UserError`` as `spread` does, and without games."""
    records = [str(path) for path in game_files([folder]) if path.suffix == ".game"]
    for _, found in spread(partial(checked, language=language), records, cluster):
        yield found


def checked(file: str, language: str | None) -> Checked:
    """One record watched again on its films or stills."""
    path = Path(file)
    try:
        with looked_into(path) as (record, damage):
            words = words_of(record.header, language)
            source, remarks = footage(record)
            with source:
                found = verify(record, source, colours=colours_of(record.header))
            told = [words.tell(line) for line in (damage, *remarks) if line is not None]
            lines = (*verified_lines(found, path.name, words), *(f"  {line}" for line in told))
            return lines, OK if found.same else PARTED
    except Exception as error:
        code = exit_code(error)
        if code is None:
            raise
        words = wording(language or "en")
        return (f"{path.name}: {words.tell(one_line(error))}",), code
