"""How well a unit fits a stack of known pieces, not all of which need to show.

What shows follows from the pieces' dimensions (readings, "Pieces"): a piece on a smaller one comes down over
it, one on an equal one leaves a skirt of some 6 mm, one on a larger one 15 mm. Stacks run bottom to top like
the engine's; what shows runs top to bottom like a unit's levels.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

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
ABOUT_DEG = 5.0
"""How exactly the camera's elevation counts."""
MERGED = 0.85
"""The most likely that a skirt shows under one of its own colour: the seam between them is easily missed (of
those stacks of two of one colour, 45 of 301)."""
LOG_OWN_SIZE, LOG_SIZE_BELOW = math.log(1 / 3), math.log(2 / 3)
"""Two of one colour read as one have the upper one's size or the lower one's: 6 and 12 of 21 with a larger
one below, on pictures of two renderers."""


def skirts_mm(sizes: tuple[Size, ...], elevation_deg: float = 45.0) -> tuple[float, ...]:
    """Height (mm) of the band that each piece shows, bottom to top; 0 if covered.

    A wider piece above also hides what its overhang covers, which is more the higher up the camera is.
    """
    lifts, steep = lifts_mm(sizes), math.tan(math.radians(elevation_deg))
    bands = []
    for k, size in enumerate(sizes[:-1]):
        over = ((lifts[j], max(0.0, BASE_MM[sizes[j]] - BASE_MM[size]) / 2) for j in range(k + 1, len(sizes)))
        bands.append(max(0.0, min(lift - steep * overhang for lift, overhang in over) - lifts[k]))
    return (*bands, lifts[-1] + BASE_MM[sizes[-1]])


@lru_cache(maxsize=4096)
def ways_to_show(
    sizes: tuple[Size, ...], colours: tuple[Colour, ...] = (), elevation_deg: float = 45.0
) -> tuple[tuple[tuple[int, ...], float], ...]:
    """What may show of a stack: indexes from the bottom, listed top to bottom, each with its probability.

    Without ``colours``, all are assumed to be different.
    """
    ways: dict[tuple[int, ...], float] = {(): 1.0}
    for k, band in reversed(list(enumerate(skirts_mm(sizes, elevation_deg)))):
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
    return _stack_log(rows, unit.p_levels, stack, reader.palette, about_deg(unit)) + upright_log(unit)


def about_deg(unit: Unit) -> float:
    """The camera's elevation as seen from a unit, rounded, so that few ways to show are worked out."""
    return ABOUT_DEG * round(unit.elevation_deg / ABOUT_DEG)


Row = tuple[tuple[float, ...], tuple[float, ...]]
"""For one level, the log ratios of the palette's colours and of the sizes."""
Numbers = NDArray[np.int64]
Logs = NDArray[np.float64]


class Level(NamedTuple):
    """A piece that shows."""

    piece: Piece
    inside: Piece | None = None
    """The smaller piece inside it."""
    on: Size | None = None
    """The size of the larger one of its colour below it, if no seam is seen between them."""


Shown = tuple[Level, ...]
"""What shows, top to bottom."""


@dataclass(frozen=True, eq=False)
class _Ways:
    """The W ways in which a stack may show, as numbers, so that all are compared with what is read at once.

    ``shown`` (W, 5) are the places, top to bottom, of the levels that show in `_levels_of` the palette, then
    -1; ``lengths`` (W,) of them are seen, or ``counts`` (W,) if no seam between two of one colour is missed.
    """

    shown: Numbers
    lengths: Numbers
    counts: Numbers
    logs: Logs


@lru_cache(maxsize=8192)
def _ways(stack: Stack, read: int, palette: tuple[Colour, ...], elevation_deg: float) -> _Ways:
    """The ways in which a stack shows if ``read`` levels of it are seen."""
    looks = tuple(piece.size for piece in stack), tuple(piece.colour for piece in stack), elevation_deg
    inside = [_inside(stack, k) for k in range(len(stack))]
    found: list[tuple[Shown, int, float]] = []
    for shown, weight in ways_to_show(*looks):
        pieces = tuple(Level(stack[k], inside[k], _merged_with(stack, shown, k)) for k in shown)
        for log_way, each in _with_inside_on_top(pieces):
            seen: Shown | None = each
            while seen is not None:
                found.append((seen, len(each), math.log(weight) + log_way))
                seen = _with_seams_missed(seen, read)
    places, table = _levels_of(palette).places, np.full((len(found), MOST_LEVELS), -1)
    for row, (levels, *_) in zip(table, found, strict=True):
        row[: len(levels)] = [places[_in_palette(level, palette)] for level in levels]
    lengths, counts = (
        np.array([len(levels) for levels, *_ in found]),
        np.array([count for _, count, _ in found]),
    )
    return _Ways(table, lengths, counts, np.array([log for *_, log in found]))


@dataclass(frozen=True, eq=False)
class _Levels:
    """All N levels that a palette's pieces can show, each at its place; the first one is a piece of another
    palette. ``colours`` and ``sizes`` (3, N) are those of the piece, of what is inside and of what it is on,
    as places in the palette and in ``SIZES``; -1 where there is none."""

    places: Mapping[Level | None, int]
    colours: Numbers
    sizes: Numbers

    def fits(self, colours: Logs, sizes: Logs) -> Logs:
        """Log ratios (R, N + 1) of rows, ``colours`` (R, K) and ``sizes`` (R, 3), being each level; the last
        are of none. Of a piece with another inside, either may give colour and size; that below it may give
        the size too if both are taken for one."""
        colour, within, _ = colours[:, self.colours].swapaxes(0, 1)
        size, its_size, below = sizes[:, self.sizes].swapaxes(0, 1)
        known, inside, on = self.colours >= 0
        size = np.where(on, np.maximum(size + LOG_OWN_SIZE, below + LOG_SIZE_BELOW), size)
        through = np.maximum(within + size + LOG_COLOUR_THROUGH, colour + its_size + LOG_SIZE_THROUGH)
        through = np.maximum(through, within + its_size + LOG_ALL_THROUGH)
        fits = np.where(inside, np.maximum(colour + size, through), colour + size)
        return _and_none(np.where(known, fits, LOG_NO_COLOUR))

    def echoes(self, colours: Logs, sizes: Logs) -> Logs:
        """The same of rows that repeat the colour of a level, or of what is inside and shows through it; 0 if
        they repeat neither."""
        every = np.where(self.colours >= 0, colours[:, self.colours], -np.inf)
        echo = np.maximum(every[:, 0], every[:, 1] + LOG_ALL_THROUGH) + sizes.max(1)[:, None]
        return _and_none(np.maximum(0.0, echo))


def _and_none(logs: Logs) -> Logs:
    return np.pad(logs, ((0, 0), (0, 1)), constant_values=-np.inf)


@lru_cache(maxsize=16)
def _levels_of(palette: tuple[Colour, ...]) -> _Levels:
    """The levels of a palette."""
    pieces = [Piece(size, colour) for size in Size for colour in palette]
    levels = [
        Level(piece, inside, on)
        for piece in pieces
        for inside in (None, *(other for other in pieces if other.size < piece.size))
        for on in (None, *(size for size in Size if size > piece.size))
    ]
    kinds = [(each.piece, each.inside, each.on and Piece(each.on, each.piece.colour)) for each in levels]
    colours = [[-1] * 3, *([palette.index(one.colour) if one else -1 for one in each] for each in kinds)]
    sizes = [[-1] * 3, *([SIZES.index(one.size) if one else -1 for one in each] for each in kinds)]
    places = {level: place for place, level in enumerate((None, *levels))}
    return _Levels(places, np.array(colours).T, np.array(sizes).T)


def _in_palette(level: Level, palette: tuple[Colour, ...]) -> Level | None:
    """The level as one of the palette."""
    if level.piece.colour not in palette:
        return None
    return level._replace(inside=None) if level.inside and level.inside.colour not in palette else level


@lru_cache(maxsize=512)
def _tables(rows: tuple[Row, ...], palette: tuple[Colour, ...]) -> tuple[Logs, Logs, Logs]:
    """How well the rows fit each level of a palette, how well if sizes below the top are vague, and how well
    they repeat it; see `_Levels`."""
    levels = _levels_of(palette)
    colours, sizes = np.array([colour for colour, _ in rows]), np.array([size for _, size in rows])
    vague = np.vstack([sizes[:1], np.maximum(sizes[1:], sizes[1:].max(1)[:, None] + LOG_SIZE_AMONG)])
    return levels.fits(colours, sizes), levels.fits(colours, vague), levels.echoes(colours, sizes)


@lru_cache(maxsize=16384)
def _stack_log(
    rows: tuple[Row, ...],
    p_levels: tuple[float, ...],
    stack: Stack,
    palette: tuple[Colour, ...],
    elevation_deg: float,
) -> float:
    """The same on plain numbers, cached because many positions ask the same about a table."""
    ways = _ways(stack, len(rows), palette, elevation_deg)
    fits, vague, echoes = _tables(rows, palette)
    enough = ways.lengths >= len(rows)
    found = np.empty(len(enough))
    found[enough] = fits[np.arange(len(rows)), ways.shown[enough, : len(rows)]].sum(1)
    if not enough.all():
        shown = ways.shown[~enough]
        found[~enough] = _with_surplus(vague[:, shown], echoes[:, shown], ways.lengths[~enough])
    of_count = np.array([count_log(p_levels, n) for n in range(1, MOST_LEVELS + 1)])
    return float((ways.logs + of_count[ways.counts - 1] + found).max())


def _with_surplus(fits: Logs, echoes: Logs, lengths: Numbers) -> Logs:
    """Log ratios (W,) of more levels (R) being read than the ``lengths`` (W,) that show, which they fit and
    repeat as given (R, W, 5).

    A surplus level repeats the colour of a neighbour, in any size, and is no evidence of another pyramid;
    only the number of levels says whether it exists. Sizes below the top are then weak evidence.
    """
    count, every = len(lengths), np.arange(len(lengths))
    best = np.full(
        (count, MOST_LEVELS + 1), -np.inf
    )  # by the number of shown pieces used for the rows so far
    best[:, 0] = 0.0
    beside = np.full((len(fits), count, MOST_LEVELS + 1), -np.inf)
    beside[:, :, :-1] = echoes
    np.maximum(beside[:, :, 1:], echoes, out=beside[:, :, 1:])
    for fit, echo in zip(fits, beside, strict=True):
        again = best + echo
        np.maximum(again[:, 1:], best[:, :-1] + fit, out=again[:, 1:])
        best = again
    found: Logs = best[every, lengths]
    return found


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
