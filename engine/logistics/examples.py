"""The example of Logistics as plain data: the pictured steps 1 to 9. Far plays A, near plays B.

Where the words and the pictures differ (step 2) the pictures count. ``STEPS`` has the moves of each step and
the layout that its picture shows, stocks left out: they are what remains of two full ones.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import Seat
from engine.logistics.notation import parse_move
from engine.logistics.state import Layout, Rules, State

NAMES = {Seat.NEAR: "Player B", Seat.FAR: "Player A"}


@dataclass(frozen=True)
class PicturedStep:
    """One step: who moves, what, and then both sides' cards 1 to 4 (bottom to top) and vault."""

    seat: Seat
    moves: tuple[str, ...]
    far: str
    near: str


STEPS = (
    PicturedStep(Seat.FAR, ("Sred,Mblue,Sblue",), "Sred|Mblue|Sblue||", "||||"),
    PicturedStep(Seat.NEAR, ("Sblack,Sred,Syellow", "far3>stock"), "Sred||||", "Sblack|Sred|Syellow||Mblue"),
    PicturedStep(
        *(Seat.FAR, ("Sblue,Sgreen,Syellow,Sred", "far1>next")),
        *("Sred|Sgreen,Sblue|Syellow|Sred|Sblack", "|Sred|Syellow||Mblue"),
    ),
    PicturedStep(
        *(Seat.NEAR, ("Sblack,Sgreen,Sblue,Sred", "near1>next")),
        "|Sgreen,Sblue|Syellow|Sred|Sblack",
        "|Sred,Sgreen,Sblack|Syellow,Sblue|Sred|Mblue,Sred",
    ),
    PicturedStep(
        *(Seat.FAR, ("Sblack,Myellow,Mgreen",)),
        "Sblack|Sgreen,Sblue,Myellow|Syellow,Mgreen|Sred|Sblack",
        "|Sred,Sgreen,Sblack|Syellow,Sblue|Sred|Mblue,Sred",
    ),
    PicturedStep(
        *(Seat.NEAR, ("card4",)),
        "Sblack|Sgreen,Sblue,Myellow|Syellow,Mgreen|Sred|Sblack",
        "|Sred,Sgreen,Sblack|Syellow,Sblue||Mblue,Sred,Sred",
    ),
    PicturedStep(
        *(Seat.NEAR, ("card3",)),
        "Sblack|Sgreen,Sblue,Myellow|Syellow,Mgreen|Sred|Sblack",
        "|Sred,Sgreen,Sblack||Sblue|Mblue,Sred,Sred,Syellow",
    ),
    PicturedStep(
        *(Seat.NEAR, ("card4",)),
        "Sblack|Sgreen,Sblue,Myellow|Syellow,Mgreen|Sred|Sblack",
        "|Sred,Sgreen,Sblack|||Mblue,Sred,Sred,Syellow,Sblue",
    ),
    PicturedStep(
        *(Seat.NEAR, ("card2",)),
        "Sblack|Sgreen,Sblue,Myellow|Syellow,Mgreen|Sred|Sblack",
        "||Sblack|Sgreen|Mblue,Sred,Sred,Syellow,Sblue,Sred",
    ),
)


def example_states() -> tuple[State, ...]:
    """The position before the first step and after each."""
    states = [State.start(Layout.standard(Rules()), Rules(), Seat.FAR)]
    for step in STEPS:
        state = states[-1]
        for text in step.moves:
            state = state.apply(parse_move(text, state)).state
        states.append(state)
    return tuple(states)
