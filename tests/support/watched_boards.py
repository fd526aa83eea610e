"""The starts of games of Nickel and Sanctum for the watch loop."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from arbiter.watch.watch import run
from engine.game import Seat
from engine.initiative.examples import ROUNDS
from engine.nickel.model import Rules
from engine.nickel.state import State
from engine.pieces import Colour
from tests.support.simulated.nickel_sim import NickelSim
from tests.support.simulated.sanctum_sim import SanctumSim
from tests.support.watched_table import SimSource, options, parts
from vision.observation import TableObservation

NAMES = {Seat.NEAR: "Alison", Seat.FAR: "Kristin"}


def nickel_frames(sim: NickelSim, moves: int) -> Iterator[TableObservation]:
    """A game's start: an illegal move that is taken back, then a number of legal ones."""
    yield from sim.still(2.0)
    state = State.start(sim.setup, Rules(), Seat.NEAR)
    for number in range(moves):
        if number == 1:
            slip = next(m for m, error in state.plausible_illegal_moves() if error.code == "no_match")
            yield from sim.place(slip.seat, slip.square)
            yield from sim.back(slip.square)
        move = state.legal_moves()[number % len(state.legal_moves())]
        yield from sim.place(move.seat, move.square)
        state = state.apply(move).state


def sanctum_frames(sim: SanctumSim) -> Iterator[TableObservation]:
    yield from sim.still(2.0)
    yield from sim.change("town1", Colour.BLUE)
    yield from sim.turn()


@contextmanager
def watched(
    path: Path, game: str, rules: Any, seen: Iterator[TableObservation], **table: Any
) -> Iterator[str]:
    """The address of a game's live page once all pictures have been seen; stopped at the end."""
    lines, keys, errors = queue.Queue[str](), queue.Queue[str | None](), list[BaseException]()
    source = SimSource(seen, live=True)
    asked = options(
        source, ROUNDS["basic"], path, game=game, rules=rules, players=NAMES, table=table, headless=False
    )
    world = parts(source, [], tell=lines.put, keys=lambda: iter(keys.get, None))

    def watch() -> None:
        try:
            run(asked, world)
        except BaseException as error:  # reported where the result is awaited
            errors.append(error)
        lines.put("over")

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        address = ""
        while "page stays open" not in (line := lines.get(timeout=60)):
            assert line != "over", errors
            address = next((word for word in line.split() if word.startswith("http://")), address)
        yield address
    finally:
        keys.put("q")
        keys.put(None)
        thread.join(30)
    assert not errors
