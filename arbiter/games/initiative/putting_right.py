"""What people say was in Initiative's inventories and stack at set-up instead (see ``corrections.setup``)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from arbiter.corrections.recorded_moves import CorrectionError
from arbiter.corrections.setup import spot
from arbiter.telling.telling import Part
from arbiter.words.wording import Wording
from engine.game import Seat
from engine.initiative.model import Setup
from engine.initiative.status import OF_A_KIND
from engine.message import Messages
from engine.pieces import Colour, Piece

say = Messages("arbiter")


def put_right(setup: Setup, name: str, value: str) -> Part:
    if name == "stack":
        return replace(setup, stack=stack_of(value, setup.stack)), None
    seat, before, after = spot(name, value)
    if before not in setup.inventory(seat):
        raise CorrectionError(say("fix_no_piece", who=seat, piece=before))
    return renamed(setup, seat, before, after), (seat, before, after)


def check_setup(setup: Setup) -> None:
    """Refuses what cannot lie on the table."""
    if not within_count(setup):
        many = say("fix_two_of", piece=_too_many(setup))
        raise CorrectionError(say("fix_would", text=many))


def _too_many(setup: Setup) -> Piece:
    pieces = [*setup.near, *setup.far]
    if setup.stack_size is not None:
        pieces += [Piece(setup.stack_size, colour) for colour in setup.stack]
    return next(piece for piece in pieces if pieces.count(piece) > OF_A_KIND)


def renamed(setup: Setup, seat: Seat, before: Piece, after: Piece) -> Setup:
    """The set-up with one piece of a seat's inventory taken for another."""
    pieces = list(setup.inventory(seat))
    pieces[pieces.index(before)] = after
    side = tuple(pieces)
    return replace(setup, near=side) if seat is Seat.NEAR else replace(setup, far=side)


def within_count(setup: Setup) -> bool:
    """Whether no kind is there too often (I13)."""
    counts = Counter((*setup.near, *setup.far))
    if setup.stack_size is not None:
        counts.update(Piece(setup.stack_size, colour) for colour in setup.stack)
    return all(count <= OF_A_KIND for count in counts.values())


def stack_of(value: str, was: tuple[Colour, ...]) -> tuple[Colour, ...]:
    """A stack from its colours; as many as it was, all different."""
    try:
        colours = tuple(Colour(word.lower()) for word in value.split(","))
    except ValueError:
        colours = ()
    if len(set(colours)) != len(colours) or len(colours) != len(was):
        raise CorrectionError(say("fix_stack", n=len(was)))
    return colours


def stack_set(name: str, value: str, words: Wording) -> str:
    """That the stack's colours or its size were others, in words; raises ``KeyError``."""
    if name == "stack":
        colours = words.series([words.colour(colour.lower()) for colour in value.split(",")])
        return words.say("correction_set_stack", colours=colours)
    return words.say("correction_set_size", size=words.size(value.lower()))
