"""The pictured example of Logistics, steps 1 to 9, as data. Far plays A, near plays B.

Where words and pictures differ (step 2), the pictures count. ``STEPS`` has each step's moves and the layout
in its picture, without the stocks, which are the rest of two full ones.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.definition import Breach
from engine.game import Seat
from engine.logistics.notation import parse_move
from engine.logistics.state import Layout, Rules, State

NAMES = {Seat.NEAR: "Player B", Seat.FAR: "Player A"}


@dataclass(frozen=True)
class PicturedStep:
    """One step: the mover, the moves, and then both sides' cards 1 to 4 (bottom to top) and vaults."""

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


_ACROSS = "near(stock=Sgreen,Mred)far(stock=Sblack;4=Mblue;3=Lgreen)"
_SIDES = "near(stock=Sgreen,Lgreen;1=Sred,Mblue;2=Myellow)far(stock=Sblack;3=Sblue;4=Lyellow,Mgreen,Sred)"
_TREE = "near(stock=Sgreen)far(stock=Sblack;4=Lyellow,Mgreen,Sred)"
BROKEN = {
    "L1": Breach("near(stock=3Sred,2Mblue)far(stock=Sblack)", ("Sred,Mblue,Sred,Mblue,Sred",)),
    "L2": Breach("near(stock=Sred;3=Mblue,Sred,Sgreen)far(stock=Sblack)", ("card3",)),
    "L4": Breach(
        "near(stock=Sgreen;1=Sred)far(stock=Sblack;4=Mblue;3=Lgreen)",
        ("table:near(stock=Sgreen;2=Sred;vault=Mblue)far(stock=Sblack;3=Lgreen)",),
    ),
    "L5": Breach(_TREE, ("table:near(1=Sgreen;vault=Lyellow,Mgreen,Sred)far(stock=Sblack)",)),
    "L7": Breach(
        _SIDES,
        ("table:near(1=Sred,Mblue,Lgreen;2=Myellow,Sgreen)far(stock=Sblack;3=Sblue;4=Lyellow,Mgreen,Sred)",),
    ),
    "L8": Breach(_ACROSS, ("Sgreen", "Mred")),
    "L9": Breach(_ACROSS, ("Sgreen", "far3>stock")),
    "L12": Breach("near(stock=Sred;1=Mblue)far(stock=Sblack)", ("stop",)),
    "L14": Breach("near(stock=2Sred)far(stock=Sblack)", ("Sred", "near:Sred")),
    "L15": Breach(
        "near(stock=Sgreen;1=Sred)far(stock=Sblack)", ("table:near(stock=Sred;1=Sgreen)far(stock=Sblack)",)
    ),
}
"""An example of how each rule is broken."""
