"""The rules of games with pyramids: positions, legal moves, verdicts, records. Standard library only, no I/O.

A game knows the notation of its rules, set-ups and moves. A set-up begins a state, which is immutable:

>>> from engine import INITIATIVE, IllegalMove, Seat
>>> rules = INITIATIVE.parse_rules("variant=basic")
>>> table = "near=Sblue,Lred,Mgreen;far=Sred,2Mblue,Lgreen;stack=blue,green,black,yellow,red"
>>> state = INITIATIVE.start(INITIATIVE.parse_setup(table, rules), rules, Seat.NEAR)
>>> [INITIATIVE.format_move(play) for play in state.legal_moves()]
['Sblue', 'Mgreen', 'Lred']

A legal move leads to the next state, and says what happened:

>>> step = state.apply(INITIATIVE.parse_move("medium green", state))
>>> [event.kind for event in step.events], [str(seat) for seat in step.state.may_move]
(['led'], ['far'])

An illegal one is refused, with the reading of the rules that it breaks (`READINGS`, ``RULES.md``) and the
legal alternatives. The players may let it stand: then it is made all the same.

>>> wrong = INITIATIVE.parse_move("large green", step.state)
>>> try:
...     step.state.apply(wrong)
... except IllegalMove as error:
...     print(error)
...     print([INITIATIVE.format_move(play) for play in error.alternatives])
a medium green attacks and far still has a medium pyramid: the parry must be medium [I1]
['Mblue']
>>> [(str(what), pieces) for what, pieces in INITIATIVE.lines(step.state.force(wrong).state)[1:3]]
[('far has', 'Sred,2Mblue'), ('far row', 'Lgreen')]

To undo a move, keep the state before it. Positions that came about in different ways have the same key:

>>> from engine import NICKEL
>>> from engine.nickel.examples import SETUP
>>> def after(moves):
...     state = NICKEL.start(SETUP, NICKEL.rules, Seat.NEAR)
...     for move in moves.split():
...         state = state.apply(NICKEL.parse_move(move, state)).state
...     return state
>>> one, other = after("a1 c1 b1 b5"), after("b1 c1 a1 b5")
>>> one == other, one.key == other.key
(False, True)

A game as text is read with its errors, replayed, judged and written (``NOTATION.md``):

>>> from engine import parse_record, play_record, write_record
>>> record, errors = parse_record('''
... [Game "Initiative"] [Near "Alison"] [Far "Kristin"]
... [Rules "variant=basic"] [Leader "near"]
... [Setup "near=Sblue,Lred,Mgreen;far=Sred,2Mblue,Lgreen;stack=blue,green,black,yellow,red"]
... 1. alison: medium green  2. kristin: large green {?}  3. alison: Lerd
... ''')
>>> played = play_record(record)
>>> [ply.verdict.reading if ply.verdict else "legal" for ply in played.plies]
['legal', 'I1']
>>> print(*played.errors)
line 5, column 58: move 3: cannot read 'lerd' in 'near: Lerd' as a pyramid: did you mean Lred?

Each game also draws its states (``INITIATIVE.svg``); `SOLVERS` say who is winning. The games' modules, such
as `engine.initiative.state`, hold their states, moves and events.
"""

# ruff: noqa: F405 (the public names are imported for type checkers, by one star)

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.api import *  # noqa: F403

__all__ = [
    "DRAFT",
    "GAMES",
    "INITIATIVE",
    "LOGISTICS",
    "NICKEL",
    "PALETTES",
    "READINGS",
    "SANCTUM",
    "SOLVERS",
    "AmbiguousMove",
    "AnyGame",
    "Colour",
    "Comment",
    "Entry",
    "Event",
    "Fault",
    "Game",
    "GameState",
    "IllegalMove",
    "Judgement",
    "MalformedMove",
    "Mark",
    "MoveError",
    "Parsed",
    "Piece",
    "Playback",
    "Ply",
    "Record",
    "Review",
    "Ruling",
    "Seat",
    "Size",
    "Step",
    "TextError",
    "find_game",
    "parse_record",
    "parse_records",
    "play_record",
    "record_of",
    "review_playback",
    "write_record",
    "write_records",
]


def __getattr__(name: str) -> object:
    """Anything of `engine.api`, imported when first needed: few modules need all of it."""
    if name not in __all__:
        raise AttributeError(f"module 'engine' has no attribute {name!r}")
    import engine.api as api

    return getattr(api, name)
