"""Games in the Portable Piecepack Notation (PPN), for piecepackr's readers; export only.

Every game starts from an empty table: the moves under ``setup.`` put the pieces down, and each move has its
number from the record. A move that was taken back or refused, or that moves nothing on the table (a virtual
play, a declined power), is only a comment. ``NOTATION.md`` lists the statements of the specification on which
this is based.

>>> from engine.record.records import Entry, Record
>>> tags = (("Game", "Sanctum"), ("Setup", "town1=red"))
>>> print(ppn_text([Record(tags, (Entry("turn"),))]), end="")
---
GameType: "Sanctum"
SetUp: None
MovetextParser: Icehouse
...
setup. {Sanctum's tracker follows owners by name, not places on a table: its moves are comments}
1. {turn}
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator

from engine.definition import Ppn
from engine.game import MalformedMove
from engine.playback import Playback, play_record
from engine.record.plies import Ply
from engine.record.records import Comment, Entry, Record, Ruling

RESERVED = ("Game", "Setup", "GameType", "SetUp", "MovetextParser", "Macros")
"""Keys that have a meaning of their own for readers, so no tag is written under them."""
WIDTH = 100


def ppn_text(records: Iterable[Record]) -> str:
    """A PPN file of records, one game each.

    Raises `MalformedMove` if a record's tags define no game, or a piece has a colour that the notation lacks.
    """
    return "\n".join(_game(play_record(record)) for record in records)


def _game(played: Playback) -> str:
    if played.game is None or played.start is None:
        raise MalformedMove(played.errors[0].message)
    table = played.game.ppn
    lines = ["---", f"GameType: {json.dumps(played.game.name)}", "SetUp: None", "MovetextParser: Icehouse"]
    for name, value in played.record.tags:
        if value and name not in RESERVED:
            lines.append(f"{name}: {json.dumps(value, ensure_ascii=False)}")
    lines.append("...")
    if table is None:
        lines.append(f"setup. {_comment(f'{played.game.no_ppn}: its moves are comments')}")
    else:
        lines += _wrapped(("setup.", *table.start(played.start)))
    return "\n".join((*lines, *_movetext(played, table))) + "\n"


def _movetext(played: Playback, table: Ppn | None) -> Iterator[str]:
    plies = {ply.number: ply for ply in played.plies}
    words: list[str] = []
    number = 0
    for item in played.record.items:
        if isinstance(item, Entry):
            yield from _wrapped(words)
            number += 1
            words = [f"{number}.", *_move(item, plies.get(number), table)]
        else:
            words.append(_remark(item))
    yield from _wrapped(words)


def _move(entry: Entry, ply: Ply | None, table: Ppn | None) -> list[str]:
    """The moves of an entry, and a comment with its typed form and, if illegal, the broken rule."""
    typed = f"{entry.seat}: {entry.text}" if entry.seat else entry.text
    typed += f" ${entry.mark}" if entry.mark else ""
    if ply is None:
        return [_comment(f"{typed}: cannot be read, left out")]
    if ply.verdict is not None:
        typed += f", illegal: {ply.verdict}"
    if table is None or not ply.counts:
        return [_comment(typed)]
    moves = table.ply(ply)
    return [*moves, _comment(typed if moves else f"{typed}: nothing moves on the table")]


def _remark(item: Comment | Ruling) -> str:
    return _comment(f"Ruling: {item.text}" if isinstance(item, Ruling) else item.text)


def _comment(text: str) -> str:
    """A comment, with braces replaced and line breaks removed."""
    return "{" + " ".join(text.replace("{", "(").replace("}", ")").split()) + "}"


def _wrapped(words: Iterable[str]) -> list[str]:
    """Words wrapped onto lines, indented from the second on, so that none looks like a mark of the file."""
    text = " ".join(words)
    return textwrap.wrap(text, WIDTH, subsequent_indent="   ", break_long_words=False, break_on_hyphens=False)
