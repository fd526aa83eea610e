"""What makes a position of Logistics impossible, as flags and sentences (L1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import Flag, auto

from engine.amends import amends
from engine.game import Seat
from engine.logistics.model import Layout, Rules
from engine.message import Message, Messages
from engine.pieces import Colour, Piece, Size

say = Messages("engine.logistics")

COLOURS = 5
"""A stock has five colours (L1)."""


class Problem(Flag):
    """Faults of a position, combined with ``|``; zero is a sound position."""

    NONE = 0
    NEAR_STOCK = auto()
    FAR_STOCK = auto()
    UNEVEN = auto()
    NUMBER = auto()
    PIECES_LOST = auto()


def setup_faults(setup: Layout, rules: Rules) -> Iterator[tuple[Problem, Message]]:
    """Each fault of a set-up with a sentence saying what to do.

    Before anything is sown, each stock must be complete; later, the pyramids of the whole table must be.
    """
    if not any(any(setup.side(seat).cards) or setup.side(seat).vault for seat in Seat):
        for seat, flag in ((Seat.NEAR, Problem.NEAR_STOCK), (Seat.FAR, Problem.FAR_STOCK)):
            for line in _stock_lines(seat, Counter(setup.side(seat).stock), rules.trios):
                yield flag, line
        return
    pieces, trios = setup.pieces, rules.trios
    for colour in _colours(pieces):
        counts = [pieces[Piece(size, colour)] for size in Size]
        if len(set(counts)) > 1 or counts[0] not in (trios, 2 * trios):
            have = tuple(say("counted_size", n=n, size=size) for n, size in zip(counts, Size, strict=True))
            yield Problem.UNEVEN, say("uneven", colour=colour, list=have, n=trios, most=2 * trios)
    count, wanted = pieces.total(), 2 * COLOURS * len(Size) * trios
    if count != wanted:
        which = "count_add" if count < wanted else "count_take"
        yield Problem.NUMBER, say(which, n=count, most=wanted, more=abs(count - wanted))


def _stock_lines(seat: Seat, stock: Counter[Piece], trios: int) -> Iterator[Message]:
    """What a stock lacks or has too much of, compared with trios in its five most frequent colours."""
    colours = _colours(stock)
    kept = sorted(colours, key=lambda colour: -sum(stock[Piece(size, colour)] for size in Size))[:COLOURS]
    wanted = Counter({Piece(size, colour): trios for size in Size for colour in kept})
    if stock != wanted:
        yield say("stock", who=seat, n=trios, text=amends(stock, wanted))
    if len(colours) < COLOURS:
        short = COLOURS - len(colours)
        yield say("few_colours", who=seat, n=len(colours), most=trios, more=short)


def _colours(pieces: Counter[Piece]) -> tuple[Colour, ...]:
    found = {piece.colour for piece, count in pieces.items() if count}
    return tuple(colour for colour in Colour if colour in found)


def faults(setup: Layout, layout: Layout, rules: Rules) -> Iterator[tuple[Problem, Message]]:
    """Each fault of a position, in its set-up or its pyramids, with a sentence."""
    yield from setup_faults(setup, rules)
    now, first = layout.pieces, setup.pieces
    if now != first:
        yield Problem.PIECES_LOST, say("pieces_lost", text=amends(now, first))
