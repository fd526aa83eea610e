"""How well a unit fits a stack of known pieces, not all of which need to show.

What shows follows from the pieces' dimensions (readings, "Pieces"): a piece on a smaller one comes down over
it, one on an equal one leaves a skirt of some 6 mm, one on a larger one 15 mm. Stacks run bottom to top like
the engine's; what shows runs top to bottom like a unit's levels.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from arbiter.table.scoring import POSTURE_WEIGHT, Reader
from engine.pieces import BASE_MM, Colour, Piece, Size, lifts_mm
from vision.track.summing import FLOOR, SIZES, Unit

Stack = tuple[Piece, ...]
MOST_LEVELS = 5
"""The most levels that are read of a stack (`vision.read.reader`)."""
SKIRTS_MM, SHOWS = (1.0, 4.5, 15.0), (0.03, 0.92, 0.985)
"""How probably a skirt is read, by its height: straight lines between these points. Of stacks of two
pieces of different colours in the evaluation's and 100 more pictures of two other renderers, 8 % of 313 were
read as one piece where 6 mm show, 1.4 % of 146 where 16 mm do."""
LOG_COLOUR_THROUGH, LOG_SIZE_THROUGH, LOG_ALL_THROUGH = -3.0, -6.0, -7.0
"""Sets are translucent, so a pyramid may show the colour of a smaller one inside it, its size, or both. Of
566 pyramids over a smaller one of another colour, in the pictures of three renderers, 505 were read in their
own colour and 21 in the other's; the share with the greatest likelihood is 1 to 8 % by renderer."""
LOG_INSIDE_ON_TOP = math.log(0.006)
"""The smaller one inside the top of a stack shows as if it stood on it: 3 of 559, on such pictures."""
LOG_NO_COLOUR = -6.0
"""A level has a colour that does not occur in the set."""
LEAST_WAY = 1e-4
"""Least probability of a way to show: three skirts of five may be overlooked, not four."""
LOG_SIZE_AMONG = -3.0
"""The most evidence for one size against another of a lower level if more levels are read than show: a print
on the card below a tower is read as its foot, and the bands above as larger than they are."""
MERGED = 0.85
"""The most likely that a skirt shows under one of its own colour: the seam between them is easily missed (of
those stacks of two of one colour, 45 of 301)."""
LOG_OWN_SIZE, LOG_SIZE_BELOW = math.log(1 / 3), math.log(2 / 3)
"""Two of one colour read as one have the upper one's size or the lower one's: 6 and 12 of 21 with a larger
one below, on pictures of two renderers."""


def skirts_mm(sizes: tuple[Size, ...]) -> tuple[float, ...]:
    """Height (mm) of the band that each piece shows, bottom to top, from a camera 45 degrees up; 0 if
    covered.

    A wider piece above also hides as much of the band as it overhangs.
    """
    lifts = lifts_mm(sizes)
    bands = []
    for k, size in enumerate(sizes[:-1]):
        rims = (lifts[j] - max(0.0, BASE_MM[sizes[j]] - BASE_MM[size]) / 2 for j in range(k + 1, len(sizes)))
        bands.append(max(0.0, min(rims) - lifts[k]))
    return (*bands, lifts[-1] + BASE_MM[sizes[-1]])


@lru_cache(maxsize=4096)
def ways_to_show(
    sizes: tuple[Size, ...], colours: tuple[Colour, ...] = ()
) -> tuple[tuple[tuple[int, ...], float], ...]:
    """What may show of a stack: indexes from the bottom, listed top to bottom, each with its probability.

    Without ``colours``, all are assumed to be different.
    """
    ways: dict[tuple[int, ...], float] = {(): 1.0}
    for k, band in reversed(list(enumerate(skirts_mm(sizes)))):
        p = float(np.interp(band, SKIRTS_MM, SHOWS)) if k < len(sizes) - 1 else 1.0
        longer: dict[tuple[int, ...], float] = {}
        for shown, weight in ways.items():
            if len(shown) == MOST_LEVELS:
                longer[shown] = longer.get(shown, 0.0) + weight
                continue
            merges = bool(shown and colours) and colours[shown[-1]] is colours[k]
            shows = min(p, MERGED) if merges else p
            longer[(*shown, k)] = longer.get((*shown, k), 0.0) + weight * shows
            if shows < 1:
                longer[shown] = longer.get(shown, 0.0) + weight * (1 - shows)
        ways = {shown: weight for shown, weight in longer.items() if weight > LEAST_WAY}
    return tuple(ways.items())


def visible(stack: Stack) -> Stack:
    """The pieces that most probably show, top to bottom."""
    if not stack:
        return ()
    shown, _ = max(ways_to_show(tuple(piece.size for piece in stack)), key=lambda way: way[1])
    return tuple(stack[k] for k in shown)


def stack_log(reader: Reader, unit: Unit, stack: Stack) -> float:
    """Log ratio of a standing ``unit`` being the (non-empty) ``stack``."""
    rows = tuple((tuple(level.colour.tolist()), tuple(level.size.tolist())) for level in unit.levels)
    return _stack_log(rows, unit.p_levels, stack, reader.palette) + upright_log(unit)


Row = tuple[tuple[float, ...], tuple[float, ...]]
"""For one level, the log ratios of the palette's colours and of the sizes."""


class Level(NamedTuple):
    """A piece that shows."""

    piece: Piece
    inside: Piece | None = None
    """The smaller piece inside it."""
    on: Size | None = None
    """The size of the larger one of its colour below it, if no seam is seen between them."""


Shown = tuple[Level, ...]
"""What shows, top to bottom."""


@lru_cache(maxsize=16384)
def _stack_log(
    rows: tuple[Row, ...], p_levels: tuple[float, ...], stack: Stack, palette: tuple[Colour, ...]
) -> float:
    """The same on plain numbers, cached because many positions ask the same about a table."""
    looks = tuple(piece.size for piece in stack), tuple(piece.colour for piece in stack)
    inside = [_inside(stack, k) for k in range(len(stack))]
    best = -math.inf
    for shown, weight in ways_to_show(*looks):
        pieces = tuple(Level(stack[k], inside[k], _merged_with(stack, shown, k)) for k in shown)
        for log_way, each in _with_inside_on_top(pieces):
            log = log_way + count_log(p_levels, len(each)) + _levels_log(rows, each, palette)
            best = max(best, math.log(weight) + log)
    return best


def _with_inside_on_top(shown: Shown) -> Iterator[tuple[float, Shown]]:
    """What shows, and with what is inside the top as if it stood on it; each with its log probability."""
    yield 0.0, shown
    top = shown[0]
    if top.inside is not None and len(shown) < MOST_LEVELS:
        yield LOG_INSIDE_ON_TOP, (Level(top.inside), top._replace(inside=None), *shown[1:])


def _inside(stack: Stack, k: int) -> Piece | None:
    """The piece inside piece ``k`` of a stack that may show through it; nothing shows through black."""
    inner = stack[k - 1] if k else None
    if inner is None or inner.size >= stack[k].size or stack[k].colour is Colour.BLACK:
        return None
    return inner


def _merged_with(stack: Stack, shown: tuple[int, ...], k: int) -> Size | None:
    """The size of the piece below piece ``k`` that is taken for the same one, if that is larger."""
    if k == 0 or k - 1 in shown or stack[k - 1].colour is not stack[k].colour:
        return None
    return _if_larger(stack[k - 1], stack[k])


def _if_larger(lower: Piece, upper: Piece) -> Size | None:
    return lower.size if lower.size > upper.size else None


def _level_log(row: Row, level: Level, palette: tuple[Colour, ...]) -> float:
    """Log ratio of a level being a piece with another inside, either of which may give colour and size; that
    below it may give the size too if both are taken for one."""
    piece, inside, on = level
    if piece.colour not in palette:
        return LOG_NO_COLOUR
    colour, size = row[0][palette.index(piece.colour)], row[1][SIZES.index(piece.size)]
    if on is not None:
        size = max(size + LOG_OWN_SIZE, row[1][SIZES.index(on)] + LOG_SIZE_BELOW)
    if inside is None or inside.colour not in palette:
        return colour + size
    its_colour, its_size = row[0][palette.index(inside.colour)], row[1][SIZES.index(inside.size)]
    through = its_colour + size + LOG_COLOUR_THROUGH, colour + its_size + LOG_SIZE_THROUGH
    return max(colour + size, *through, its_colour + its_size + LOG_ALL_THROUGH)


@lru_cache(maxsize=32768)  # stacks that differ in what is hidden show the same
def _levels_log(rows: tuple[Row, ...], shown: Shown, palette: tuple[Colour, ...]) -> float:
    """Log ratio of the levels read being the pieces that show, top to bottom, in order.

    A surplus level repeats the colour of a neighbour, in any size, and is no evidence of another pyramid;
    only the number of levels says whether it exists. Sizes below the top are then weak evidence.
    """
    if len(shown) >= len(rows):
        logs = [_level_log(row, each, palette) for row, each in zip(rows, shown, strict=False)]
        merged = _with_seams_missed(shown, len(rows))
        return max(sum(logs), -math.inf if merged is None else _levels_log(rows, merged, palette))
    rows = (rows[0], *((colour, _vague(size)) for colour, size in rows[1:]))
    best = [0.0, *[-math.inf] * len(shown)]  # for the rows so far, by the number of shown pieces used
    for row in rows:
        echoes = [_echo_log(row, each, palette) for each in shown]
        for had in range(len(shown), -1, -1):
            is_next = best[had - 1] + _level_log(row, shown[had - 1], palette) if had else -math.inf
            best[had] = max(is_next, best[had] + max(echoes[max(0, had - 1) : had + 1]))
    return best[-1]


def _with_seams_missed(shown: Shown, levels: int) -> Shown | None:
    """What shows if one level less than that is read because two of one colour are read as one; ``None`` if
    not more than these ``levels`` show, or all have other colours."""
    if len(shown) <= levels:
        return None
    for k, (upper, lower) in enumerate(itertools.pairwise(shown)):
        if upper.piece.colour is lower.piece.colour:
            on_lower = upper._replace(on=_if_larger(lower.piece, upper.piece))
            return (*shown[:k], on_lower, *shown[k + 2 :])
    return None


def _vague(sizes: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(max(size, max(sizes) + LOG_SIZE_AMONG) for size in sizes)


def _echo_log(row: Row, beside: Level, palette: tuple[Colour, ...]) -> float:
    """Log ratio of a level repeating the colour of a neighbour, or of what is inside that and shows through
    it; 0 if it repeats neither."""
    piece, inside, _ = beside
    echo = row[0][palette.index(piece.colour)] if piece.colour in palette else -math.inf
    if inside is not None and inside.colour in palette:
        echo = max(echo, row[0][palette.index(inside.colour)] + LOG_ALL_THROUGH)
    return max(0.0, echo + max(row[1]))


def best_log(unit: Unit) -> float:
    """The best score that any stack could have for the unit."""
    top = float(unit.levels[0].colour.max() + unit.levels[0].size.max())
    return top + lower_log(unit) + count_log(unit.p_levels, len(unit.levels)) + upright_log(unit)


def lower_log(unit: Unit) -> float:
    """The best log ratio that the levels below the top could have: a print that looks like a tower has it
    too."""
    return sum(float(level.colour.max() + level.size.max()) for level in unit.levels[1:])


def count_log(p_levels: tuple[float, ...], levels: int) -> float:
    """Log probability that this number of levels shows."""
    return math.log(min(1 - FLOOR, max(FLOOR, p_levels[levels - 1])))


def upright_log(unit: Unit) -> float:
    """Log probability that a unit stands, weighted as posture counts."""
    return POSTURE_WEIGHT * math.log(min(1 - FLOOR, max(FLOOR, unit.p_upright)))
