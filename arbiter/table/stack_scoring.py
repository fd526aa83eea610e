"""How well a unit fits a stack of known pieces, of which not all need to show.

What shows follows from the pieces' dimensions (readings, "Pieces"): a piece on a smaller one comes down over
it, one on an equal one leaves a skirt of some 6 mm, one on a larger one 15 mm. Stacks run bottom to top like
the engine's, what shows runs top to bottom like a unit's levels.
"""

from __future__ import annotations

import math
from bisect import bisect
from functools import lru_cache
from itertools import combinations

from arbiter.table.scoring import POSTURE_WEIGHT, Reader
from engine.pieces import BASE_MM, Colour, Piece, Size, lifts_mm
from vision.track.summing import FLOOR, SIZES, Unit

Stack = tuple[Piece, ...]
MOST_LEVELS = 5
"""No more levels than these are read of a stack (`vision.read.reader`)."""
HIDDEN_MM, CLEAR_MM = 1.0, 4.5
"""A skirt up to the first is never seen, one from the second on always, as far as one can say so."""
ALWAYS = 0.97
LOG_COLOUR_THROUGH, LOG_SIZE_THROUGH, LOG_ALL_THROUGH = -1.0, -6.0, -7.0
"""A pyramid shows the colour or the size of a smaller one inside it instead of its own, or both: sets are
translucent."""
MERGED = 0.85
"""At best so likely does a skirt show under one of its own colour: the seam between them is easily missed."""


def skirts_mm(sizes: tuple[Size, ...]) -> tuple[float, ...]:
    """Height in mm of the band that each piece shows, bottom to top, from a camera 45 degrees up; 0 for what
    is covered.

    A wider piece above hides as much of the band under its rim as it overhangs.
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

    Without ``colours`` no two are taken to be alike.
    """
    ways: dict[tuple[int, ...], float] = {(): 1.0}
    for k, band in reversed(list(enumerate(skirts_mm(sizes)))):
        share = (band - HIDDEN_MM) / (CLEAR_MM - HIDDEN_MM)
        p = min(ALWAYS, max(1 - ALWAYS, share)) if k < len(sizes) - 1 else 1.0
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
        ways = {shown: weight for shown, weight in longer.items() if weight > 1e-3}
    return tuple(ways.items())


def visible(stack: Stack) -> Stack:
    """The pieces that most likely show, top to bottom."""
    if not stack:
        return ()
    shown, _ = max(ways_to_show(tuple(piece.size for piece in stack)), key=lambda way: way[1])
    return tuple(stack[k] for k in shown)


def stack_log(reader: Reader, unit: Unit, stack: Stack) -> float:
    """Log ratio of a standing ``unit`` being the ``stack`` (not empty), against knowing nothing of it."""
    best = -math.inf
    looks = tuple(piece.size for piece in stack), tuple(piece.colour for piece in stack)
    for shown, weight in ways_to_show(*looks):
        pieces = tuple((stack[k], _inside(stack, k)) for k in shown)
        best = max(best, math.log(weight) + count_log(unit, len(shown)) + _levels_log(reader, unit, pieces))
    return best + upright_log(unit)


Shown = tuple[tuple[Piece, Piece | None], ...]
"""What shows, top to bottom, each with the smaller piece that is inside it."""


def _inside(stack: Stack, k: int) -> Piece | None:
    """What piece ``k`` of a stack comes down over and may show through it; black ones let nothing through."""
    inner = stack[k - 1] if k else None
    if inner is None or inner.size >= stack[k].size or stack[k].colour is Colour.BLACK:
        return None
    return inner


def _level_log(reader: Reader, unit: Unit, level: int, piece: Piece, inside: Piece | None) -> float:
    """Log ratio of one level being a piece with another one inside it: of either the colour may show, and the
    size."""
    own = reader.level(unit, level, piece)
    if inside is None or level >= len(unit.levels) or not {piece.colour, inside.colour} <= {*reader.palette}:
        return own
    seen, palette = unit.levels[level], reader.palette
    colour, its_colour = (float(seen.colour[palette.index(each.colour)]) for each in (piece, inside))
    size, its_size = (float(seen.size[SIZES.index(each.size)]) for each in (piece, inside))
    through = its_colour + size + LOG_COLOUR_THROUGH, colour + its_size + LOG_SIZE_THROUGH
    return max(own, *through, its_colour + its_size + LOG_ALL_THROUGH)


def _levels_log(reader: Reader, unit: Unit, shown: Shown) -> float:
    """Log ratio of the levels read being the pieces that show, top to bottom, in order.

    A level read too many repeats the colour of one beside it, in whatever size: it is no sign of another
    pyramid. Whether it is there is said by the number of levels alone.
    """
    read = len(unit.levels)
    if len(shown) >= read:
        return sum(_level_log(reader, unit, i, *each) for i, each in enumerate(shown))
    return max(_aligned(reader, unit, shown, kept) for kept in combinations(range(read), len(shown)))


def _aligned(reader: Reader, unit: Unit, shown: Shown, kept: tuple[int, ...]) -> float:
    """The same with the levels ``kept`` being the pieces, and the others repeating one of those beside them;
    what repeats none says nothing."""
    total = sum(_level_log(reader, unit, level, *each) for level, each in zip(kept, shown, strict=True))
    for level in set(range(len(unit.levels))) - set(kept):
        after = bisect(kept, level)
        near = (piece for each in shown[max(0, after - 1) : after + 1] for piece in each if piece is not None)
        beside = {piece.colour for piece in near} & set(reader.palette)
        echoes = (float(unit.levels[level].colour[reader.palette.index(colour)]) for colour in beside)
        total += max(0.0, max(echoes, default=0.0) + float(unit.levels[level].size.max()))
    return total


def best_log(unit: Unit) -> float:
    """The most that any stack could score for the unit."""
    levels = sum(float(level.colour.max() + level.size.max()) for level in unit.levels)
    return levels + count_log(unit, len(unit.levels)) + upright_log(unit)


def count_log(unit: Unit, levels: int) -> float:
    """Log probability of so many levels showing."""
    return math.log(min(1 - FLOOR, max(FLOOR, unit.p_levels[levels - 1])))


def upright_log(unit: Unit) -> float:
    """Log probability of a unit standing, as often as its posture counts."""
    return POSTURE_WEIGHT * math.log(min(1 - FLOOR, max(FLOOR, unit.p_upright)))
