"""The examples of Nickel as data. Near plays X, far plays O.

The published board only has orientations; we chose colours that make each combination occur once and allow
both kinds of win. We also added the moves after the example's first two.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.definition import Breach
from engine.game import Seat
from engine.nickel.notation import format_setup, parse_setup
from engine.nickel.state import Place, Rules, State

SETUP = parse_setup(
    "Eyellow,Wblack,Ured,Wred,Sgreen/"
    "Ugreen,Sblue,Ublue,Syellow,Sblack/"
    "Nblue,Sred,Nred,Uyellow,Wblue/"
    "Wyellow,Ngreen,Ublack,Eblue,Nblack/"
    "Eblack,Wgreen,Egreen,Ered,Nyellow"
)
NAMES = {Seat.NEAR: "X", Seat.FAR: "O"}


@dataclass(frozen=True)
class ExampleGame:
    """A game as data: who begins, the squares in order, the winner and the deciding reading."""

    name: str
    leader: Seat
    squares: tuple[str, ...]
    winner: Seat | None = None
    reading: str = ""

    def states(self) -> tuple[State, ...]:
        """The position before each move and after the last."""
        states = [State.start(SETUP, Rules(), self.leader)]
        for square in self.squares:
            state = states[-1]
            states.append(state.apply(Place(state.mover or self.leader, square)).state)
        return tuple(states)


GAMES: dict[str, ExampleGame] = {
    game.name: game
    for game in (
        ExampleGame("example", Seat.NEAR, ("d1", "a5")),
        ExampleGame(
            *("l_shape", Seat.FAR),
            ("e4", "b3", "d4", "d3", "a5", "d1", "c5", "c3", "a3", "d2"),
            *(Seat.NEAR, "N5"),
        ),
        ExampleGame(
            *("line", Seat.NEAR),
            ("d1", "a5", "d4", "e5", "a4", "c5", "c2", "b5", "e3", "d5"),
            *(Seat.FAR, "N4"),
        ),
    )
}

_BOARD = format_setup(SETUP)
BROKEN = {
    "N2": Breach(_BOARD, ("c3",)),
    "N3": Breach(_BOARD, ("d1", "b4")),
    "N7": Breach(_BOARD, ("d1", "a5", "d4"), "token_limit=1"),
    "N8": Breach(_BOARD, ("d1", "near:a5")),
}
"""An example of how each rule is broken."""
