"""Example rounds as data: the three pictured in the rules, one with a take-back, and one with pummeling.

Near plays Alison's set, far Kristin's; the moves on the stack are derived from the pictured final stacks.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from engine.definition import Breach
from engine.game import Event, Seat
from engine.initiative.notation import parse_play
from engine.initiative.state import Rules, Setup, State
from engine.pieces import Colour, Piece, Size

StepKind = Literal["play", "illegal", "take_back"]


@dataclass(frozen=True)
class ExampleStep:
    """One thing done at the table: a legal play, an illegal one, or a take-back.

    ``text`` is the typed play; for a take-back, the one taken back.
    """

    kind: StepKind
    seat: Seat
    text: str


@dataclass(frozen=True)
class ExampleRound:
    """A round as data; ``plays`` are the legal plays in order, ``steps`` everything done at the table."""

    name: str
    setup: Setup
    rules: Rules
    leader: Seat
    plays: tuple[str, ...]
    winner: Seat
    score: int
    final_stack: tuple[Colour, ...]
    slips: tuple[tuple[int, str], ...] = ()
    names: dict[Seat, str] = field(
        default_factory=lambda: {Seat.NEAR: "Alison", Seat.FAR: "Kristin"}, hash=False
    )

    def start(self) -> State:
        """The position before the first play."""
        return State.start(self.setup, self.rules, self.leader)

    def states(self) -> tuple[State, ...]:
        """The position before each play and after the last."""
        states = [self.start()]
        for text in self.plays:
            states.append(states[-1].apply(parse_play(text, states[-1])).state)
        return tuple(states)

    def events(self) -> tuple[Event, ...]:
        """Everything that happens, in order."""
        return tuple(
            event
            for state, text in zip(self.states(), self.plays, strict=False)
            for event in state.apply(parse_play(text, state)).events
        )

    @property
    def steps(self) -> tuple[ExampleStep, ...]:
        """Everything done at the table; a slip is an illegal play that is taken back before the legal one."""
        slips = dict(self.slips)
        steps: list[ExampleStep] = []
        for index, (state, text) in enumerate(zip(self.states(), self.plays, strict=False)):
            seat = parse_play(text, state).seat
            if index in slips:
                steps.append(ExampleStep("illegal", seat, slips[index]))
                steps.append(ExampleStep("take_back", seat, slips[index]))
            steps.append(ExampleStep("play", seat, text))
        return tuple(steps)


def pieces(*words: str) -> tuple[Piece, ...]:
    """Pieces from words like ``"2 medium green"`` or ``"large blue"``."""
    found: list[Piece] = []
    for word in words:
        *count, size, colour = word.split()
        found += [Piece(Size[size.upper()], Colour(colour))] * (int(count[0]) if count else 1)
    return tuple(found)


def stack(words: str) -> tuple[Colour, ...]:
    """Colours from words, top to bottom: ``"blue green black yellow red"``."""
    return tuple(Colour(word) for word in words.split())


ALISON = pieces(
    *("small blue", "2 medium red", "2 medium yellow", "medium black", "medium blue"),
    *("2 large red", "large blue"),
)
KRISTIN = pieces(
    "2 medium green", "medium black", "medium blue", "2 large black", "2 large yellow", "2 large green"
)
SETUP = Setup(near=ALISON, far=KRISTIN, stack=stack("blue green black yellow red"), stack_size=Size.SMALL)

BASIC_PLAYS = (
    *("Sblue", "Mblue"),
    *("Lgreen", "Lblue"),
    *("Myellow", "Mgreen"),
    *("Lyellow", "Lred"),
    *("Lgreen", "Lred"),
    *("Lblack", "Mblack"),
    *("Lyellow", "Myellow"),
    "Lblack",
)
SACRIFICE_PLAYS = (
    *("Mblue", "Mgreen"),
    *("Lblue", "Lgreen"),
    *("Myellow/Mblack+2", "Mblue"),
    *("Mblack", "Mred/Lred+3"),
    *("Myellow/Mred+2", "Mgreen"),
    "Sblue",
)
CALL_PLAYS = (
    *("Sblue!", "Mblue"),
    *("Mblack", "Myellow/Mred+2"),
    *("Mred/Mblack+2", "Mgreen"),
    *("Lred/Lred+2", "Lgreen"),
    *("Myellow", "Mgreen"),
    "Mblue",
)
PUMMEL_PLAYS = (
    *("Sblue/Myellow", "Mblue"),
    *("Mblack", "Myellow/Mred+2"),
    *("Mred/Mblack+2", "Mgreen"),
    *("Lred/Lred+1", "Lgreen"),
    *("Lblue/Mblue", "Lgreen"),
    *("(Lblue)", "Lblack"),
    *("(Lblue)", "Lblack"),
    *("(Lblue)", "Lyellow"),
    *("(Lblue)", "Lyellow"),
    "(Lblue)",
)

ROUNDS: dict[str, ExampleRound] = {
    round_.name: round_
    for round_ in (
        ExampleRound("basic", SETUP, Rules.basic(), Seat.NEAR, BASIC_PLAYS, Seat.FAR, 24, SETUP.stack),
        ExampleRound(
            *("sacrifice", SETUP, Rules.advanced(), Seat.NEAR, SACRIFICE_PLAYS),
            *(Seat.NEAR, 9, stack("yellow blue red green black")),
        ),
        ExampleRound(
            *("call", SETUP, Rules.advanced(), Seat.NEAR, CALL_PLAYS),
            *(Seat.NEAR, 36, stack("red blue yellow green black")),
        ),
        ExampleRound(
            *("illegal", SETUP, Rules.basic(), Seat.NEAR, BASIC_PLAYS, Seat.FAR, 24, SETUP.stack),
            slips=((7, "Myellow"),),
        ),
        ExampleRound(
            *("pummel", SETUP, Rules.advanced(), Seat.NEAR, PUMMEL_PLAYS),
            *(Seat.NEAR, 960, stack("blue red yellow green black")),
        ),
    )
}

_HANDS = "near=Lred,Mblue,Sblue;far=Lblack,Mblue,Myellow,Sgreen;stack=blue,green,black,yellow,red"
BROKEN = {
    "I1": Breach(_HANDS, ("Lred", "Myellow")),
    "I4": Breach(_HANDS, ("Lred+2",)),
    "I5": Breach(_HANDS, ("Lred/Sblue+3",)),
    "I7": Breach(_HANDS, ("Lred", "Lblack", "(Lblack)")),
    "I8": Breach(_HANDS, ("Sblue!", "Myellow")),
    "I12": Breach(_HANDS, ("Lred/Sblue+1",), "variant=basic"),
    "I15": Breach(_HANDS, ("Lred", "near:Mblue")),
}
"""How each rule of a round is broken."""
DRAFT_BROKEN = {"I14": Breach("stack=blue,green,black,yellow,red;size=small", ("Lred@1", "near:Lblue@1"))}
