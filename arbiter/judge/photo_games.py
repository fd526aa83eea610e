"""Nickel, Logistics and Sanctum from one photograph: what lies there, what a set-up lacks, what is legal now.

A picture shows no order of play, nobody's turn and nothing that is hidden: what may be legal is given for
each way that it can have come about, and what cannot be told is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from arbiter.games.logistics.card_grid import FEWEST, MOST, CardGrid, CardsUnclear, find_card_grid
from arbiter.games.logistics.look import card_site, heap_site
from arbiter.games.logistics.setup import LogisticsTable
from arbiter.games.nickel.board_grid import find_grid
from arbiter.games.nickel.inventory import nickel_inventory
from arbiter.games.nickel.setup import NO_BOARD, NickelTable, by_square, unsure
from arbiter.games.nickel.table import OFF, NickelModel
from arbiter.games.sanctum.table import SanctumTable, where
from arbiter.judge.verdict_text import legal_lines, position_lines
from arbiter.table.model import Doubt, TableGame
from arbiter.table.scoring import Reader
from arbiter.words.sentences import told_line
from arbiter.words.wording import Wording
from engine.definition import AnyGame
from engine.game import Seat
from engine.logistics.model import Layout, Rules, Side
from engine.logistics.state import State as LogisticsState
from engine.nickel.model import SIDE, SQUARES, Pyramid, Setup
from engine.nickel.state import State as NickelState
from engine.nickel.status import Problem, setup_faults
from engine.pieces import Piece
from engine.sanctum.state import State as SanctumState
from vision.cards.cards import CardsSeen
from vision.labelling.account import account
from vision.labelling.inventory import Problem as Assignment
from vision.observation import UnitObservation
from vision.track.summing import Unit, sum_unit

SHOWS = 1.0
"""Log ratio from which on something beside the board is a pyramid that was handed over."""
NO_CARDS = CardsSeen()
FEW = 12
"""So many pyramids on squares of their own make a board in the middle of a game."""


@dataclass(frozen=True)
class Shown:
    """What a photograph shows: ``problems`` keep the game from being what it should, ``doubts`` are what a
    picture cannot tell, a sentence each; ``states`` are the positions that it may be, each with a heading
    (empty for the only one).
    """

    game: AnyGame
    states: tuple[tuple[str, Any], ...] = ()
    problems: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def read_photo(table: TableGame, seen: Sequence[UnitObservation], cards: CardsSeen = NO_CARDS) -> Shown:
    """What a game's table shows in one picture; units in the table frame (mm), ``cards`` for Logistics."""
    units = [sum_unit((unit,), table.reader.palette) for unit in seen]
    if isinstance(table, NickelTable):
        return read_nickel(table, units)
    if isinstance(table, LogisticsTable):
        return read_logistics(table, units, cards)
    assert isinstance(table, SanctumTable)
    return read_sanctum(table, units)


def shown_lines(shown: Shown, words: Wording) -> Iterator[str]:
    """The position for a terminal."""
    yield from (told_line(f"problem: {text}", words) for text in shown.problems)
    yield from (told_line(text, words) for text in shown.notes)
    for number, (heading, state) in enumerate(shown.states):
        yield from position_lines(shown.game, state, words, faults=False) if number == 0 else ()
        yield from (told_line(heading, words),) if heading else ()
        if shown.game.seated:
            yield from legal_lines(shown.game, state, shown.game.brief(state), words)
    yield from (told_line(f"not sure: {text}", words) for text in shown.doubts)


def _told(doubts: Iterable[Doubt]) -> Iterator[str]:
    for doubt in doubts:
        shares = zip(doubt.answers, doubt.probabilities, strict=True)
        likely = [f"{answer} ({share:.0%})" for answer, share in shares if share > 0.02]
        yield f"{doubt.text} Perhaps {', '.join(likely)}"


# ----- Nickel


def read_nickel(table: NickelTable, units: Sequence[Unit]) -> Shown:
    """A board at set-up, or with tokens on it: squares whose pyramid lies beside the board."""
    grid = table.grid or find_grid([(unit.x_mm, unit.y_mm) for unit in units], FEW)
    if grid is None:
        return Shown(table.game, problems=(NO_BOARD,))
    model = NickelModel(grid, table.reader, table.tokens)
    squares, crowded = by_square(model, units)
    if crowded:
        lines = tuple(f"there are several pyramids on {name}: leave one there" for name in crowded)
        return Shown(table.game, problems=lines)
    tokens = {name: seat for name, unit in squares.items() if (seat := _token(model, unit)) is not None}
    names = [name for name in squares if name not in tokens]
    found = [squares[name] for name in names]
    if len(found) < FEW:
        return Shown(table.game, problems=(NO_BOARD,))
    kinds, scores = table.colours(found, model, {})
    told = account(Assignment(scores, nickel_inventory(kinds)))
    labels = [label or model.best(unit) for label, unit in zip(told.labels, found, strict=True)]
    looks = unsure(found, told, kinds, scores, model)
    second = {i for i, look in looks.items() if look != labels[i] and look in labels}
    problems = [
        f"on {names[i]} I see a second {looks[i]}, and nowhere the {labels[i]}" for i in sorted(second)
    ]
    doubts = [f"which pyramid it is that stands on {names[i]}" for i in looks if i not in second]
    board = dict(zip(names, labels, strict=True)) | tokens
    setup = Setup(tuple(board.get(name) for name in SQUARES))
    gone = list(
        _gone(model, set(nickel_inventory(kinds).labels) - set(labels), model.sort(units).get(OFF, ()))
    )
    return _nickel_position(table, model, setup, gone, problems, doubts)


def _gone(
    model: NickelModel, missing: Iterable[Pyramid], beside: Sequence[Unit]
) -> Iterator[tuple[Unit, Pyramid]]:
    """The pyramids that are not on the board and show beside it, where stones may lie too."""
    for pyramid in sorted(missing):
        best = max(beside, key=lambda unit: model.as_handed(pyramid, unit), default=None)
        if best is not None and model.as_handed(pyramid, best) > SHOWS:
            yield best, pyramid


def _token(model: NickelModel, unit: Unit) -> Seat | None:
    """Whose token a pyramid is by its colour."""
    best = model.best(unit).colour
    return next((seat for seat, colour in model.tokens.items() if colour is best), None)


def _nickel_position(
    table: NickelTable,
    model: NickelModel,
    setup: Setup,
    gone: Sequence[tuple[Unit, Pyramid]],
    problems: Sequence[str],
    doubts: Sequence[str],
) -> Shown:
    begun = bool(gone) or any(isinstance(cell, Seat) for cell in setup.board)
    known = replace(setup, handed=gone[0][1] if gone else None)
    faults = [line for flag, line in setup_faults(known) if not (begun and flag is Problem.NOT_25)]
    problems = (*problems, *faults)
    if not begun:
        states = () if problems else (("either may begin", NickelState.start(setup, table.rules)),)
        return Shown(table.game, states, problems, tuple(doubts))
    open_squares = [name for name, cell in zip(SQUARES, setup.board, strict=True) if cell is None]
    unknown = list(doubts)
    if open_squares:
        unknown.append(f"whose the tokens on {', '.join(open_squares)} are")
    if len(gone) > 1:
        unknown.append("which pyramid was handed over last: each that lies beside the board is given")
    handed = tuple(_handed(table, model, setup, unit, pyramid) for unit, pyramid in gone)
    return Shown(table.game, handed, problems, tuple(unknown))


def _handed(
    table: NickelTable, model: NickelModel, setup: Setup, unit: Unit, pyramid: Pyramid
) -> tuple[str, NickelState]:
    """The position if this pyramid is the one to match: its holder is on whose side it lies."""
    rank = float(model.grid.squares(np.array([[unit.x_mm, unit.y_mm]]))[0, 1])
    holder = Seat.NEAR if rank < (SIDE - 1) / 2 else Seat.FAR
    state = NickelState.start(Setup(setup.board, pyramid), table.rules, holder)
    return f"if {holder} was handed the {pyramid}:", state


# ----- Logistics


def read_logistics(table: LogisticsTable, units: Sequence[Unit], cards: CardsSeen) -> Shown:
    """Cards with what shows on them, vaults and stocks."""
    try:
        grid = table.grid or _any_grid(cards, table.rules.cards)
    except CardsUnclear as error:
        return Shown(table.game, problems=(str(error),))
    rules = Rules(**{**vars(table.rules), "cards": grid.count})
    known = LogisticsTable(rules, table.near, table.far, grid)
    notes = () if grid.count == table.rules.cards else (f"{grid.count} cards a side",)
    sites = {name: there for name, there in _sites(grid, units).items() if there}
    begun = any(not name.endswith("stock") for name in sites)
    if not begun:
        found = known.read_setup(units, {})
        start = (("either may begin", LogisticsState.start(found.setup, rules)),) if found.setup else ()
        doubts = [*_told(found.doubts), *_unseen_stocks(sites)]
        return Shown(table.game, start, found.problems, tuple(doubts), notes)
    layout = Layout(*(_side(table.reader, sites, seat, grid.count) for seat in (Seat.NEAR, Seat.FAR)))
    states = tuple((f"if it is {seat}'s turn:", LogisticsState.start(layout, rules, seat)) for seat in Seat)
    doubts = [
        f"several stand apart on {name}: only one is read"
        for name, there in sites.items()
        if _apart(name, there)
    ]
    hidden = rules.trios * 30 - layout.pieces.total()
    if hidden > 0:
        doubts.append(
            f"{hidden} of {rules.trios * 30} pyramids do not show: hidden in others, or out of view"
        )
    doubts.append("whose turn it is, and whether a power is still due")
    return Shown(table.game, states, (), tuple(doubts), notes)


def _any_grid(cards: CardsSeen, usual: int) -> CardGrid:
    """The grid that the cards make, of the usual number if they can be that many."""
    said: CardsUnclear | None = None
    for count in dict.fromkeys((usual, *range(FEWEST, MOST + 1))):
        try:
            return find_card_grid(cards, count)[0]
        except CardsUnclear as error:
            said = said or error
    assert said is not None
    raise said


def _sites(grid: CardGrid, units: Sequence[Unit]) -> Mapping[str, list[Unit]]:
    found: dict[str, list[Unit]] = {}
    for unit in units:
        found.setdefault(grid.site(unit.x_mm, unit.y_mm) or "", []).append(unit)
    found.pop("", None)
    return found


def _side(reader: Reader, sites: Mapping[str, Sequence[Unit]], seat: Seat, count: int) -> Side:
    """What shows on a side: of each card its tallest stack, bottom to top."""
    stacks = []
    for card in range(1, count + 1):
        there = sites.get(card_site(seat, card), ())
        tallest = max(there, key=lambda unit: len(unit.levels), default=None)
        stacks.append(() if tallest is None else _pieces(reader, tallest)[::-1])
    heaps = (
        tuple(sorted(p for unit in sites.get(heap_site(seat, heap), ()) for p in _pieces(reader, unit)))
        for heap in ("stock", "vault")
    )
    stock, vault = heaps
    return Side(stock, tuple(stacks), vault)


def _pieces(reader: Reader, unit: Unit) -> tuple[Piece, ...]:
    """What shows of a unit, top to bottom."""
    return tuple(reader.best(unit, level) for level in range(len(unit.levels)))


def _apart(name: str, there: Sequence[Unit]) -> bool:
    return len(there) > 1 and " " not in name


def _unseen_stocks(sites: Mapping[str, Any]) -> Iterator[str]:
    for seat in Seat:
        if heap_site(seat, "stock") not in sites:
            yield f"{seat}'s stock does not show: it is taken as complete"


# ----- Sanctum


def read_sanctum(table: SanctumTable, units: Sequence[Unit]) -> Shown:
    """Structures with their owners by colour, as at a first start of turn."""
    found = table.read_setup(units, {})
    if found.setup is None:
        return Shown(table.game, problems=found.problems)
    model: Any = found.model
    places = {name: (x, y) for name, x, y in model.places}
    notes = [f"{each.name}: {each.owner}, {where(*places[each.name])}" for each in found.setup]
    doubts = [*_told(found.doubts), "what happened since the last start of turn, and who has the initiative"]
    return Shown(table.game, (("", SanctumState.start(found.setup)),), (), tuple(doubts), tuple(notes))


__all__ = ["Shown", "read_photo", "shown_lines"]
