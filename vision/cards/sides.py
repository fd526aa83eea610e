"""Finds cards in the table seen from above, from the visible parts of their sides.

Edges vote for rectangles of a card's size, at any place and angle. Those with the most votes are examined
closely, and also those with the most votes after subtracting the edges in their rims: on a cloth with a print
all over, any rectangle gets votes, but only a card is plain along its sides. A side counts by the part of it
along which a rim of one colour borders on something else: on the ground outside or, on a ground of the same
colour, on the print inside. So a half hidden side counts half, and the lines of a chequered cloth, whose
colours change along them, do not count.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.from_above import Floats, FromAbove

Singles = NDArray[np.float32]
SIZES_MM = ((61.0, 88.0), (73.0, 123.0))
"""Short and long sides in search: poker and bridge cards; tarot cards and index cards of 3 by 5 inches."""
CALM_PX = 0.9
"""Width of the Gaussian against noise before the search for edges."""
LEAST_STEP, OVER_MEDIAN = 10.0, 1.5
"""An edge's least slope (Sobel), absolute and relative to the median pixel."""
MOST_EDGES = 60_000
CELL_MM = 3.0
TURN_STEP_DEG, OFF_DEG = 5.0, 12.0
"""Step between the angles in search, and largest deviation of an edge from the direction of a side."""
STRAIGHT_PART = 0.86
"""Straight share of a side: corners are round."""
WHITE, LIGHT_COUNTS = 0.6, 3
"""Least brightness of white relative to the whitest, and the weight of an edge beside it."""
LEAST_VOTES = 1.0, 0.3
"""Least votes (4.0 are four full sides), before and after subtracting the rims."""
PER_TURN, MOST = 48, (110, 60)
"""Number of cards examined closely: per angle and size; in all, by votes before and after subtracting the
rims."""
BUSY, INSET_CELLS = 2.5, 2
"""Weight of a rim full of edges relative to a full side, and its distance from the side."""
APART_MM = 15.0
"""Least distance between the middles of two cards,"""
LIKE_MM = 25.0
"""to which a half turn between them adds twice this, and longer sides add too."""
SAMPLES = 12
"""Samples along a side."""
REACH_MM, RIM_MM, RIM_WIDE_MM = 6, 1.5, 3.0
"""Search distance of a side from its expected place, distance inside and outside of it at which colours are
compared, and width of rims."""
SLOPES_DEG = (-3.0, 0.0, 3.0)
"""Angles of a side relative to the card."""
ALIKE, ALIKE_PART = 7.0, 0.05
"""Largest variation of the rim's colour along a side, absolute (0..255) and relative."""
OTHER = 1.2
"""Least difference of another colour, relative to that."""
SOFT_STEP, SOFT_PART, SOFT_COUNTS = 9.0, 0.45, 0.85
"""A softer step, if uniform along the side: least size (0..255), share of it by which a sample must be on its
own side, and weight relative to a plain step."""
WITHIN, PER_MM = 0.9, 0.012
"""Weight of an edge inside the rim relative to the rim's own; penalty per mm off the expected place."""
DARK, LIGHT, DARK_COUNTS = 0.3, 0.7, 0.65
"""Brightness, relative to the table's brightest, up to which a rim is dark and from which on it is light;
weight of a dark one."""
SIZE_OFF_MM = 4.0
"""Largest difference of a card's sides from a size in search."""
MOSTLY = 0.4
"""Least visible share of a side that determines the card's place."""
BEYOND_MM, SHIFTS_MM = (5.0, 9.0, 13.0, 17.0), (-2.0, -1.0, 0.0, 1.0, 2.0)
"""Where a side's edge is looked for beyond its end, along it and across: a card ends, a joint of tiles goes
on."""
LIKE_STEP, PLAIN_STEP = (0.3, 2.5), 16.0
"""Least and largest step across such an edge relative to the side's own, and its least step (0..255)."""
GOES_ON, RUNS_COST = 0.7, 0.5
"""Share of the places beyond a side's ends at which its edge goes on, and cost if all four sides go on."""


@dataclass(frozen=True, eq=False)
class Outlines:
    """Rectangles on the table: ``middles`` (N, 2) mm, ``turns`` (N,) degrees of the long side, ``sizes``
    (N, 2) mm short and long, and their evidence, ``weights`` (N,).
    """

    middles: Floats
    turns: Floats
    sizes: Floats
    weights: Floats

    @property
    def rows(self) -> Floats:
        """All fields (N, 6), in this order."""
        return np.column_stack([self.middles, self.turns, self.sizes, self.weights])

    def apart(self, most: int) -> Outlines:
        """The ``most`` with the highest weights, without those like another in place, angle and size."""
        order = np.argsort(-self.weights, kind="stable")
        turn = np.radians(2 * self.turns)
        unlike = np.column_stack([np.cos(turn), np.sin(turn)]) * LIKE_MM, self.sizes[:, 1:]
        place = np.column_stack([self.middles, *unlike])[order]
        free, kept = np.ones(len(order), bool), list[int]()
        for k in range(len(order)):
            if len(kept) == most:
                break
            if free[k]:
                kept.append(int(order[k]))
                free &= ((place - place[k]) ** 2).sum(1) > APART_MM**2
        return Outlines(self.middles[kept], self.turns[kept], self.sizes[kept], self.weights[kept])


@dataclass(frozen=True, eq=False)
class _Lines:
    """The edges of sides: their ``middles`` (N, 4, 2) mm, unit vectors ``along`` and ``outward`` (N, 4, 2),
    ``lengths`` (N, 4) mm and ``slopes`` (N, 4) degrees against ``along``."""

    middles: Floats
    along: Floats
    outward: Floats
    lengths: Floats
    slopes: Floats


def outlines(above: FromAbove) -> Generator[None, None, Outlines]:
    """Finds the cards in a table seen from above, in three steps of about the same cost; returns them with
    the visible share of their sides (0..1), clearest first."""
    white = whitest(above)
    voted = yield from _voted(*_edges(above, white))
    yield
    return fitted_to_sides(above, voted).apart(sum(MOST)) if len(voted.turns) else voted


def whitest(above: FromAbove) -> float:
    """The darkest channel's brightness in the whitest part of the table, 0..255."""
    shown = above.image_bgr[::6, ::6][above.seen[::6, ::6]]
    return max(30.0, float(np.quantile(shown.min(-1), 0.98))) if len(shown) else 255.0


def _edges(above: FromAbove, white: float) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Places (N, 2) mm of edges in any channel, directions (N,) degrees towards their brighter flanks, and
    whether these are white (N,).
    """
    calm = cv2.GaussianBlur(above.image_bgr, (0, 0), CALM_PX)
    slopes = cv2.Sobel(calm, cv2.CV_16S, 1, 0), cv2.Sobel(calm, cv2.CV_16S, 0, 1)
    steep = np.abs(slopes[0]) + np.abs(slopes[1])
    x, y, best = slopes[0][..., 0], slopes[1][..., 0], steep[..., 0]
    for channel in (1, 2):
        better = steep[..., channel] > best
        x = np.where(better, slopes[0][..., channel], x)
        y = np.where(better, slopes[1][..., channel], y)
        best = np.maximum(best, steep[..., channel])
    middling = float(np.median(best[::4, ::4][above.seen[::4, ::4]])) if above.seen[::4, ::4].any() else 0.0
    low = max(LEAST_STEP, OVER_MEDIAN * middling)
    found = cv2.Canny(x, y, low, 1.5 * low)
    inside = cv2.erode(above.seen.astype(np.uint8), np.ones((9, 9), np.uint8))
    rows, columns = np.nonzero((found > 0) & (inside > 0))
    if len(rows) > MOST_EDGES:
        steepest = np.argpartition(-best[rows, columns], MOST_EDGES)[:MOST_EDGES]
        rows, columns = rows[steepest], columns[steepest]
    places = above.corner + above.mm * np.column_stack([columns, rows])
    beside = cv2.dilate(calm.min(-1), np.ones((5, 5), np.uint8))
    light = beside[rows, columns] > WHITE * white
    return places, np.degrees(np.arctan2(y[rows, columns], x[rows, columns]).astype(float)), light


def _voted(places: Floats, ways: Floats, light: NDArray[np.bool_]) -> Generator[None, None, Outlines]:
    """Returns, in two steps, the rectangles that edges (N, 2) mm with their directions (N,) degrees vote for,
    with more weight for edges beside white, as cards are white along their sides; also those with a plain
    rim."""
    found = [np.zeros((0, 6))], [np.zeros((0, 6))]
    middle = (places.min(0) + places.max(0)) / 2 if len(places) else np.zeros(2)
    turns = np.arange(0.0, 90.0, TURN_STEP_DEG)
    for number, turn in enumerate(turns):
        if number == len(turns) // 2:
            yield
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        axes = np.array([[cos, -sin], [sin, cos]])
        quarters = (ways - turn) / 90.0
        sides = np.rint(quarters)
        near = np.abs(quarters - sides) < OFF_DEG / 90.0
        if near.sum() < SAMPLES:
            continue
        local = (places - middle) @ axes
        low = local.min(0) - 2 * CELL_MM
        cells = np.rint((local - low) / CELL_MM).astype(int)
        for lying, size, votes, plain in _votes(cells, near, sides.astype(int) % 4, light):
            for kind, weights in enumerate((votes, plain)):
                ys, xs = _peaks(weights, LEAST_VOTES[kind])
                at = (low + CELL_MM * np.column_stack([xs, ys])) @ axes.T + middle
                facts = np.tile((turn if lying else turn + 90.0, *size), (len(xs), 1))
                found[kind].append(np.column_stack([at, facts, weights[ys, xs]]))
    every = [outlines_of(np.concatenate(rows)).apart(most) for rows, most in zip(found, MOST, strict=True)]
    return outlines_of(np.concatenate([each.rows for each in every]))


def outlines_of(rows: Floats) -> Outlines:
    """Outlines from the ``rows`` of others (N, 6)."""
    return Outlines(rows[:, :2], rows[:, 2], rows[:, 3:5], rows[:, 5])


def _votes(
    cells: NDArray[np.int_], near: NDArray[np.bool_], sides: NDArray[np.int_], light: NDArray[np.bool_]
) -> Iterator[tuple[bool, tuple[float, float], Singles, Singles]]:
    """Votes (H, W) of 0 to 4 sides for an upright or lying rectangle of each size in the middle of each cell,
    and the same minus the edges in its rim.

    ``cells`` (N, 2) are the edges' places, ``sides`` (N,) the quarters of their brighter flanks, which are
    the same along a side. Only edges ``near`` (N,) the direction of a side vote; ``light`` ones (N,) count
    more.
    """
    wide, high = cells.max(0) + 3
    place = cells[:, 1] * wide + cells[:, 0]
    index = sides * (high * wide) + place
    maps = np.zeros(4 * high * wide, np.uint8)
    maps[index[near]] = 1
    maps[index[near & light]] = LIGHT_COUNTS
    maps = maps.reshape(4, high, wide)
    busy = np.zeros(high * wide, np.uint8)
    busy[place] = 1
    busy = busy.reshape(high, wide)
    upright = [np.asarray(cv2.dilate(maps[k], np.ones((1, 2), np.uint8)), np.uint8) for k in (0, 2)]
    level = [np.asarray(cv2.dilate(maps[k], np.ones((2, 1), np.uint8)), np.uint8) for k in (1, 3)]
    for short, long in SIZES_MM:
        for lying, (w, h) in ((False, (short, long)), (True, (long, short))):
            dx, dy = round(w / 2 / CELL_MM), round(h / 2 / CELL_MM)
            votes, rims = np.zeros((high, wide), np.float32), np.zeros((high, wide), np.float32)
            for pair, length, shift, along in ((upright, h, (0, dx), 1), (level, w, (dy, 0), 0)):
                cover, held = _covered(pair, length, bool(along)), _held(busy, length, bool(along))
                for sign in (1, -1):
                    _add(votes, cover, (sign * shift[0], sign * shift[1]))
                    inner = (sign * max(0, shift[0] - INSET_CELLS), sign * max(0, shift[1] - INSET_CELLS))
                    _add(rims, held, inner)
            yield lying, (short, long), votes, votes - np.float32(BUSY) * rims


def _covered(pair: list[NDArray[np.uint8]], length_mm: float, upright: bool) -> Singles:
    """The share of a side around each cell that is covered by edges, one cell to either side included."""
    count = max(1, round(STRAIGHT_PART * length_mm / CELL_MM))
    size = (1, count) if upright else (count, 1)
    sums = [cv2.boxFilter(one, -1, size, normalize=False, borderType=cv2.BORDER_CONSTANT) for one in pair]
    wider = np.ones((1, 3) if upright else (3, 1), np.uint8)
    return cv2.dilate(np.maximum(*sums), wider).astype(np.float32) / np.float32(count * LIGHT_COUNTS)


def _held(busy: NDArray[np.uint8], length_mm: float, upright: bool) -> Singles:
    """The share of a line of this length around each cell that is covered by edges of any direction."""
    count = max(1, round(STRAIGHT_PART * length_mm / CELL_MM))
    size = (1, count) if upright else (count, 1)
    sums = cv2.boxFilter(busy, -1, size, normalize=False, borderType=cv2.BORDER_CONSTANT)
    return sums.astype(np.float32) / np.float32(count)


def _add(votes: Singles, cover: Singles, shift: tuple[int, int]) -> None:
    """Add to each cell the value that is ``shift`` (rows, columns) from it."""
    (high, wide), (dy, dx) = votes.shape, shift
    if abs(dy) < high and abs(dx) < wide:
        into = votes[max(0, -dy) : high - max(0, dy), max(0, -dx) : wide - max(0, dx)]
        into += cover[max(0, dy) : high + min(0, dy), max(0, dx) : wide + min(0, dx)]


def _peaks(votes: Singles, least: float) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """Rows and columns of the local maxima above ``least``, highest first."""
    highest = cv2.dilate(votes, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((votes >= highest) & (votes > least))
    top = np.argsort(-votes[rows, columns], kind="stable")[:PER_TURN]
    return rows[top], columns[top]


def fitted_to_sides(above: FromAbove, cards: Outlines) -> Outlines:
    """The cards fitted to their sides, weighted by the visible part of them."""
    turn = np.radians(cards.turns)
    long = np.stack([np.cos(turn), np.sin(turn)], -1)
    short = np.stack([long[:, 1], -long[:, 0]], -1)
    outward = np.stack([short, long, -short, -long], 1)
    along = np.stack([long, -short, -long, short], 1)
    half = np.tile(cards.sizes / 2, 2)
    lengths = np.tile(cards.sizes[:, ::-1], 2)
    share = ((np.arange(SAMPLES) + 0.5) / SAMPLES - 0.5) * STRAIGHT_PART
    offsets = np.arange(-REACH_MM - 3.0, REACH_MM + 3.5)
    spots = (
        cards.middles[:, None, None, None]
        + outward[:, :, None, None] * (half[:, :, None, None] + offsets)[..., None]
        + along[:, :, None, None] * (lengths[:, :, None] * share)[..., None, None]
    )
    colours = np.moveaxis(above.colours(spots), -1, 0)
    colours[:, ~above.in_view(spots[:, :, :, len(offsets) // 2])] = np.nan
    parts, off, slopes, rims, edges = _sides(colours, lengths[..., None] * share)
    lines = _Lines(
        cards.middles[:, None] + outward * (half + edges)[..., None], along, outward, lengths, slopes
    )
    clear = parts.mean(1) * _lightness(above, rims) * _ended(above, lines, parts)
    dx, wider = _between(parts[:, 0::2], off[:, 0::2])
    dy, longer = _between(parts[:, 1::2], off[:, 1::2])
    middles = cards.middles + dx[:, None] * short + dy[:, None] * long
    turns = (cards.turns + (parts * slopes).sum(1) / (parts.sum(1) + 1e-6)) % 180.0
    return Outlines(middles, turns, cards.sizes + np.stack([wider, longer], 1), clear)


def _sides(colours: Singles, along_mm: Floats) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """The best place of each side: its visible share (N, 4), outward shift (N, 4) mm, slope (N, 4) degrees,
    the lightness of the lighter flank, 0..255 (N, 4), and the outward shift of the edge itself (N, 4) mm.

    ``colours`` (3, N, 4, S, O) at samples along a side and mm across it, NaN out of view; ``along_mm`` (N, 4,
    S) from the side's middle.
    """
    count = colours.shape[-1]
    places = np.arange(count - 3) - (count - 1) / 2 + RIM_MM
    best, at, tilt, light, edge = (np.zeros(colours.shape[1:3]) for _ in range(5))
    for slope in SLOPES_DEG:
        moved = np.rint(math.tan(math.radians(slope)) * along_mm).astype(int)
        index = np.clip(np.arange(count) + moved[..., None], 0, count - 1)
        straight = np.take_along_axis(colours, index[None], axis=4)
        middling = np.sort(straight, axis=3)[:, :, :, SAMPLES // 2]  # NaN come last
        inside, outside = slice(None, -3), slice(3, None)
        flanks = middling[..., inside].min(0), middling[..., outside].min(0)
        for rim, beyond, counts in ((inside, outside, 1.0), (outside, inside, WITHIN)):
            part = counts * _bordered(straight, middling, rim, beyond) - PER_MM * np.abs(places)
            top = part[:, :, 2:-2].argmax(-1)[..., None] + 2
            value = np.take_along_axis(part, top, -1)[..., 0]
            better = value > best
            best, tilt = np.where(better, value, best), np.where(better, slope, tilt)
            inner, outer = (np.take_along_axis(flank, top, -1)[..., 0] for flank in flanks)
            within = RIM_WIDE_MM * (outer > inner + ALIKE)  # if the outside is lighter, it is the rim
            edge = np.where(better, places[top[..., 0]], edge)
            at = np.where(better, edge + within, at)
            light = np.where(better, np.maximum(inner, outer), light)
    return best, at, tilt, light, edge


def _bordered(colours: Singles, middling: Singles, rim: slice, beyond: slice) -> Floats:
    """The share (N, 4, O') of a side's samples with the rim's colour on one flank and another beyond it."""
    colour = middling[..., rim]
    alike = ALIKE + ALIKE_PART * colour.mean(0)[:, :, None]
    within = colours[..., rim] - colour[:, :, :, None]
    beside = colours[..., beyond] - colour[:, :, :, None]
    near, far = np.abs(within), np.abs(beside)
    same = np.maximum(np.maximum(near[0], near[1]), near[2]) < alike
    other = np.maximum(np.maximum(far[0], far[1]), far[2]) > OTHER * alike
    softly = SOFT_COUNTS * _softly(within, beside, middling[..., beyond] - colour)
    return np.asarray(np.maximum((same & other).sum(2), softly) / colours.shape[3])


def _softly(within: Singles, beside: Singles, step: Singles) -> Floats:
    """The number of samples (N, 4, O') with a small ``step`` (3, N, 4, O') from the rim's colour in the same
    direction as the whole side's: a white card on white cloth has such sides, as plain to the eye as others.

    ``within`` and ``beside`` (3, N, 4, S, O') are the differences of both flanks from the rim's colour.
    """
    size = np.sqrt((step**2).sum(0))
    way = (step / np.maximum(size, 1e-3))[:, :, :, None]
    own, other = (way * within).sum(0), (way * beside).sum(0)
    small = size[:, :, None]
    counts = (np.abs(own) < SOFT_PART * small) & (other > SOFT_PART * small) & (small > SOFT_STEP)
    return np.asarray(counts.sum(2))


def _lightness(above: FromAbove, rims: Floats) -> Floats:
    """The cards' weights by the lightness of their rims (N, 4): cards are white along their sides."""
    light = np.median(rims, axis=1) / whitest(above)
    return DARK_COUNTS + (1 - DARK_COUNTS) * np.clip((light - DARK) / (LIGHT - DARK), 0.0, 1.0)


def _ended(above: FromAbove, sides: _Lines, parts: Floats) -> Floats:
    """The cards' weights (N,) by the ends of their sides, of which ``parts`` (N, 4) are visible: a card's
    edges end at its corners, or two go on in its neighbours', while all joints around tiles go on."""
    within = sides.lengths[..., None] * (STRAIGHT_PART * (np.arange(SAMPLES) / (SAMPLES - 1) - 0.5))
    own = np.median(_steps(above, sides, within, 0.0), axis=2, keepdims=True)
    size = np.maximum((own**2).sum(-1), 1.0)
    past = sides.lengths[..., None] / 2 + np.array(BEYOND_MM)
    ends = np.concatenate([-past, past], -1)
    alike = np.stack([(_steps(above, sides, ends, shift) * own).sum(-1) / size for shift in SHIFTS_MM])
    on = ((alike > LIKE_STEP[0]) & (alike < LIKE_STEP[1])).any(0).mean(2) > GOES_ON
    on &= size[..., 0] > PLAIN_STEP**2
    runs = (on * parts).sum(1) / (parts.sum(1) + 1e-6)
    return np.asarray(1.0 - RUNS_COST * np.clip(2.0 * runs - 1.0, 0.0, 1.0))


def _steps(above: FromAbove, sides: _Lines, along_mm: Floats, shift_mm: float) -> Floats:
    """The change of colour outwards (N, 4, S, 3) across sides at places ``along_mm`` (N, 4, S) from their
    middles, ``shift_mm`` outside of them."""
    out = np.tan(np.radians(sides.slopes))[..., None] * along_mm + shift_mm
    at = sides.middles[:, :, None] + sides.along[:, :, None] * along_mm[..., None]
    flanks = [at + sides.outward[:, :, None] * (out + rim)[..., None] for rim in (-RIM_MM, RIM_MM)]
    return np.asarray(above.colours(flanks[1]) - above.colours(flanks[0]), float)


def _between(parts: Floats, off: Floats) -> tuple[Floats, Floats]:
    """The shift of the middle between opposite sides (N, 2) and the increase of their distance (mm)."""
    both = (parts > MOSTLY).all(1)
    weights = parts**2 + 1e-3
    one = (weights[:, 0] * off[:, 0] - weights[:, 1] * off[:, 1]) / weights.sum(1)
    wider = np.clip(off.sum(1), -SIZE_OFF_MM, SIZE_OFF_MM)
    return np.where(both, (off[:, 0] - off[:, 1]) / 2, one), np.where(both, wider, 0.0)
