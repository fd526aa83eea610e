"""What makes a position of Logistics impossible, as flags with a sentence each (L1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import Flag, auto

from engine.game import Seat
from engine.logistics.model import Layout, Rules
from engine.pieces import Colour, Piece, Size, amends

COLOURS = 5
"""A stock has five colours (L1)."""


class Problem(Flag):
    """Faults of a position; combine with ``|``, zero is a sound position."""

    NONE = 0
    NEAR_STOCK = auto()
    FAR_STOCK = auto()
    UNEVEN = auto()
    NUMBER = auto()
    PIECES_LOST = auto()


def setup_faults(setup: Layout, rules: Rules) -> Iterator[tuple[Problem, str]]:
    """Each fault of a set-up with a sentence that says what to do.

    Where nothing is sown yet each stock has to be full, otherwise the pyramids of the whole table.
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
            have = ", ".join(f"{count} {size.word}" for count, size in zip(counts, Size, strict=True))
            says = f"of {colour} there are {have} on the table: each size must be there"
            yield Problem.UNEVEN, f"{says} {trios} times, or {2 * trios} times if both players have {colour}"
    count, wanted = pieces.total(), 2 * COLOURS * len(Size) * trios
    if count != wanted:
        what = f"add {wanted - count}" if count < wanted else f"take away {count - wanted}"
        says = f"there are {count} pyramids on the table and two stocks have {wanted}"
        yield Problem.NUMBER, f"{says}: {what}"


def _stock_lines(seat: Seat, stock: Counter[Piece], trios: int) -> Iterator[str]:
    """What a stock lacks or has too much of: trios of five colours, those that it has most of."""
    colours = _colours(stock)
    kept = sorted(colours, key=lambda colour: -sum(stock[Piece(size, colour)] for size in Size))[:COLOURS]
    wanted = Counter({Piece(size, colour): trios for size in Size for colour in kept})
    each = "one of each size" if trios == 1 else f"{trios} of each size"
    if stock != wanted:
        yield f"{seat}'s stock must have {each} of its colours: {amends(stock, wanted)}"
    if len(colours) < COLOURS:
        short = COLOURS - len(colours)
        more = "one more colour" if short == 1 else f"{short} more colours"
        yield f"{seat}'s stock has {len(colours)} of five colours: add {each} of {more}"


def _colours(pieces: Counter[Piece]) -> tuple[Colour, ...]:
    found = {piece.colour for piece, count in pieces.items() if count}
    return tuple(colour for colour in Colour if colour in found)


def faults(setup: Layout, layout: Layout, rules: Rules) -> Iterator[tuple[Problem, str]]:
    """Each fault of a position with a sentence: its set-up and its pyramids."""
    yield from setup_faults(setup, rules)
    now, first = layout.pieces, setup.pieces
    if now != first:
        yield Problem.PIECES_LOST, f"the table has not the pyramids of the set-up: {amends(now, first)}"
