"""Random tables: what stands where, on what, under which light, seen from where. Seeded throughout."""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np

from datasets import textures
from datasets.hand import hand_and_sleeve
from datasets.scenes import Block, Light, Marker, Scene, Unit, View, flat, look_at, upright
from datasets.solids import box, moved, revolved, turn_z
from engine.pieces import BASE_MM, HEIGHT_MM, PALETTES, Colour, Piece, Posture, Size

RGB = tuple[float, float, float]

# Linear RGB that a wall lets through (translucent) or throws back (black, white).
TINTS: dict[Colour, RGB] = {
    Colour.RED: (0.78, 0.03, 0.06),
    Colour.ORANGE: (0.93, 0.28, 0.02),
    Colour.YELLOW: (0.93, 0.76, 0.06),
    Colour.GREEN: (0.06, 0.50, 0.16),
    Colour.CYAN: (0.22, 0.76, 0.86),
    Colour.BLUE: (0.05, 0.15, 0.75),
    Colour.PURPLE: (0.34, 0.07, 0.56),
    Colour.PINK: (0.94, 0.34, 0.60),
    Colour.BLACK: (0.012, 0.012, 0.014),
    Colour.WHITE: (0.80, 0.80, 0.77),
    Colour.CLEAR: (0.94, 0.955, 0.95),
}
SKINS: tuple[RGB, ...] = (
    (0.60, 0.36, 0.26),
    (0.48, 0.27, 0.18),
    (0.33, 0.18, 0.11),
    (0.17, 0.09, 0.055),
    (0.68, 0.45, 0.36),
)


def tints(rng: np.random.Generator) -> dict[Colour, RGB]:
    """The colours of one maker's batch: every tint a little off."""

    def off(rgb: RGB) -> RGB:
        return tuple(float(np.clip(v ** rng.uniform(0.6, 1.05), 0.008, 0.97)) for v in rgb)  # type: ignore[return-value]

    return {colour: off(rgb) for colour, rgb in TINTS.items()}


def opaque_set(rng: np.random.Generator) -> frozenset[Colour]:
    """Now and then a set of opaque colours."""
    return frozenset(c for c in Colour if c is not Colour.CLEAR) if rng.random() < 0.08 else frozenset()


def _palette(rng: np.random.Generator) -> tuple[Colour, ...]:
    return PALETTES[str(rng.choice(["rainbow", "xeno", "all"], p=[0.55, 0.15, 0.3]))]


def _piece(rng: np.random.Generator, colours: tuple[Colour, ...], size: Size | None = None) -> Piece:
    return Piece(size or Size(int(rng.integers(1, 4))), colours[int(rng.integers(len(colours)))])


def _pile(rng: np.random.Generator, colours: tuple[Colour, ...]) -> tuple[Piece, ...]:
    """A single piece mostly; pairs, trees, initiative stacks and other piles otherwise. Bottom to top."""
    kind = rng.choice(["one", "two", "tree", "five", "pile"], p=[0.56, 0.2, 0.06, 0.11, 0.07])
    if kind == "one":
        return (_piece(rng, colours),)
    if kind == "two":
        return (_piece(rng, colours), _piece(rng, colours))
    if kind == "tree":
        return tuple(_piece(rng, colours, size) for size in (Size.LARGE, Size.MEDIUM, Size.SMALL))
    if kind == "five":
        size = Size(int(rng.integers(1, 4)))
        order = rng.permutation(len(colours))[:5]
        return tuple(Piece(size, colours[int(i)]) for i in order)
    return tuple(_piece(rng, colours) for _ in range(int(rng.integers(3, 6))))


def _flat_pieces(rng: np.random.Generator, colours: tuple[Colour, ...]) -> tuple[Piece, ...]:
    """A piece on its side.

    Sometimes a small or equal one over another's tip, as a call with a sacrifice lies.
    """
    outer = _piece(rng, colours)
    if rng.random() < 0.7:
        return (outer,)
    inner = _piece(rng, colours, Size(int(rng.integers(int(outer.size), 4))))
    return (inner, outer)


def _radius(unit: Unit) -> float:
    widest = max(BASE_MM[p.piece.size] for p in unit.pieces)
    if unit.posture is Posture.UPRIGHT:
        return widest * 0.62
    return max(p.lift_mm + HEIGHT_MM[p.piece.size] for p in unit.pieces) * 0.52


def _unit(rng: np.random.Generator, colours: tuple[Colour, ...], x: float, y: float, p_flat: float) -> Unit:
    if rng.random() < p_flat:
        return flat(x, y, _flat_pieces(rng, colours), float(rng.uniform(0, 360)))
    pieces = _pile(rng, colours)
    turns = tuple(float(rng.normal(0, 3)) for _ in pieces)
    return upright(x, y, pieces, float(rng.uniform(0, 90)), turns)


def scattered(rng: np.random.Generator, centre: np.ndarray, radius_mm: float) -> tuple[Unit, ...]:
    """Units strewn over a disc, not overlapping, a few touching."""
    colours, p_flat = _palette(rng), float(rng.choice([0.1, 0.35, 0.7]))
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
        if all(
            math.hypot(unit.x_mm - o.x_mm, unit.y_mm - o.y_mm) > _radius(unit) + _radius(o) + 1 for o in units
        ):
            units.append(unit)
        if len(units) == wanted:
            break
    return tuple(units)


def in_rows(rng: np.random.Generator, centre: np.ndarray, radius_mm: float) -> tuple[Unit, ...]:
    """Rows as on an Initiative table: inventories, plays with sacrifices, calls, and the initiative stack."""
    colours = _palette(rng)[:5]
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
                inner = (_piece(rng, colours),) if rng.random() < 0.35 else ()
                units.append(flat(px, py, (*inner, _piece(rng, colours, Size.SMALL)), float(heading % 360)))
            elif rng.random() < 0.22:
                units.append(
                    upright(px, py, (_piece(rng, colours), _piece(rng, colours)), float(rng.uniform(0, 90)))
                )
            else:
                units.append(upright(px, py, (_piece(rng, colours),), float(rng.uniform(0, 90))))
    if rng.random() < 0.7 and units:
        k = int(rng.integers(len(units)))
        size = Size(int(rng.integers(1, 4)))
        order = rng.permutation(len(colours))
        stack = tuple(Piece(size, colours[int(i)]) for i in order)
        turns = tuple(float(rng.normal(0, 2)) for _ in stack)
        units[k] = upright(units[k].x_mm, units[k].y_mm, stack, float(rng.uniform(0, 90)), turns)
    return tuple(units)


def stacked(rng: np.random.Generator, centre: np.ndarray, radius_mm: float) -> tuple[Unit, ...]:
    """Nearly nothing but stacks, upright and lying, that stand apart: the hard cases for the reader."""
    colours, units = _palette(rng), list[Unit]()
    for _ in range(70):
        x, y = centre[:2] + radius_mm * rng.uniform(-1, 1, 2)
        if rng.random() < 0.22:
            low = _piece(rng, colours)
            over = _piece(rng, colours, Size(int(rng.integers(1, int(low.size) + 1))))
            unit = flat(x, y, (low, over), float(rng.uniform(0, 360)))
        else:
            pieces = _pile(rng, colours)
            if len(pieces) == 1:
                pieces = (
                    pieces[0],
                    _piece(rng, colours, Size(int(rng.integers(1, int(pieces[0].size) + 1)))),
                )
            turns = tuple(float(rng.normal(0, 3)) for _ in pieces)
            unit = upright(x, y, pieces, float(rng.uniform(0, 90)), turns)
        if all(math.hypot(x - o.x_mm, y - o.y_mm) > _radius(unit) + _radius(o) + 1 for o in units):
            units.append(unit)
        if len(units) == 18:
            break
    return tuple(units)


def paired(rng: np.random.Generator, centre: np.ndarray, radius_mm: float) -> tuple[Unit, ...]:
    """Plays with sacrifices: pairs of all sizes, half of them of one colour, among single pieces."""
    colours, units = _palette(rng)[:5], list[Unit]()
    for _ in range(120):
        x, y = centre[:2] + radius_mm * rng.uniform(-1, 1, 2)
        low = _piece(rng, colours)
        over = _piece(rng, (low.colour,) if rng.random() < 0.5 else colours)
        pieces = (low,) if rng.random() < 0.2 else (low, over)
        unit = upright(
            x, y, pieces, float(rng.uniform(0, 90)), tuple(float(rng.normal(0, 3)) for _ in pieces)
        )
        if all(math.hypot(x - o.x_mm, y - o.y_mm) > _radius(unit) + _radius(o) + 4 for o in units):
            units.append(unit)
        if len(units) == 24:
            break
    return tuple(units)


KINDS: dict[str, Callable[[np.random.Generator, np.ndarray, float], tuple[Unit, ...]]] = {
    "scatter": scattered,
    "initiative": in_rows,
}


def clutter(
    rng: np.random.Generator, centre: np.ndarray, radius_mm: float, units: tuple[Unit, ...]
) -> list[Block]:
    """Cards, stones, dice, mugs, pens, phones and coins where there is room."""
    blocks = []
    for _ in range(int(rng.choice([0, 0, 1, 2, 4]))):
        kind = rng.choice(
            ["card", "stone", "die", "mug", "pen", "phone"], p=[0.3, 0.25, 0.15, 0.08, 0.12, 0.1]
        )
        rgb = tuple(float(v) for v in rng.uniform(0.02, 0.8, 3) * rng.choice([0.2, 1]))
        mesh, reach = {
            "card": (box(63, 88, 0.4), 55),
            "phone": (box(75, 150, 8), 85),
            "die": (box(16, 16, 16), 12),
            "stone": (revolved([(0.1, 0), (8, 0.5), (9, 3), (6, 6), (0.1, 7)]), 10),
            "pen": (box(9, 140, 8), 72),
            "mug": (revolved([(0.1, 0), (38, 0), (41, 95), (38, 95), (36, 10), (0.1, 10)]), 42),
        }[str(kind)]
        angle, distance = rng.uniform(0, 2 * math.pi), radius_mm * math.sqrt(rng.uniform(0.1, 1.2))
        at = centre[:2] + distance * np.array([math.cos(angle), math.sin(angle)])
        if all(math.hypot(at[0] - u.x_mm, at[1] - u.y_mm) > reach + _radius(u) for u in units):
            blocks.append(Block(moved(mesh, turn_z(float(rng.uniform(0, 360))), (at[0], at[1], 0.2)), rgb))
    return blocks


def hands(rng: np.random.Generator, centre: np.ndarray, radius_mm: float) -> list[Block]:
    """No hand, one or two, reaching in at random."""
    blocks: list[Block] = []
    for number in range(int(rng.choice([0, 1, 2], p=[0.6, 0.33, 0.07]))):
        pose = str(rng.choice(["pinch", "resting"], p=[0.7, 0.3]))
        side = rng.uniform(0, 360)
        at = centre[:2] + radius_mm * rng.uniform(-0.8, 0.8, 2)
        height = 0.0 if pose == "resting" else float(rng.choice([0, rng.uniform(5, 60)]))
        skin, sleeve = hand_and_sleeve(
            pose, (at[0], at[1], height), side, bool(rng.integers(2)), rng.uniform(4, 35)
        )
        tone = tuple(float(v * rng.uniform(0.85, 1.15)) for v in SKINS[int(rng.integers(len(SKINS)))])
        cuff = tone if rng.random() < 0.3 else tuple(float(v) for v in rng.uniform(0.02, 0.7, 3))
        blocks += [Block(skin, tone, number), Block(sleeve, cuff, number)]
    return blocks


WARMTH: tuple[RGB, ...] = ((1, 0.98, 0.95), (1, 0.82, 0.58), (1, 0.7, 0.42), (0.8, 0.92, 1.1), (1, 0.9, 0.75))


def light(rng: np.random.Generator) -> Light:
    """Window light, warm lamps, cool monitors.

    Mostly broad lobes of the sky; at times a lamp with harder shadows.
    """
    warmth = np.asarray(WARMTH[int(rng.integers(len(WARMTH)))], np.float32)
    sky = textures.sky(rng) * warmth ** rng.uniform(0, 1)
    for _ in range(int(rng.integers(1, 4))):
        sky = sky + textures.lobe(rng) * warmth
    angle, away, up = rng.uniform(0, 2 * math.pi), rng.uniform(100, 900), rng.uniform(500, 1300)
    edge = float(rng.choice([250, 700, 1300]))
    power = rng.uniform(0.3, 1.5) * (900 / edge) ** 2 if rng.random() < 0.3 else 0.002
    lamp = tuple(float(power * v) for v in warmth)
    return Light((away * math.cos(angle), away * math.sin(angle), up), (edge, edge), lamp, sky)


def held_out_light(rng: np.random.Generator) -> Light:
    """Rooms that nothing is trained under: a row of windows, strip lamps, tints between the trained ones."""
    tint = np.array([1, rng.uniform(0.72, 1.0), rng.uniform(0.5, 1.05)], np.float32)
    away = rng.uniform(-700, 700, 2)
    power = float(rng.uniform(0.2, 0.9))
    lamp = tuple(float(power * v) for v in tint)
    return Light(
        (float(away[0]), float(away[1]), float(rng.uniform(700, 1500))),
        (1200.0, 250.0),
        lamp,
        textures.window_row(rng) * tint,
    )


def camera(rng: np.random.Generator) -> View:
    """A webcam or phone over the table.

    20 to 85 degrees up, 45 to 85 degrees of view, 1.1 to 2.7 px a millimetre.
    """
    width, height = 1280, 720
    focal = width / 2 / math.tan(math.radians(rng.uniform(45, 85)) / 2)
    distance = focal / rng.uniform(1.15, 2.7)
    elevation = math.radians(rng.choice([rng.uniform(32, 65), rng.uniform(20, 85)], p=[0.7, 0.3]))
    azimuth = rng.uniform(0, 2 * math.pi)
    eye = distance * np.array(
        [
            math.cos(elevation) * math.cos(azimuth),
            math.cos(elevation) * math.sin(azimuth),
            math.sin(elevation),
        ]
    )
    return look_at(
        eye,
        np.array([rng.normal(0, 15), rng.normal(0, 15), 0]),
        focal,
        width,
        height,
        float(rng.normal(0, 4)),
    )


def _on_table(view: View, pixel: tuple[float, float]) -> np.ndarray:
    """Where the pixel's ray meets the table (mm), kept within 1.5 times the camera's distance."""
    ray = view.rotation.T @ np.linalg.inv(view.matrix) @ np.array([*pixel, 1.0])
    reach = 1.5 * np.linalg.norm(view.position) / np.linalg.norm(ray)
    step = min(reach, -view.position[2] / ray[2]) if ray[2] < -1e-6 else reach
    return view.position + step * ray


def _markers(
    rng: np.random.Generator, centre: np.ndarray, radius: float, units: tuple[Unit, ...]
) -> tuple[Marker, ...]:
    """Four markers: one in view and three about it, where nothing stands; else far aside."""
    spots = [centre + radius * rng.uniform(-1, 1, 2)]
    for angle in rng.uniform(0, 6.28, 3):
        away = np.array([math.cos(angle), math.sin(angle)])
        spots.append(centre + radius * rng.uniform(1.2, 2.0) * away)
    aside = centre + 3 * radius * np.array([1.0, 1.0])
    for i, spot in enumerate(spots):
        if any(math.hypot(spot[0] - u.x_mm, spot[1] - u.y_mm) < 38 + _radius(u) for u in units):
            spots[i] = aside + 120 * i
    return tuple(Marker(i, float(s[0]), float(s[1]), float(rng.uniform(0, 360))) for i, s in enumerate(spots))


def window_scene(
    rng: np.random.Generator,
    view: View,
    window: tuple[int, int, int, int],
    held_out: bool = False,
    kind: str | None = None,
) -> Scene:
    """A table filled where the window (x, y, width, height) of the view looks.

    ``held_out``: other tables and lights. ``kind``: "stacks", "pairs" or one of KINDS, else drawn from KINDS.
    """
    x, y, width, height = window
    centre = _on_table(view, (x + width / 2, y + height / 2))[:2]
    edge = _on_table(view, (x + width, y + height / 2))[:2]
    radius = float(np.clip(np.linalg.norm(edge - centre) * 0.95, 70, 260))
    kind = kind or str(rng.choice(list(KINDS), p=[0.55, 0.45]))
    units = {**KINDS, "stacks": stacked, "pairs": paired}[kind](rng, centre, radius)
    markers = _markers(rng, centre, radius, units)
    blocks = clutter(rng, centre, radius, units) + hands(rng, centre, radius)
    top, lights = textures.table_top(rng, held_out=held_out), held_out_light(rng) if held_out else light(rng)
    return Scene(
        kind,
        units,
        markers,
        tuple(blocks),
        top,
        float(rng.uniform(900, 1800)) * 2,
        float(rng.choice([0.0, 0.2, 0.6])),
        lights,
        1.0,
        tints(rng),
        opaque_set(rng),
        float(rng.uniform(0.06, 0.32)),
    )


def webcam_noise(rng: np.random.Generator, picture: np.ndarray, strength: float) -> np.ndarray:
    """Sensor noise: brightness-dependent grain and a little chroma blotch, uint8 in and out."""
    grain = rng.normal(0, 1, picture.shape).astype(np.float32)
    blotch = cv2.GaussianBlur(rng.normal(0, 1, picture.shape).astype(np.float32), (0, 0), 1.6) * 2.2
    scale = strength * (0.6 + 0.7 * np.sqrt(picture.astype(np.float32) / 255))
    return np.clip(picture + scale * (0.7 * grain + 0.5 * blotch), 0, 255).astype(np.uint8)
