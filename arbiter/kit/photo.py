"""What a photograph shows of a game.

A picture does not show the order of play, whose turn it is, or anything hidden. So the legal moves are given
for each way in which the position may have come about, and what is unknown is said.
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
"""A line, preceded by the number of blanks in front of it."""


@dataclass(frozen=True)
class Shown:
    """What a photograph shows. ``problems`` make the position impossible, ``doubts`` are what a picture
    cannot show, one sentence each; ``states`` are the possible positions, each with a heading (``None`` for
    the only one). ``lines`` replace all of this in a game that describes it in its own way; ``illegal``: the
    position breaks a rule, however it came about."""

    game: AnyGame
    states: tuple[tuple[Message | None, Any], ...] = ()
    problems: tuple[Said, ...] = ()
    doubts: tuple[Said, ...] = ()
    notes: tuple[Said, ...] = ()
    lines: tuple[Line, ...] = ()
    illegal: bool = False


def units_of(table: TableGame, seen: Sequence[UnitObservation]) -> list[Unit]:
    """The units of one picture, as a table scores them."""
    return [sum_unit((unit,), table.reader.palette) for unit in seen]


def doubt_sentences(doubts: Iterable[Doubt]) -> Iterator[Message]:
    """A sentence for each uncertain thing."""
    for doubt in doubts:
        shares = zip(doubt.answers, doubt.probabilities, strict=True)
        likely = [say("share", it=answer, raw=f"{share:.0%}") for answer, share in shares if share > 0.02]
        yield say("photo_perhaps", text=doubt.text, list=likely)


def read_setup_photo(table: TableGame, seen: Sequence[UnitObservation]) -> Shown:
    """A table at set-up, as it would be read before a game."""
    found = table.read_setup(units_of(table, seen), {})
    doubts = tuple(doubt_sentences(found.doubts))
    if found.setup is None or found.problems:
        return Shown(table.game, problems=found.problems, doubts=doubts)
    state = table.game.start(found.setup, table.rules, None)
    heading = say("x_either") if table.game.seated and state.to_move is None else None
    return Shown(table.game, ((heading, state),), doubts=doubts)
