"""A set-up of Initiative as shown to people: each pyramid with its name, and why it cannot be played.

Pyramids are named ``near.1``, ``near.2`` ... from the left, ``far.1`` ...; missing ones follow, at free
places of the rank.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from arbiter.games.initiative.setup.reading import (
    STACK_SURE,
    SetupReading,
    by_seat,
    on_top,
    pieces_shown,
    wanted_pieces,
)
from arbiter.table.scoring import Reader
from arbiter.table.setup.by_hand import (
    HIGHEST,
    NOTHING,
    NOTHING_WORDS,
    STACK,
    Choices,
    Thing,
    changed_order,
    one_piece,
    piece_choices,
    stack_choices,
    thing_of,
)
from arbiter.table.setup.offer import Meant, free_places
from engine.game import Seat
from engine.initiative.model import Setup
from engine.initiative.status import Problem, setup_faults
from engine.message import Message, Messages, in_a_row, together
from engine.pieces import Colour, Piece, Size
from vision.track.summing import Unit

say = Messages("arbiter.games.initiative")

COUNTS = Problem.NEAR_NOT_TEN | Problem.FAR_NOT_TEN
"""Faults that the counts of the reading already report."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def place_words(seat: Seat, index: int) -> Message:
    """A piece by its place: ``the third pyramid from the left of near's inventory``."""
    if index >= len(ORDINALS):
        return say("numbered_pyramid", n=index + 1, who=seat)
    return say("nth_pyramid", ordinal=ORDINALS[index], who=seat)


def things(reading: SetupReading, units: Sequence[Unit], reader: Reader) -> tuple[Thing, ...]:
    """Everything that was read, the stack first."""
    sides = reading.units or by_seat([unit for unit in units if unit is not reading.stack_unit])
    unsure = {(seat, index) for seat, index, _ in reading.doubts}
    found = list(_stack(reading))
    for seat, there in sides.items():
        named = () if reading.setup is None else reading.setup.inventory(seat)
        for index, unit in enumerate(there):
            piece = named[index] if named else reader.best(unit)
            sure, where = (seat, index) not in unsure, place_words(seat, index)
            last = found[-1] if found else None
            if last is not None and last.place == (unit.x_mm, unit.y_mm):  # what was sacrificed under it
                upper = found.pop()
                pile = thing_of(upper.name, unit, (*upper.pieces, piece), upper.where, upper.sure and sure)
                found.append(pile)
                continue
            found.append(thing_of(f"{seat}.{index + 1}", unit, (piece,), where, sure))
        found += _missing(seat, there, wanted_pieces(sides))
    return tuple(found)


def _stack(reading: SetupReading) -> Iterator[Thing]:
    unit, stack = reading.stack_unit, reading.stack
    if unit is None:
        return
    order = () if stack is None else stack.order
    size = Size.SMALL if reading.setup is None else reading.setup.stack_size or Size.SMALL
    pieces = tuple(Piece(size, colour) for colour in order)
    sure = stack is not None and stack.probability >= STACK_SURE
    at, words = (unit.x_mm, unit.y_mm), in_a_row(order)
    typed = ",".join(colour.value for colour in order)
    yield Thing(STACK, at, unit.bbox_px, pieces, typed, words, say("the_initiative_stack"), sure, kind=STACK)


def _missing(seat: Seat, there: Sequence[Unit], wanted: int) -> Iterator[Thing]:
    short = wanted - pieces_shown(there)
    places = free_places([(unit.x_mm, unit.y_mm) for unit in there], short)
    for k, place in enumerate(places):
        name, where = f"{seat}.{len(there) + k + 1}", say("missing_pyramid", who=seat)
        yield Thing(name, place, (0.0, 0.0, 0.0, 0.0), (), NOTHING, None, where, sure=False)


def choices(reading: SetupReading, palette: Sequence[Colour]) -> Choices:
    """What each thing may be, the colours of the stack first."""
    order = () if reading.stack is None else reading.stack.order
    first = [colour for colour in palette if colour in order]
    colours = [*first, *(colour for colour in palette if colour not in order)]
    return {"piece": piece_choices(colours), STACK: stack_choices(colours)}


def meant(order: tuple[Colour, ...]) -> Meant:
    """The interpreter of what people type about a thing, given the ``order`` in which the stack is shown."""

    def take(thing: Thing, what: str) -> tuple[object, int]:
        if what.lower() in NOTHING_WORDS:
            return NOTHING, 0
        if what.lower() == STACK:
            return None, HIGHEST
        if thing.kind == STACK and ("," in what or "=" in what):
            return changed_order(order, what), HIGHEST
        return one_piece(what), 1

    return take


def refusal(
    reading: SetupReading, counts: Sequence[Message], rows: Sequence[Message], more: Sequence[Message]
) -> Message | None:
    """The first reason why the set-up cannot be played as shown; ``None`` if it can.

    ``counts`` are problems with the numbers of pyramids, ``rows`` problems with plays already made, ``more``
    any other reasons.
    """
    if reading.setup is None:
        return next(iter(reading.problems), None)
    short = [seat for seat, units in reading.units.items() if _piled(units)]
    piles = [on_top(seat) for seat in short] if counts or short else []
    faults = [line for problem, line in setup_faults(reading.setup) if not problem & COUNTS]
    return next(iter([*piles, *counts, *more, *faults, *rows]), None)


def _piled(units: Sequence[Unit]) -> bool:
    """Whether pyramids stand on others, so that there are fewer places than pyramids."""
    return pieces_shown(units) > len(units)


def differences(setup: Setup, wanted: Setup, number: int) -> tuple[Message, ...]:
    """What a set-up lacks of the one that round ``number`` must have: by I11, or by the draft (I14)."""
    problems = []
    if setup.stack != wanted.stack:
        problems.append(say("first_order", list=wanted.stack))
    near, far = Counter(setup.near), Counter(setup.far)
    near_wanted, far_wanted = Counter(wanted.near), Counter(wanted.far)
    if (near, far) == (far_wanted, near_wanted) != (near_wanted, far_wanted):
        problems.append(say("dr_swapped" if number == 1 else "not_changed_hands"))
    elif (near, far) != (near_wanted, far_wanted):
        missing = {Seat.NEAR: near_wanted - near, Seat.FAR: far_wanted - far}
        parts = [
            say("lacks", who=seat, list=tuple(less.elements())) for seat, less in missing.items() if less
        ]
        problems.append(say("dr_other" if number == 1 else "other_inventories", text=together(parts)))
    return tuple(problems)
