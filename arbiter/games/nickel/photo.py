"""Nickel from one photograph: a board at set-up, or with tokens on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from arbiter.games.nickel.board_grid import find_grid
from arbiter.games.nickel.inventory import nickel_inventory
from arbiter.games.nickel.setup import NO_BOARD, NickelTable, by_square, unsure
from arbiter.games.nickel.table import OFF, NickelModel
from arbiter.kit.photo import Shown
from engine.game import Seat
from engine.message import Message, Messages, Said
from engine.nickel.model import SIDE, SQUARES, Pyramid, Setup
from engine.nickel.state import State as NickelState
from engine.nickel.status import Problem, setup_faults
from vision.labelling.account import account
from vision.labelling.inventory import Problem as Assignment
from vision.track.summing import Unit

say, arbiter = Messages("arbiter.games.nickel"), Messages("arbiter")

SHOWS = 1.0
"""Least log ratio of something beside the board being a pyramid that was handed over."""
FEW = 12
"""Least number of pyramids on squares of their own that make a board in the middle of a game."""


def read_nickel(table: NickelTable, units: Sequence[Unit]) -> Shown:
    """A board at set-up, or with tokens on squares whose pyramid lies beside the board."""
    grid = table.grid or find_grid([(unit.x_mm, unit.y_mm) for unit in units], FEW)
    if grid is None:
        return Shown(table.game, problems=(NO_BOARD,))
    model = NickelModel(grid, table.reader, table.tokens)
    squares, crowded = by_square(model, units)
    if crowded:
        lines = tuple(say("crowded", square=name) for name in crowded)
        return Shown(table.game, problems=lines)
    tokens = {name: seat for name, unit in squares.items() if (seat := _token(model, unit)) is not None}
    names = [name for name in squares if name not in tokens]
    found = [squares[name] for name in names]
    if len(found) < FEW:
        return Shown(table.game, problems=(NO_BOARD,))
    kinds, scores = table.colours(found, model, {})
    account_ = account(Assignment(scores, nickel_inventory(kinds)))
    labels = [label or model.best(unit) for label, unit in zip(account_.labels, found, strict=True)]
    looks = unsure(found, account_, kinds, scores, model)
    second = {i for i, look in looks.items() if look != labels[i] and look in labels}
    problems = [
        say("photo_second", square=names[i], pyramid=looks[i].message, pyramid2=labels[i].message)
        for i in sorted(second)
    ]
    doubts = [say("photo_which_square", square=names[i]) for i in looks if i not in second]
    board = dict(zip(names, labels, strict=True)) | tokens
    setup = Setup(tuple(board.get(name) for name in SQUARES))
    missing, off = set(nickel_inventory(kinds).labels) - set(labels), model.sort(units).get(OFF, ())
    gone = list(_gone(model, missing, off))
    return _nickel_position(table, model, setup, gone, problems, doubts)


def _gone(
    model: NickelModel, missing: Iterable[Pyramid], beside: Sequence[Unit]
) -> Iterator[tuple[Unit, Pyramid]]:
    """The pyramids that are missing from the board and show beside it, where stones may lie too."""
    for pyramid in sorted(missing):
        best = max(beside, key=lambda unit: model.as_handed(pyramid, unit), default=None)
        if best is not None and model.as_handed(pyramid, best) > SHOWS:
            yield best, pyramid


def _token(model: NickelModel, unit: Unit) -> Seat | None:
    """The owner of a token, by its colour."""
    best = model.best(unit).colour
    return next((seat for seat, colour in model.tokens.items() if colour is best), None)


def _nickel_position(
    table: NickelTable,
    model: NickelModel,
    setup: Setup,
    gone: Sequence[tuple[Unit, Pyramid]],
    problems: Sequence[Said],
    doubts: Sequence[Said],
) -> Shown:
    started = bool(gone) or any(isinstance(cell, Seat) for cell in setup.board)
    known = replace(setup, handed=gone[0][1] if gone else None)
    faults = [line for flag, line in setup_faults(known) if not (started and flag is Problem.NOT_25)]
    problems = (*problems, *faults)
    if not started:
        states = () if problems else ((arbiter("x_either"), NickelState.start(setup, table.rules)),)
        return Shown(table.game, states, problems, tuple(doubts))
    open_squares = [name for name, cell in zip(SQUARES, setup.board, strict=True) if cell is None]
    unknown = list(doubts)
    if open_squares:
        unknown.append(say("photo_tokens", raw=", ".join(open_squares)))
    if len(gone) > 1:
        unknown.append(say("photo_last"))
    handed = tuple(_handed(table, model, setup, unit, pyramid) for unit, pyramid in gone)
    return Shown(table.game, handed, problems, tuple(unknown))


def _handed(
    table: NickelTable, model: NickelModel, setup: Setup, unit: Unit, pyramid: Pyramid
) -> tuple[Message, NickelState]:
    """The position if this pyramid must be matched: its holder is the player on whose side it lies."""
    rank = float(model.grid.squares(np.array([[unit.x_mm, unit.y_mm]]))[0, 1])
    holder = Seat.NEAR if rank < (SIDE - 1) / 2 else Seat.FAR
    state = NickelState.start(Setup(setup.board, pyramid), table.rules, holder)
    return say("photo_handed", who=holder, pyramid=pyramid.message), state
