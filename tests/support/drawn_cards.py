"""Cards drawn on many grounds, as a camera sees them."""

from __future__ import annotations

import math

import cv2
import numpy as np

from arbiter.games.logistics.card_grid import CardGrid
from engine.game import Seat
from tests.support.cameras import look_at
from vision.cards.cards import Card

VIEW = look_at((60, -600, 540), (0, 0, 0), 58, 1280, 720, 2)
WHITE, GREEN, RED, INK = (226, 231, 233), (60, 110, 40), (50, 40, 150), (40, 35, 160)
MIDDLES = [(x, y) for y in (-58.0, 56.0) for x in (-114.0, -38.0, 38.0, 114.0)]
Picture = np.ndarray


def plain(bgr: tuple[int, int, int]) -> Picture:
    return np.tile(np.uint8(bgr), (720, 1280, 1))


def cloth(bgr: tuple[int, int, int], pitch_mm: float, turn_deg: float) -> Picture:
    """A chequered cloth: white, half and full colour, its lines rotated against the cards."""
    y, x = np.mgrid[0:720, 0:1280]
    at = VIEW.to_table(np.stack([x.ravel(), y.ravel()], 1).astype(float))
    turn = math.radians(turn_deg)
    u, v = at @ (math.cos(turn), math.sin(turn)), at @ (-math.sin(turn), math.cos(turn))
    share = ((u // pitch_mm % 2) + (v // pitch_mm % 2)) / 2
    return np.nan_to_num(235 - share[:, None] * (235 - np.array(bgr))).reshape(720, 1280, 3).astype(np.uint8)


def wood() -> Picture:
    """Planks: long dark lines that run as the rows do."""
    picture = plain((70, 105, 140))
    for y in range(-400, 500, 70):
        line = VIEW.project(np.array([(-500.0, y, 0), (500.0, y, 0)]))
        if np.isfinite(line).all():
            cv2.line(picture, *np.int32(np.clip(line, -5000, 5000)).tolist(), (30, 50, 70), 3, cv2.LINE_AA)
    return picture


def blotches() -> Picture:
    """A white cloth printed all over with green-rimmed purple blotches."""
    y, x = np.mgrid[0:720, 0:1280]
    at = VIEW.to_table(np.stack([x.ravel(), y.ravel()], 1).astype(float))
    rough = np.random.default_rng(5).normal(0, 1, (200, 200)).astype(np.float32)
    smooth = cv2.GaussianBlur(rough, (0, 0), 1.5)
    where = np.nan_to_num(at / 2.0 % 199.0).astype(np.float32).reshape(720, 1280, 2)
    height = cv2.remap(
        smooth / smooth.std(), where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP
    )
    picture = plain((216, 221, 223))
    picture[height > 0.6] = (130, 150, 60)
    picture[height > 1.0] = (130, 90, 140)
    return picture


def tiles(pitch_mm: float = 46.0, joint_mm: float = 3.0) -> Picture:
    """Pale tiles of four tints with grey joints, nearly along the rows; two are as large as a card."""
    y, x = np.mgrid[0:720, 0:1280]
    at = VIEW.to_table(np.stack([x.ravel(), y.ravel()], 1).astype(float))
    turn = math.radians(2.0)
    across = np.stack([at @ (math.cos(turn), math.sin(turn)), at @ (-math.sin(turn), math.cos(turn))], 1)
    cells = np.nan_to_num(across // pitch_mm).astype(int)
    tints = np.array([(200, 192, 205), (214, 222, 236), (228, 234, 240), (206, 196, 196)])
    picture = tints[(cells[:, 0] * 7 + cells[:, 1] * 5 + cells[:, 0] * cells[:, 1] * 3) % 4]
    picture[(np.nan_to_num(across) % pitch_mm < joint_mm).any(1)] = (150, 155, 158)
    return picture.reshape(720, 1280, 3).astype(np.uint8)


def stripes(pitch_mm: float = 160.0, wide_mm: float = 14.0, turn_deg: float = 8.0) -> Picture:
    """A white linen, as white as cards, with a few coloured stripes and its weave along and across them."""
    y, x = np.mgrid[0:720, 0:1280]
    at = VIEW.to_table(np.stack([x.ravel(), y.ravel()], 1).astype(float))
    turn = math.radians(turn_deg)
    u, v = at @ (math.cos(turn), math.sin(turn)), at @ (-math.sin(turn), math.cos(turn))
    threads = np.random.default_rng(3).normal(0, 3, (2, 4096))
    weave = (threads[k][np.nan_to_num(w / 2.0).astype(int) % 4096] for k, w in enumerate((u, v)))
    picture = np.array(WHITE) - 2.0 + sum(weave)[:, None]
    for k, colour in enumerate(((40, 20, 100), (30, 100, 110), (60, 20, 90))):
        picture[np.abs(np.nan_to_num(v) % pitch_mm - 45.0 * k - 12.0) < wide_mm / 2] = colour
    return np.clip(picture, 0, 255).reshape(720, 1280, 3).astype(np.uint8)


GROUNDS = {
    "pale green": lambda: plain((196, 222, 200)),
    "white": lambda: plain((218, 222, 224)),
    "black": lambda: plain((24, 24, 26)),
    "wood": wood,
    "blue checks": lambda: cloth((150, 60, 40), 25.0, 0.0),
    "blotches": blotches,
    "tiles": tiles,
    "red checks, turned": lambda: cloth((50, 40, 150), 21.0, 20.0),
}


def fill(picture: Picture, at: Card, colour: tuple[int, int, int]) -> None:
    seen = VIEW.project(np.column_stack([at.corners, np.zeros(4)]))
    cv2.fillConvexPoly(picture, np.round(seen * 16).astype(np.int32), colour, cv2.LINE_AA, 4)


def lay(picture: Picture, x: float, y: float, turn_deg: float, face: bool) -> None:
    """Draw a poker card: a face with a few pips, or a back with a lattice inside a white rim of 4 mm."""
    fill(picture, Card(x, y, turn_deg, 63.0, 88.0), WHITE)
    if face:
        for dx, dy in ((0, 0), (12, 20), (-12, -20)):
            fill(picture, Card(x + dx, y + dy, turn_deg, 9.0, 9.0), INK)
        return
    fill(picture, Card(x, y, turn_deg, 55.0, 80.0), RED)
    for step in range(-24, 25, 6):
        fill(picture, Card(x + step, y, 45.0, 1.2, 20.0), (120, 110, 190))


def noisy(picture: Picture, seed: int) -> Picture:
    noise = np.random.default_rng(seed).normal(0, 3, picture.shape)
    return np.clip(cv2.GaussianBlur(picture, (0, 0), 0.8) + noise, 0, 255).astype(np.uint8)


def off_mm(grid: CardGrid, middles: list[tuple[float, float]]) -> float:
    """The largest distance of a card from its true place."""
    places = [grid.place(seat, card) for seat in Seat for card in range(1, grid.count + 1)]
    return max(min(math.dist(place, middle) for middle in middles) for place in places)
