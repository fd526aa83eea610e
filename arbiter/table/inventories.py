"""The known sets of the games, and units read against them: what is missing, doubled or in doubt.

What a set-up consists of comes from the rules: two trios of five colours (I13), each of the 25 combinations
of five colours and five orientations once (N1), both full stocks (L1).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from arbiter.table.scoring import FLOOR, POSTURE_WEIGHT, SIZES, LevelEvidence, Unit, Vector
from engine.logistics.model import Layout
from engine.logistics.model import Rules as LogisticsRules
from engine.nickel.model import Orientation, Pyramid
from engine.pieces import Colour, Piece, Size
from vision.labelling.account import Account
from vision.labelling.inventory import Inventory, Label

OF_A_KIND = 2
"""How many of a kind two trios hold (I13)."""
TURNS_DEG = {
    Orientation.NORTH: 0.0,
    Orientation.WEST: 90.0,
    Orientation.SOUTH: 180.0,
    Orientation.EAST: 270.0,
}
"""Counter-clockwise from the board's north, as seen from above."""
HEADING_DEG = 20.0
"""Standard deviation of a lying pyramid's heading about its board direction: players are not exact either."""
ASTRAY = 0.05
"""Share of lying pyramids whose heading is read as anything. Small enough that a set-up in which one
pyramid points the wrong way is asked about and not taken for a misreading."""


def initiative_inventory(colours: Sequence[Colour], stack_size: Size, seen: int) -> Inventory[Piece]:
    """Two trios without the stack's pieces (I13); those that were not dealt lie in the bag."""
    pieces = [
        Piece(size, colour)
        for colour in colours
        for size in Size
        for _ in range(OF_A_KIND - (size is stack_size))
    ]
    return Inventory.of(pieces, apart=max(0, len(pieces) - seen))


def nickel_inventory(colours: Iterable[Colour]) -> Inventory[Pyramid]:
    """Each of five colours in each orientation once (N1)."""
    return Inventory.of(Pyramid(colour, way) for colour in colours for way in Orientation)


def logistics_inventory(
    rules: LogisticsRules, near: str = "rainbow", far: str = "rainbow"
) -> Inventory[Piece]:
    """Both stocks, in the palettes named (L1)."""
    return Inventory.of(Layout.standard(rules, near, far).pieces.elements())


def piece_scores(
    levels: Iterable[LevelEvidence], pieces: Sequence[Piece], palette: tuple[Colour, ...]
) -> Vector:
    """Log ratios (n, K) of visible pieces being each of ``pieces``, whose colours are the palette's."""
    rows = [palette.index(piece.colour) for piece in pieces]
    columns = [SIZES.index(piece.size) for piece in pieces]
    found = [level.kinds()[rows, columns] for level in levels]
    return np.array(found, dtype=float).reshape(len(found), len(pieces))


def pyramid_scores(
    units: Iterable[Unit], pyramids: Sequence[Pyramid], palette: tuple[Colour, ...], north_deg: float = 90.0
) -> Vector:
    """Log ratios (n, K) of single units being each of ``pyramids``; ``north_deg`` is where the board's north
    lies in the table frame.
    """
    rows = []
    for unit in units:
        ways = _orientations(unit, north_deg)
        colour = unit.levels[0].colour
        rows.append([colour[palette.index(each.colour)] + ways[each.orientation] for each in pyramids])
    return np.array(rows, dtype=float).reshape(len(rows), len(pyramids))


def _orientations(unit: Unit, north_deg: float) -> dict[Orientation, float]:
    """Log ratio of each orientation against all five alike."""
    upright = min(1 - FLOOR, max(FLOOR, unit.p_upright))
    ways = dict.fromkeys(TURNS_DEG, 0.25)
    if unit.heading_deg is not None:
        off = {
            way: (unit.heading_deg - north_deg - turn + 180) % 360 - 180 for way, turn in TURNS_DEG.items()
        }
        bells = {way: math.exp(-0.5 * (each / HEADING_DEG) ** 2) for way, each in off.items()}
        total = sum(bells.values())
        ways = {way: (1 - ASTRAY) * bell / total + ASTRAY / 4 for way, bell in bells.items()}
    lying = {way: POSTURE_WEIGHT * math.log((1 - upright) / 0.8) + math.log(4 * p) for way, p in ways.items()}
    return {**lying, Orientation.UP: POSTURE_WEIGHT * math.log(upright / 0.2)}


def may_be_hidden(unseen: Counter[Piece], seen: Iterable[Piece]) -> Counter[Piece]:
    """Those unseen pieces for which a larger one is in view that may stand over them, as in a nest."""
    largest = max((piece.size for piece in seen), default=Size.SMALL)
    return Counter({piece: n for piece, n in unseen.items() if piece.size < largest})


def problems(
    told: Account[Label],
    hidden: Counter[Label] | None = None,
    where: Callable[[int], str] = lambda row: f"number {row + 1}",
) -> tuple[str, ...]:
    """Sentences on what keeps a set-up from being accepted; none when it is complete and sure.

    ``hidden`` are unseen pieces that may be there all the same; ``where`` says where a detection is.
    """
    hidden = hidden or Counter()
    lost, perhaps = told.unseen - hidden, told.unseen & hidden
    lines = []
    if told.missing and lost:
        lines.append(f"I do not see {_listed(lost)}")
    if told.missing and perhaps:
        lines.append(f"not in view, perhaps inside larger pyramids: {_listed(perhaps)}")
    if told.doubled:
        lines.append(f"there are more than there should be of {_listed(told.doubled, counted=False)}")
    if told.unreadable:
        places = ", ".join(where(i) for i in told.unreadable)
        lines.append(f"I cannot tell for sure what these are: {places}")
    return tuple(lines)


def _listed(pieces: Counter[Label], counted: bool = True) -> str:
    names = sorted((str(piece), n) for piece, n in pieces.items())
    return ", ".join(f"{name} ({n} times)" if counted and n > 1 else name for name, n in names)
