"""The moves of the round in play as a page lists them for correction."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.corrections.corrections import GameSoFar
from arbiter.corrections.operations import refused
from arbiter.corrections.recorded_moves import Item, Line, virtual
from arbiter.events.game_notation import seat_of
from engine.definition import AnyGame


@dataclass(frozen=True, slots=True)
class Listed:
    """A move with its number: ``fate`` is ``counts``, ``back``, ``allowed`` or ``refused``; ``seat`` is empty
    in a game whose moves belong to nobody; ``time_s`` is when it was announced."""

    number: int
    seat: str
    text: str
    fate: str
    legal: bool
    virtual: bool = False
    corrected: bool = False
    time_s: float = 0.0


def listed(game: GameSoFar) -> tuple[Listed, ...]:
    """The moves of the latest round, oldest first."""
    if not game.rounds:
        return ()
    line = game.rounds[-1].line
    gone = {item.target for item in line.items if item.entry.kind == "take_back"}
    numbers = range(1, line.count + 1)
    return tuple(_listed(number, line, gone, game.of) for number in numbers)


def _listed(number: int, line: Line, gone: set[tuple[int, int] | None], of: AnyGame) -> Listed:
    item = line.move(number)
    legal = bool((item.facts or item.entry.data).get("legal", True))
    text, seat, corrected = of.format_move(item.move), seat_of(item.move), item.change is not None
    return Listed(number, seat, text, _fate(item, gone), legal, virtual(item), corrected, item.entry.time_s)


def _fate(item: Item, gone: set[tuple[int, int] | None]) -> str:
    if item.ruling is not None:
        return "refused" if refused(item) else "allowed"
    return "back" if item.key in gone else "counts"
