"""What a photograph shows of a game.

A picture shows no order of play, nobody's turn and nothing that is hidden: what may be legal is given for
each way that it can have come about, and what cannot be told is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from arbiter.table.model import Doubt, TableGame
from engine.definition import AnyGame
from engine.message import Message, Messages, Said
from vision.observation import UnitObservation
from vision.track.summing import Unit, sum_unit

say = Messages("arbiter")
Line = tuple[int, Message]
"""A line, after how many blanks are in front of it."""


@dataclass(frozen=True)
class Shown:
    """What a photograph shows: ``problems`` keep the game from being what it should, ``doubts`` are what a
    picture cannot tell, a sentence each; ``states`` are the positions that it may be, each with a heading
    (``None`` for the only one). ``lines`` say all of it in a game that tells it in its own way; ``illegal``:
    what lies there breaks a rule however it came about.
    """

    game: AnyGame
    states: tuple[tuple[Message | None, Any], ...] = ()
    problems: tuple[Said, ...] = ()
    doubts: tuple[Said, ...] = ()
    notes: tuple[Said, ...] = ()
    lines: tuple[Line, ...] = ()
    illegal: bool = False


def units_of(table: TableGame, seen: Sequence[UnitObservation]) -> list[Unit]:
    """The units of one picture as a table weighs them."""
    return [sum_unit((unit,), table.reader.palette) for unit in seen]


def told_doubts(doubts: Iterable[Doubt]) -> Iterator[Message]:
    """A sentence for each thing that cannot be told for sure."""
    for doubt in doubts:
        shares = zip(doubt.answers, doubt.probabilities, strict=True)
        likely = [say("share", it=answer, raw=f"{share:.0%}") for answer, share in shares if share > 0.02]
        yield say("photo_perhaps", text=doubt.text, list=likely)


def read_setup_photo(table: TableGame, seen: Sequence[UnitObservation]) -> Shown:
    """A table at set-up, as it would be read before a game."""
    found = table.read_setup(units_of(table, seen), {})
    doubts = tuple(told_doubts(found.doubts))
    if found.setup is None or found.problems:
        return Shown(table.game, problems=found.problems, doubts=doubts)
    state = table.game.start(found.setup, table.rules, None)
    heading = say("x_either") if table.game.seated and state.to_move is None else None
    return Shown(table.game, ((heading, state),), doubts=doubts)
