"""Random table tops (wood, cloth, felt, stone, checks, prints) and skies.

Table tops are uint8 sRGB RGB (h,w,3), skies linear.
"""

from __future__ import annotations

import cv2
import numpy as np

SIZE = 768


def _noise(rng: np.random.Generator, cells_y: int, cells_x: int, size: int = SIZE) -> np.ndarray:
    """Smooth noise -1..1, (size,size)."""
    coarse = rng.uniform(-1, 1, (max(2, cells_y), max(2, cells_x))).astype(np.float32)
    return cv2.resize(coarse, (size, size), interpolation=cv2.INTER_CUBIC)


def fractal(rng: np.random.Generator, cells: int, octaves: int = 5) -> np.ndarray:
    """Fractal noise, about -1..1, (SIZE,SIZE): ``cells`` per side plus finer octaves."""
    return sum(_noise(rng, cells * 2**k, cells * 2**k) * 0.5**k for k in range(octaves)) / 1.8


def random_colour(rng: np.random.Generator, low: float, high: float, saturation: float) -> np.ndarray:
    """An RGB colour 0..255 of random hue, with value in [low, high]."""
    hsv = np.uint8(
        [[[rng.integers(0, 180), int(255 * rng.uniform(0, saturation)), int(rng.uniform(low, high))]]]
    )
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)[0, 0].astype(np.float32)


def _shade(base: np.ndarray, pattern: np.ndarray, strength: float) -> np.ndarray:
    return base[None, None, :] * (1 + strength * pattern[..., None])


def wood(rng: np.random.Generator) -> np.ndarray:
    """Planks with grain along x, in browns, greys or reds."""
    bases = np.array(
        [[196, 160, 110], [150, 105, 65], [110, 75, 50], [214, 190, 150], [90, 60, 45], [170, 150, 130]]
    )
    base = bases[rng.integers(len(bases))] * rng.uniform(0.8, 1.1) + rng.uniform(-12, 12, 3)
    stretch = rng.integers(2, 5)
    grain = _noise(rng, 160, stretch) * 0.6 + _noise(rng, 60, stretch) * 0.8 + _noise(rng, 14, 3) * 0.5
    picture = _shade(base, grain, rng.uniform(0.05, 0.16))
    planks = rng.integers(3, 9)
    for k in range(planks):
        rows = slice(k * SIZE // planks, (k + 1) * SIZE // planks)
        picture[rows] *= rng.uniform(0.9, 1.08)
        picture[rows.start : rows.start + 2] *= rng.uniform(0.55, 0.95)
    return picture


def cloth(rng: np.random.Generator) -> np.ndarray:
    """Plain or woven cloth, felt."""
    y, x = np.mgrid[0:SIZE, 0:SIZE]
    pitch = rng.uniform(2.5, 7)
    weave = np.sin(2 * np.pi * x / pitch) * np.sin(2 * np.pi * y / pitch) * rng.uniform(0, 1)
    pattern = weave + rng.normal(0, 0.5, (SIZE, SIZE)) + fractal(rng, 3)
    return _shade(random_colour(rng, 40, 235, 0.75), pattern, rng.uniform(0.03, 0.1))


def stone(rng: np.random.Generator) -> np.ndarray:
    """Marble, laminate, concrete."""
    veins = np.abs(fractal(rng, 3, 6)) ** 0.5
    return _shade(random_colour(rng, 60, 245, 0.25), veins - 0.5, rng.uniform(0.05, 0.35))


def checks(rng: np.random.Generator) -> np.ndarray:
    """Checked or striped cloth."""
    y, x = np.mgrid[0:SIZE, 0:SIZE]
    pitch, duty = rng.uniform(30, 120), rng.uniform(0.3, 0.7)
    across = ((x / pitch) % 1 < duty).astype(np.float32)
    along = ((y / pitch) % 1 < duty).astype(np.float32) * rng.integers(0, 2)
    mix = ((across + along) / 2)[..., None]
    a, b = random_colour(rng, 60, 245, 0.7), random_colour(rng, 60, 245, 0.7)
    return (a * mix + b * (1 - mix)) * (1 + 0.04 * rng.normal(0, 1, (SIZE, SIZE, 1)))


def printed(rng: np.random.Generator) -> np.ndarray:
    """A printed mat: blobs, lines, triangles and discs of many colours."""
    picture = np.tile(random_colour(rng, 50, 240, 0.5), (SIZE, SIZE, 1)).astype(np.float32)
    for _ in range(rng.integers(15, 60)):
        colour = tuple(float(v) for v in random_colour(rng, 30, 250, 0.9))
        centre = rng.integers(0, SIZE, 2)
        radius = int(rng.integers(8, 70))
        shape = rng.integers(3)
        if shape == 0:
            cv2.circle(
                picture,
                tuple(int(v) for v in centre),
                radius,
                colour,
                -1 if rng.random() < 0.5 else 3,
                cv2.LINE_AA,
            )
        elif shape == 1:
            cv2.fillPoly(
                picture,
                [(centre + rng.integers(-radius, radius, (3, 2))).astype(np.int32)],
                colour,
                cv2.LINE_AA,
            )
        else:
            end = centre + rng.integers(-200, 200, 2)
            cv2.line(
                picture,
                tuple(int(v) for v in centre),
                tuple(int(v) for v in end),
                colour,
                int(rng.integers(1, 8)),
                cv2.LINE_AA,
            )
    return cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.5, 2.5))


KINDS = {"wood": wood, "cloth": cloth, "stone": stone, "checks": checks, "printed": printed}


def tiles(rng: np.random.Generator) -> np.ndarray:
    """Glazed tiles with joints; kept for evaluation."""
    count = int(rng.integers(6, 16))
    cells = np.array([random_colour(rng, 70, 235, 0.3) * rng.uniform(0.9, 1.1) for _ in range(count * count)])
    picture = cv2.resize(
        cells.reshape(count, count, 3).astype(np.float32), (SIZE, SIZE), interpolation=cv2.INTER_NEAREST
    )
    pitch = SIZE / count
    y, x = np.mgrid[0:SIZE, 0:SIZE]
    joint = ((x % pitch) < 3) | ((y % pitch) < 3)
    return np.where(joint[..., None], 0.6 * picture, picture) * (1 + 0.05 * fractal(rng, 4))[..., None]


def newsprint(rng: np.random.Generator) -> np.ndarray:
    """Sheets of paper with lines of print and pictures; kept for evaluation."""
    picture = np.tile(random_colour(rng, 190, 240, 0.12), (SIZE, SIZE, 1)).astype(np.float32)
    step = int(rng.integers(5, 9))
    for top in range(4, SIZE - step, step):
        for left in range(6, SIZE, 96):
            for word in range(left, left + int(rng.integers(40, 88)), 9):
                picture[top : top + step // 2, word : word + int(rng.integers(3, 8))] *= rng.uniform(0.3, 0.7)
    for _ in range(int(rng.integers(2, 7))):
        y, x = rng.integers(0, SIZE - 120, 2)
        picture[y : y + 100, x : x + 120] = random_colour(rng, 40, 200, 0.6) * (
            1 + 0.3 * fractal(rng, 4)[:100, :120, None]
        )
    return cv2.warpAffine(
        picture,
        cv2.getRotationMatrix2D((SIZE / 2, SIZE / 2), rng.uniform(0, 90), 1.3),
        (SIZE, SIZE),
        borderMode=cv2.BORDER_REFLECT,
    )


def terrazzo(rng: np.random.Generator) -> np.ndarray:
    """Chips of stone in cement; kept for evaluation."""
    picture = np.tile(random_colour(rng, 90, 230, 0.15), (SIZE, SIZE, 1)).astype(np.float32)
    for _ in range(900):
        at, radius = rng.integers(0, SIZE, 2), int(rng.integers(2, 9))
        corners = at + rng.integers(-radius, radius + 1, (5, 2))
        cv2.fillConvexPoly(
            picture,
            cv2.convexHull(corners.astype(np.int32)),
            tuple(map(float, random_colour(rng, 40, 240, 0.4))),
        )
    return picture


HELD_OUT = {"tiles": tiles, "newsprint": newsprint, "terrazzo": terrazzo}


def table_top(rng: np.random.Generator, kind: str | None = None, held_out: bool = False) -> np.ndarray:
    """A table top of the given or a random kind; ``held_out``: of the kinds reserved for evaluation."""
    if held_out:
        kind = kind or str(rng.choice(list(HELD_OUT)))
    kind = kind or str(rng.choice(list(KINDS), p=[0.36, 0.26, 0.16, 0.1, 0.12]))
    return np.clip((HELD_OUT | KINDS)[kind](rng), 4, 250).astype(np.uint8)


def sky(rng: np.random.Generator) -> np.ndarray:
    """A room as seen from the table: walls, ceiling, a few bright windows or lamps. Linear (32,64,3)."""
    height, width = 32, 64
    tint = np.array([1, rng.uniform(0.8, 1), rng.uniform(0.55, 1.05)])
    rows = np.linspace(rng.uniform(0.5, 1.8), rng.uniform(0.15, 0.5), height)[:, None, None]
    room = rows * tint * (1 + 0.3 * cv2.resize(rng.uniform(-1, 1, (3, 6, 1)), (width, height))[..., None])
    for _ in range(rng.integers(0, 5)):
        y, x = rng.integers(0, 14), rng.integers(0, width)
        h, w = rng.integers(2, 7), rng.integers(2, 10)
        glow = np.array([1, rng.uniform(0.85, 1), rng.uniform(0.6, 1.2)]) * rng.uniform(1, 5)
        room[y : y + h, x : x + w] = glow
    return room.astype(np.float32)


def window_row(rng: np.random.Generator) -> np.ndarray:
    """A dim room with a row of bright windows and a strip of lamps, linear (32,64,3); kept for evaluation."""
    room = np.full((32, 64, 3), rng.uniform(0.2, 0.6), np.float32) * np.linspace(1.2, 0.4, 32)[:, None, None]
    start, cool = int(rng.integers(0, 40)), np.array([rng.uniform(0.8, 1), rng.uniform(0.9, 1), 1.0])
    for k in range(int(rng.integers(2, 5))):
        room[8:14, start + 5 * k : start + 5 * k + 4] = cool * rng.uniform(2, 6)
    room[1:4, int(rng.integers(0, 40)) :][:, :20] = np.array([1, 0.9, rng.uniform(0.6, 0.95)]) * rng.uniform(
        1, 4
    )
    return room


def lobe(rng: np.random.Generator) -> np.ndarray:
    """A lamp or bright window as a broad lobe above the horizon, linear (32,64,1)."""
    height, width = 32, 64
    elevation, azimuth = (
        np.pi / 2 * (1 - (np.arange(height) + 0.5) / height * 2),
        np.arange(width) / width * 2 * np.pi,
    )
    at, toward = rng.uniform(0.35, 1.5), rng.uniform(0, 2 * np.pi)
    cosine = (
        np.sin(elevation)[:, None] * np.sin(at)
        + np.cos(elevation)[:, None] * np.cos(at) * np.cos(azimuth - toward)[None, :]
    )
    sharp = float(np.exp(rng.uniform(np.log(6), np.log(60))))
    return (rng.uniform(0.15, 0.5) * sharp**0.7 * np.exp(sharp * (cosine - 1)))[..., None].astype(np.float32)
