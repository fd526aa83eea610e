"""Renders films frame by frame: still tables, and a hand reaching in for every move.

A still table is rendered once, and afterwards only where something changed. Frames with a hand are rendered
at half size and composited over the still table where they differ from it. Every frame gets sensor noise.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from datasets.film.beats import Beat
from datasets.picture.build import white_paper
from datasets.picture.drawn_hand import draw_over
from datasets.picture.render import PAPER, Backdrop, Studio, developed
from datasets.picture.sensor import FilmGrain
from datasets.picture.windows import differing, merged
from datasets.scene.hand import hand_and_sleeve
from datasets.scene.props import SKINS
from datasets.scene.scenes import Block, Layout, Scene, Unit, View, piece_outline
from engine.game import Seat

WHITE = 0.76
"""Brightness of the markers' paper, linear 0..1."""
DARK = 0.6
"""Fraction of the light that remains in the middle of a passing shadow."""
BAND_PX = 260.0
RIM_PX = 6
"""Rim of a re-rendered window that is discarded because denoising makes it inaccurate."""


class FilmCamera:
    """Converts beats to frames, uint8 BGR (h,w,3), as seen from the camera's successive positions.

    Without ``hand_spp`` hands are drawn (`datasets.picture.drawn_hand`) instead of path traced.
    """

    def __init__(
        self, scene: Scene, views: tuple[View, ...], seed: int, still_spp: int = 8, hand_spp: int = 2
    ) -> None:
        white = white_paper(scene.light, np.zeros(2))
        self._scene = replace(scene, exposure=WHITE / float(white.max()))
        self._white = float(white.max())
        self._backdrop = Backdrop(scene)
        self._views, self._view, self._seed = views, views[0], seed
        self._rng = np.random.default_rng(seed)
        self._grain = FilmGrain(self._rng, (self._view.height, self._view.width, 3))
        self._still_spp, self._hand_spp = still_spp, hand_spp
        self._laid = Layout(())
        self._still: np.ndarray | None = None

    def frame(self, beat: Beat) -> np.ndarray:
        """The next frame."""
        self._look_from(int(beat.pose))
        still = self._still_table(beat.still)
        picture = still if beat.hand is None else self._with_hand(still, beat)
        if beat.pose % 1:
            picture = _on_the_way(picture, *self._views[int(beat.pose) : int(beat.pose) + 2], beat.pose % 1)
        if beat.shade is not None:
            picture = shaded(picture, beat.shade)
        gain = 1 + 0.004 * self._rng.normal()
        soft = cv2.GaussianBlur(picture, (0, 0), 0.55).astype(np.float32) * gain
        return self._grain.on(np.clip(soft, 0, 255), 2.2)

    def _look_from(self, pose: int) -> None:
        if self._view is not self._views[pose]:
            self._view, self._still = self._views[pose], None

    def _staged(self, laid: Layout, *hand: Block) -> Studio:
        blocks = (*self._scene.blocks, *laid.blocks, *hand)
        scene = replace(self._scene, units=laid.units, sheets=laid.sheets, blocks=blocks)
        return Studio(scene, backdrop=self._backdrop)

    def _still_table(self, laid: Layout) -> np.ndarray:
        if self._still is None:
            self._still = self._shot(self._staged(laid))
        elif laid is not self._laid:
            self._still = self._still.copy()
            changed = differing(laid, self._laid)
            studio = self._staged(laid) if changed else None
            for window in merged([self._around(thing) for thing in changed]) if studio else ():
                x, y, w, h = window
                if min(w, h) < 4 * RIM_PX:  # out of the picture
                    continue
                left, top = x and RIM_PX, y and RIM_PX
                right = w if x + w == self._view.width else w - RIM_PX
                bottom = h if y + h == self._view.height else h - RIM_PX
                patch = self._shot(studio, window)[top:bottom, left:right]
                self._still[y + top : y + bottom, x + left : x + right] = patch
        self._laid = laid
        return self._still

    def _shot(self, studio: Studio, window: tuple[int, int, int, int] | None = None) -> np.ndarray:
        linear = studio.clean(self._view, self._still_spp, self._seed, self._white, window)
        return developed(linear, self._scene.exposure)

    def _around(self, thing: Unit | Block, pad: int = 42) -> tuple[int, int, int, int]:
        if isinstance(thing, Block):
            points = thing.mesh[0]
        else:
            points = np.concatenate([piece_outline(thing, p) for p in thing.pieces])
        return self._window(self._view.project(points), pad)

    def _window(self, points: np.ndarray, pad: int) -> tuple[int, int, int, int]:
        limit = [self._view.width, self._view.height]
        low = np.clip(np.floor((points.min(0) - pad) / 2) * 2, 0, limit).astype(int)
        high = np.clip(np.ceil((points.max(0) + pad) / 2) * 2, 0, limit).astype(int)
        return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])

    def _hand_blocks(self, beat: Beat) -> tuple[Block, ...]:
        assert beat.hand is not None and beat.seat is not None
        near = beat.seat is Seat.NEAR
        turn = (90.0 if near else 270.0) + float(
            np.clip(-beat.hand[0] / 12 if near else beat.hand[0] / 12, -14, 14)
        )
        skin, sleeve = hand_and_sleeve("pinch", beat.hand, turn, mirrored=not near, rise_deg=18.0)
        cuff = (0.05, 0.09, 0.22) if near else (0.30, 0.07, 0.06)
        return Block(skin, SKINS[0 if near else 1], 0), Block(sleeve, cuff, 0)

    def _with_hand(self, still: np.ndarray, beat: Beat) -> np.ndarray:
        blocks = self._hand_blocks(beat)
        if not self._hand_spp:
            lamp = self._scene.light.lamp_at
            return draw_over(still, self._view, beat.held, blocks, lamp, WHITE / PAPER)
        vertices = np.concatenate([b.mesh[0] for b in blocks])
        depth = (vertices @ self._view.rotation.T + self._view.translation)[:, 2]
        points = np.clip(self._view.project(vertices[depth > 40]), -3000, 3000)
        x, y, w, h = self._window(points, 44) if len(points) else (0, 0, 0, 0)
        if w < 8 or h < 8:
            return still
        studio = self._staged(beat.still, *beat.held, *blocks)
        window = (x // 2, y // 2, w // 2, h // 2)
        shot = smaller(self._view), self._hand_spp, self._seed + 1, self._white, window
        shown = developed(studio.clean(*shot), self._scene.exposure)
        large = cv2.resize(shown, (w, h), interpolation=cv2.INTER_CUBIC)
        picture = still.copy()
        under = picture[y : y + h, x : x + w]
        share = _difference(large, under)[..., None]
        picture[y : y + h, x : x + w] = np.round(large * share + under * (1 - share)).astype(np.uint8)
        return picture


def _difference(shown: np.ndarray, under: np.ndarray) -> np.ndarray:
    """Mask 0..1 (h,w) of where the frame with the hand differs significantly from the still table."""
    gap = np.abs(cv2.blur(shown, (13, 13)).astype(np.float32) - cv2.blur(under, (13, 13))).max(-1)
    share = np.round(np.clip((gap - 8) / 9, 0, 1) * 255).astype(np.uint8)
    return cv2.GaussianBlur(cv2.medianBlur(share, 11), (0, 0), 1.5).astype(np.float32) / 255


def _on_the_way(picture: np.ndarray, start: View, end: View, share: float) -> np.ndarray:
    """A still picture from ``start`` as seen while the camera moves towards ``end``."""
    table = np.array([[-200, -150, 0], [200, -150, 0], [200, 150, 0], [-200, 150, 0]], float)
    before, after = (view.project(table).astype(np.float32) for view in (start, end))
    turn = cv2.getPerspectiveTransform(before, before + np.float32(share) * (after - before))
    moved = cv2.warpPerspective(picture, turn, picture.shape[1::-1], borderMode=cv2.BORDER_REFLECT)
    return cv2.GaussianBlur(moved, (0, 0), 2.0)


def shaded(picture: np.ndarray, share: float) -> np.ndarray:
    """The picture while a soft shadow passes from left to right; ``share`` is its progress, 0 to 1."""
    height, width = picture.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    middle = -3 * BAND_PX + share * (width + 6 * BAND_PX)
    depth = (1 - DARK) * np.exp(-(((x + 0.35 * y - 0.175 * height - middle) / BAND_PX) ** 2))
    return np.round(picture * ((1 - depth) ** (1 / 2.2))[..., None]).astype(np.uint8)


def smaller(view: View, by: float = 2.0) -> View:
    """The view with ``by`` times fewer pixels in each direction."""
    matrix = view.matrix / by
    matrix[2, 2] = 1
    matrix[:2, 2] -= 0.5 - 0.5 / by
    return View(matrix, view.rotation, view.translation, round(view.width / by), round(view.height / by))
