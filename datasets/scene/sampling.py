"""Random tables: things and their places, table top and light, all from a seed."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from datasets.scene import games, patterns, prints, textures
from datasets.scene.lights import held_out_light, light, out_of_the_way
from datasets.scene.piles import draw_piece, palette, pile, radius_of, spaced, turned_upright
from datasets.scene.props import clutter, hands
from datasets.scene.scenes import Layout, Marker, Scene, Sheet, Unit, View, flat, upright
from datasets.scene.solids import turn_z
from engine.pieces import PALETTES, Colour, Piece, Size

RGB = tuple[float, float, float]

# Linear RGB that a wall transmits (translucent colours) or reflects (black, white).
TINTS: dict[Colour, RGB] = {
    Colour.RED: (0.95, 0.05, 0.09),
    Colour.ORANGE: (0.97, 0.36, 0.04),
    Colour.YELLOW: (0.97, 0.84, 0.13),
    Colour.GREEN: (0.10, 0.66, 0.24),
    Colour.CYAN: (0.30, 0.85, 0.94),
    Colour.BLUE: (0.08, 0.24, 0.92),
    Colour.PURPLE: (0.44, 0.12, 0.74),
    Colour.PINK: (0.97, 0.44, 0.70),
    Colour.BLACK: (0.012, 0.012, 0.014),
    Colour.WHITE: (0.80, 0.80, 0.77),
    Colour.CLEAR: (0.955, 0.965, 0.96),
}


def tints(rng: np.random.Generator) -> dict[Colour, RGB]:
    """The colours of one production batch: every tint varies slightly, but black has no visible hue."""

    def off(colour: Colour, rgb: RGB) -> RGB:
        powers = rng.uniform(0.7, 1.3, 3)
        if colour is Colour.BLACK:
            powers = powers.mean() + (powers - powers.mean()) / 8
        return tuple(np.clip(np.array(rgb) ** powers, 0.008, 0.975).tolist())  # type: ignore[return-value]

    return {colour: off(colour, rgb) for colour, rgb in TINTS.items()}


def opaque_set(rng: np.random.Generator) -> frozenset[Colour]:
    """The colours that are opaque: all but clear in an occasional opaque set, otherwise none."""
    return frozenset(c for c in Colour if c is not Colour.CLEAR) if rng.random() < 0.08 else frozenset()


def _flat_pieces(
    rng: np.random.Generator, colours: tuple[Colour, ...], alone: float = 0.7
) -> tuple[Piece, ...]:
    """Pieces lying on their side: a single one with probability ``alone``.

    Otherwise a pair, a smaller or equal piece over the tip of the other, like a call with a sacrifice.
    """
    outer = draw_piece(rng, colours)
    if rng.random() < alone:
        return (outer,)
    inner = draw_piece(rng, colours, Size(int(rng.integers(int(outer.size), 4))))
    return (inner, outer)


def _unit(rng: np.random.Generator, colours: tuple[Colour, ...], x: float, y: float, p_flat: float) -> Unit:
    if rng.random() < p_flat:
        return flat(x, y, _flat_pieces(rng, colours), float(rng.uniform(0, 360)))
    return turned_upright(rng, x, y, pile(rng, colours))


def scattered(
    rng: np.random.Generator, centre: np.ndarray, radius_mm: float, held_out: bool = False
) -> Layout:
    """Units scattered over a disc without overlaps; a few touch."""
    colours, p_flat = palette(rng), float(rng.choice([0.1, 0.35, 0.7]))
    units: list[Unit] = []
    wanted = int(rng.integers(8, 20))
    for _ in range(wanted * 4):
        angle, distance = rng.uniform(0, 2 * math.pi), radius_mm * math.sqrt(rng.uniform(0, 1))
        unit = _unit(
            rng,
            colours,
            centre[0] + distance * math.cos(angle),
            centre[1] + distance * math.sin(angle),
            p_flat,
        )
        spaced(units, unit)
        if len(units) == wanted:
            break
    return Layout(tuple(units))


def in_rows(rng: np.random.Generator, centre: np.ndarray, radius_mm: float, held_out: bool = False) -> Layout:
    """An Initiative table: inventories, rows of plays with sacrifices and calls, and the initiative stack."""
    colours = palette(rng)[:5]
    turn = turn_z(float(rng.choice([0, 0, 0, 90, rng.uniform(0, 360)])))
    gap, pitch = rng.uniform(45, 85), rng.uniform(29, 48)
    units: list[Unit] = []
    rows = int(rng.integers(2, 4))
    for r in range(rows):
        for x in np.arange(-radius_mm, radius_mm, pitch):
            if rng.random() < 0.25:
                continue
            place = turn @ np.array([x + rng.normal(0, 3), (r - (rows - 1) / 2) * gap + rng.normal(0, 3), 0])
            px, py = centre[0] + place[0], centre[1] + place[1]
            if rng.random() < 0.1:
                heading = (
                    float(rng.choice([90, 270]))
                    + math.degrees(math.atan2(turn[1, 0], turn[0, 0]))
                    + rng.normal(0, 10)
                )
                inner = (draw_piece(rng, colours),) if rng.random() < 0.35 else ()
                units.append(
                    flat(px, py, (*inner, draw_piece(rng, colours, Size.SMALL)), float(heading % 360))
                )
            elif rng.random() < 0.22:
                units.append(
                    upright(
                        px,
                        py,
                        (draw_piece(rng, colours), draw_piece(rng, colours)),
                        float(rng.uniform(0, 90)),
                    )
                )
            else:
                units.append(upright(px, py, (draw_piece(rng, colours),), float(rng.uniform(0, 90))))
    if rng.random() < 0.7 and units:
        k = int(rng.integers(len(units)))
        size = Size(int(rng.integers(1, 4)))
        order = rng.permutation(len(colours))
        stack = tuple(Piece(size, colours[int(i)]) for i in order)
        turns = tuple(float(rng.normal(0, 2)) for _ in stack)
        units[k] = upright(units[k].x_mm, units[k].y_mm, stack, float(rng.uniform(0, 90)), turns)
    return Layout(tuple(units))


def stacked(rng: np.random.Generator, centre: np.ndarray, radius_mm: float, held_out: bool = False) -> Layout:
    """Almost only separate stacks, upright and lying: the reader's hard cases."""
    colours, units = palette(rng), list[Unit]()
    for _ in range(70):
        x, y = centre[:2] + radius_mm * rng.uniform(-1, 1, 2)
        if rng.random() < 0.22:
            low = draw_piece(rng, colours)
            over = draw_piece(rng, colours, Size(int(rng.integers(1, int(low.size) + 1))))
            unit = flat(x, y, (low, over), float(rng.uniform(0, 360)))
        else:
            pieces = pile(rng, colours)
            if len(pieces) == 1:
                pieces = (
                    pieces[0],
                    draw_piece(rng, colours, Size(int(rng.integers(1, int(pieces[0].size) + 1)))),
                )
            unit = turned_upright(rng, x, y, pieces)
        spaced(units, unit)
        if len(units) == 18:
            break
    return Layout(tuple(units))


def paired(rng: np.random.Generator, centre: np.ndarray, radius_mm: float, held_out: bool = False) -> Layout:
    """Plays with sacrifices: pairs of all sizes, half of them in one colour, among single pieces."""
    colours, units = palette(rng)[:5], list[Unit]()
    for _ in range(120):
        x, y = centre[:2] + radius_mm * rng.uniform(-1, 1, 2)
        low = draw_piece(rng, colours)
        over = draw_piece(rng, (low.colour,) if rng.random() < 0.5 else colours)
        pieces = (low,) if rng.random() < 0.2 else (low, over)
        spaced(units, turned_upright(rng, x, y, pieces), 4)
        if len(units) == 24:
            break
    return Layout(tuple(units))


OFTEN_MISSED = Colour.CLEAR, Colour.WHITE, Colour.PINK
"""Colours that are rare in the training sets and have the lowest recall."""


def crowded(rng: np.random.Generator, centre: np.ndarray, radius_mm: float, held_out: bool = False) -> Layout:
    """A table crowded with units: several times as many samples for the cost of rendering one picture."""
    colours = palette(rng) if rng.random() < 0.3 else PALETTES["all"] + OFTEN_MISSED
    p_flat, p_one = rng.uniform(0.1, 0.5), rng.uniform(0.1, 0.4)
    gap = rng.uniform(0, 9)

    def draw(x: float, y: float) -> Unit:
        pieces = (draw_piece(rng, colours),)
        if rng.random() > p_one:
            pieces = next(drawn for _ in range(99) if len(drawn := pile(rng, colours)) > 1)
        unit = turned_upright(rng, x, y, pieces)
        if rng.random() < p_flat:
            unit = flat(x, y, _flat_pieces(rng, colours), float(rng.uniform(0, 360)))
        return unit

    return _packed(rng, centre[:2], radius_mm, gap, draw)


def misread(rng: np.random.Generator, centre: np.ndarray, radius_mm: float, held_out: bool = False) -> Layout:
    """A crowd of the units that are misread most: lying pieces and pairs, piles of every height and colour.

    The camera looks down on it more often than on other tables, see ``STEEP``.
    """
    colours = palette(rng) if rng.random() < 0.4 else PALETTES["all"] + OFTEN_MISSED
    shares = rng.dirichlet([7, 2.5, 4, 2, 1.5, 1])  # lying, then standing: one to five pieces
    gap = rng.uniform(0, 9)

    def draw(x: float, y: float) -> Unit:
        count = int(rng.choice(6, p=shares))
        if not count:
            return flat(x, y, _flat_pieces(rng, colours, 0.55), float(rng.uniform(0, 360)))
        own = (draw_piece(rng, colours).colour,) if rng.random() < 0.25 else colours
        size = draw_piece(rng, colours).size if count == 5 and rng.random() < 0.7 else None
        return turned_upright(rng, x, y, tuple(draw_piece(rng, own, size) for _ in range(count)))

    return _packed(rng, centre[:2], radius_mm, gap, draw)


def _packed(
    rng: np.random.Generator,
    centre: np.ndarray,
    radius_mm: float,
    gap_mm: float,
    draw: Callable[[float, float], Unit],
) -> Layout:
    """Up to 60 units around ``centre``, ``gap_mm`` apart, sometimes on a board with spots."""
    units: list[Unit] = []
    for _ in range(400):
        x, y = centre + radius_mm * rng.uniform(-1, 1, 2)
        spaced(units, draw(x, y), gap_mm)
        if len(units) == 60:
            break
    return Layout(tuple(units), _board_under(rng, units) if rng.random() < 0.3 else ())


def _board_under(rng: np.random.Generator, units: list[Unit]) -> tuple[Sheet, ...]:
    """A board with spots where the units stand."""
    places = np.array([(unit.x_mm, -unit.y_mm) for unit in units])
    low, high = places.min(0) - rng.uniform(-30, 40, 2), places.max(0) + rng.uniform(-30, 40, 2)
    (x, y), (width, height) = (low + high) / 2, high - low
    scale = min(prints.PX_PER_MM, 1400 / max(width, height))
    size = round(float(width * scale)), round(float(height * scale))
    radii = np.array([radius_of(unit) for unit in units]) * scale
    board = patterns.spotted(rng, size, (places - low) * scale, radii)
    return (Sheet(board, x, -y, width, height, 0.0, 0.04),)


Maker = Callable[[np.random.Generator, np.ndarray, float, bool], Layout]

KINDS: dict[str, tuple[Maker, float]] = {
    "scatter": (scattered, 0.22),
    "initiative": (in_rows, 0.2),
    "stacks": (stacked, 0.1),
    "pairs": (paired, 0.06),
    "nickel": (games.nickel, 0.13),
    "logistics": (games.logistics, 0.15),
    "sanctum": (games.sanctum, 0.07),
    "nests": (games.nests, 0.07),
    "crowd": (crowded, 0.0),
    "misread": (misread, 0.0),
    "sown": (games.sown, 0.0),
}
"""Every kind of table with its share when no kind is requested (0: only on request)."""
EVALUATED = tuple(kind for kind, (_, share) in KINDS.items() if share)
"""The kinds in evaluation sets, in turn."""
STEEP: dict[str | None, float] = {"misread": 0.5}
"""For each kind, the additional share of tables seen from above 50 degrees."""


PATTERNED = 0.5
"""Share of the training tables with a pattern of ``datasets.scene.patterns`` instead of wood or cloth."""


def _on_table(view: View, pixel: tuple[float, float]) -> np.ndarray:
    """The intersection of the pixel's ray with the table (mm), within 1.5 times the camera's distance."""
    ray = view.rotation.T @ np.linalg.inv(view.matrix) @ np.array([*pixel, 1.0])
    reach = 1.5 * np.linalg.norm(view.position) / np.linalg.norm(ray)
    step = min(reach, -view.position[2] / ray[2]) if ray[2] < -1e-6 else reach
    return view.position + step * ray


def _markers(rng: np.random.Generator, centre: np.ndarray, radius: float, laid: Layout) -> tuple[Marker, ...]:
    """Four markers: one in view and three around it; those whose spots are taken go far away."""
    spots = [centre + radius * rng.uniform(-1, 1, 2)]
    for angle in rng.uniform(0, 6.28, 3):
        away = np.array([math.cos(angle), math.sin(angle)])
        spots.append(centre + radius * rng.uniform(1.2, 2.0) * away)
    aside = centre + 3 * radius * np.array([1.0, 1.0])
    for i, spot in enumerate(spots):
        taken = [(u.x_mm, u.y_mm, radius_of(u)) for u in laid.units]
        taken += [(s.x_mm, s.y_mm, s.reach_mm) for s in laid.sheets]
        if any(math.hypot(spot[0] - x, spot[1] - y) < 38 + reach for x, y, reach in taken):
            spots[i] = aside + 120 * i
    return tuple(Marker(i, float(s[0]), float(s[1]), float(rng.uniform(0, 360))) for i, s in enumerate(spots))


def _with_legend(rng: np.random.Generator, laid: Layout, centre: np.ndarray, radius: float) -> Layout:
    row = games.legend(rng, centre, radius, laid.units)
    clear = all(
        math.hypot(u.x_mm - s.x_mm, u.y_mm - s.y_mm) > s.reach_mm for u in row.units for s in laid.sheets
    )
    if not clear:
        return laid
    return Layout(laid.units + row.units, laid.sheets + row.sheets, laid.blocks)


def scatter_of(rng: np.random.Generator) -> float:
    """Fraction of light that a wall scatters in its own colour: usually clear, sometimes frosted."""
    return float(rng.uniform(0.08, 0.3) if rng.random() < 0.15 else 0.01 + 0.07 * rng.random() ** 2)


def window_scene(
    rng: np.random.Generator,
    view: View,
    held_out: bool = False,
    kind: str | None = None,
) -> Scene:
    """A random table whose things lie around the middle of the view.

    ``held_out`` uses table tops, lights and prints reserved for evaluation. ``kind`` is one of KINDS;
    ``None`` draws one by the shares.
    """
    middle = view.height / 2
    centre = _on_table(view, (view.width / 2, middle))[:2]
    edge = _on_table(view, (view.width, middle))[:2]
    radius = float(np.clip(np.linalg.norm(edge - centre) * 0.95, 70, 260))
    shares = [share for _, share in KINDS.values()]
    kind = kind or str(rng.choice(list(KINDS), p=np.array(shares) / sum(shares)))
    laid = KINDS[kind][0](rng, centre, radius, held_out)
    if rng.random() < 0.12:
        laid = _with_legend(rng, laid, centre, radius)
    strewn = clutter(rng, centre, radius, laid, held_out)
    pattern = not held_out and rng.random() < PATTERNED
    top = patterns.medley(rng) if pattern else textures.table_top(rng, held_out=held_out)
    lights = held_out_light(rng) if held_out else light(rng)
    return Scene(
        kind,
        laid.units,
        _markers(rng, centre, radius, laid),
        (*laid.blocks, *strewn.blocks, *hands(rng, centre, radius, view.position)),
        top,
        float(rng.uniform(900, 1800)) * 2,
        float(rng.choice([0.0, 0.2, 0.6, 1.0], p=[0.35, 0.3, 0.25, 0.1])),
        out_of_the_way(lights, view),
        1.0,
        tints(rng),
        opaque_set(rng),
        scatter_of(rng),
        3,
        (*strewn.sheets, *laid.sheets),
    )
