"""Film frames by POV-Ray: clean pictures, before any camera model.

A still table is traced once in full quality, and afterwards only where something changed. Frames with
hands are traced small and without antialiasing, and their difference from the last still table, traced the
same way, is composited over it. That is good enough, because the arbiter does not read a table under a
moving hand.
"""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from calibration.markers import MARGIN_MM, MARKER_MM
from datasets.opengl.films import Setting
from datasets.opengl.hands import PEOPLE, hand
from datasets.opengl.pace import Moment, held_lift
from datasets.opengl.stage import is_board, shows_back
from datasets.opengl.still import PAPER
from datasets.picture.windows import Window, around, differing, merged
from datasets.povray import prints
from datasets.povray.sdl import rounded_sheet, vector
from datasets.povray.things import Plastic, flesh, printed, prop, pyramids, resting, sheet, token
from datasets.povray.tops import INCLUDES, TOPS
from datasets.scene.scenes import Block, Layout, Marker, Sheet, Unit, View, piece_outline

SMALL = 4
"""Frames with hands are traced smaller by this factor."""
PAD_PX = 16
"""Width of what is traced again around a thing that changed, its shadow and its mirror image."""
LEAST = 3
"""Differences (of 255) below this are jitter of the area lamp."""


class Tracer:
    """Traces one moment after another, uint8 BGR (h,w,3); raises `SystemExit` without POV-Ray."""

    def __init__(self, setting: Setting, view: View | None = None) -> None:
        if shutil.which("povray") is None:
            raise SystemExit("POV-Ray is not there: install povray and povray-includes (Debian's names)")
        self._view, self._folder = view or setting.view, TemporaryDirectory(prefix="traced-")
        rng = np.random.default_rng([setting.seed, 3])
        self._plastic, self._lamp = Plastic.sampled(rng), Lamp.sampled(rng, setting.warm)
        self._world = _world(setting, self._lamp, rng)
        self._backs, self._faces = (
            self._kept(prints.card_back(rng)),
            [self._kept(prints.card_face(rng)) for _ in range(6)],
        )
        self._seed = int(rng.integers(1 << 30))
        self._world += "".join(self._marker(each) for each in setting.layout_markers)
        self._layout: Layout | None = None  # the table of the last frame
        self._things = ""  # the same as POV-Ray reads it
        self._still = np.zeros((0, 0, 3), np.uint8)
        self._bare: np.ndarray | None = None  # that table traced small, made when hands first need it
        self._boards = dict[float, Path]()

    def frame(self, moment: Moment) -> np.ndarray:
        """The next frame."""
        if moment.layout is not self._layout:
            self._stand(moment.layout)
        return self._with_hands(moment) if moment.hands else self._still

    def _stand(self, layout: Layout) -> None:
        """Trace the still table again where it changed."""
        before, self._layout, self._bare = self._layout, layout, None
        self._things = self._table(layout)
        if before is None or before.sheets != layout.sheets:
            self._still = self._traced(self._things)
            return
        self._still = self._still.copy()
        for x, y, w, h in merged([self._around(each) for each in differing(layout, before)]):
            if min(w, h) > 1:
                patch = self._traced(self._things, window=(x, y, w, h))[y : y + h, x : x + w]
                self._still[y : y + h, x : x + w] = patch

    def _around(self, thing: Unit | Block) -> Window:
        """The window of a thing, its shadow and its mirror image on the table."""
        if isinstance(thing, Block):
            points = thing.mesh[0].astype(float)
        else:
            points = np.concatenate([piece_outline(thing, placed) for placed in thing.pieces])
        mirrored = points * (1, 1, -1)
        return around(self._view, np.concatenate([points, mirrored, *self._lamp.shadows(points)]), PAD_PX)

    def _with_hands(self, moment: Moment) -> np.ndarray:
        """Hands over the still table: what they change is traced small. What leaves the table or comes to it
        does not belong to that: its edges would stay."""
        if self._bare is None:
            self._bare = self._traced(self._things, SMALL).astype(np.int16)
        over = []
        for each in moment.hands:
            over.append(flesh(hand(PEOPLE[each.seat], each.at, each.opened)))
            over += [] if each.unit is None else [pyramids(each.unit, self._plastic, held_lift(each))]
            over += [token(block, each.at) for block in each.tokens]
        seen = self._traced("\n".join([self._things, *over]), SMALL)
        changed = seen.astype(np.int16) - self._bare
        changed[np.abs(changed).max(2) < LEAST] = 0
        size = self._view.width, self._view.height
        over_all = cv2.resize(changed, size, interpolation=cv2.INTER_LINEAR)
        return np.clip(self._still + over_all, 0, 255).astype(np.uint8)

    def paper(self) -> np.ndarray:
        """White paper in this light at the middle of the table, (3,) uint8 BGR."""
        sheet = f"box{{<-90,-90,0>,<90,90,0.2> pigment{{rgb {vector((PAPER, PAPER, PAPER))}}}}}"
        x, y = (self._view.project(np.zeros((1, 3)))[0] / SMALL).astype(int)
        around = self._traced(sheet, SMALL)[y - 4 : y + 5, x - 4 : x + 5]
        return np.median(around.reshape(-1, 3), axis=0).round().astype(np.uint8)

    def _kept(self, picture: np.ndarray) -> Path:
        """Save a printed picture as a file."""
        path = Path(self._folder.name) / f"{len(list(Path(self._folder.name).glob('*.png')))}.png"
        cv2.imwrite(str(path), picture[..., ::-1])
        return path

    def _marker(self, marker: Marker) -> str:
        edge, picture = MARKER_MM + 2 * MARGIN_MM, self._kept(prints.marker(marker.marker_id))
        at = f"rotate z*{marker.turn_deg:.3f} translate {vector((marker.x_mm, marker.y_mm, 0.02))}"
        return f"{rounded_sheet(edge, edge, 0.1, 0.1)} texture{{{printed(picture, edge, edge)}}} {at}}}\n"

    def _table(self, layout: Layout) -> str:
        cards = [sheet(each, self._picture(number, each)) for number, each in enumerate(layout.sheets)]
        stands = [pyramids(unit, self._plastic) for unit in layout.units]
        return "\n".join([*cards, *stands, *map(resting, layout.blocks)])

    def _picture(self, number: int, one: Sheet) -> Path:
        if is_board(one):
            if one.width_mm not in self._boards:
                self._boards[one.width_mm] = self._kept(
                    prints.board(np.random.default_rng(self._seed), one.width_mm)
                )
            return self._boards[one.width_mm]
        return self._backs if shows_back(one) else self._faces[number % len(self._faces)]

    def _traced(self, things: str, smaller: int = 1, window: Window | None = None) -> np.ndarray:
        """The camera's view, traced in a separate process; black outside ``window``."""
        folder = Path(self._folder.name)
        (folder / "scene.txt").write_text(self._world + things + _camera(self._view), "utf-8")
        size = [f"+W{self._view.width // smaller}", f"+H{self._view.height // smaller}"]
        if window is not None:
            x, y, w, h = window  # POV-Ray counts columns and rows from 1
            size += [f"+SC{x + 1}", f"+EC{x + w}", f"+SR{y + 1}", f"+ER{y + h}"]
        smooth = ["+A0.15", "+AM2", "+R2"] if smaller == 1 else ["-A"]
        command = ["povray", "+Iscene.txt", "+Oseen.png", *size, *smooth, "+Q9", "-D", "-GA", "+WT1"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        picture = cv2.imread(str(folder / "seen.png"))
        if done.returncode or picture is None:
            raise RuntimeError(f"povray: {done.stderr[-400:]}")
        (folder / "seen.png").unlink()
        return picture


def _camera(view: View) -> str:
    """The camera without distortion; POV-Ray's picture is as wide as ``right`` is long at ``direction``."""
    x, y, z = view.rotation
    focal = float(view.matrix[0, 0])
    return (
        f"\ncamera{{perspective location {vector(view.position)} direction {vector(focal * z)} "
        f"right {vector(view.width * x)} up {vector(-view.height * y)}}}\n"
    )


@dataclass(frozen=True)
class Lamp:
    """The light that casts the shadows: its place (mm) and width (mm), its brightness, and the tint of all
    light.
    """

    at: np.ndarray
    wide: float
    key: float
    fill: float
    around: float
    tint: np.ndarray

    @classmethod
    def sampled(cls, rng: np.random.Generator, warm: float) -> Lamp:
        """A lamp above the table, warmer or colder."""
        tint = np.array([1 + 0.15 * warm, 1.0, 1 - 0.22 * warm])
        key, fill, around = rng.uniform(0.5, 0.8), rng.uniform(0.15, 0.35), rng.uniform(0.25, 0.45)
        way = rng.uniform(0, 2 * np.pi)
        at = np.array([700 * np.cos(way), 700 * np.sin(way), rng.uniform(900, 1700)])
        return cls(at, rng.uniform(80, 700), key, fill, around, tint)

    def shadows(self, points: np.ndarray) -> list[np.ndarray]:
        """Where points (n,3) throw shadows on the table, from each corner of the lamp, (n,3) each."""
        corners = [self.at + np.array([x, y, 0]) * self.wide / 2 for x in (-1, 1) for y in (-1, 1)]
        high = np.maximum(points[:, 2:], 0)
        return [points + (points - lamp) * high / (lamp[2] - high) for lamp in corners]


def _world(setting: Setting, lamp: Lamp, rng: np.random.Generator) -> str:
    """Light, air and the bare table with props."""
    tint, side = lamp.tint, np.array([-lamp.at[0] * 1.5, -lamp.at[1] * 1.5, 900])
    finish = f"ambient rgb {vector(lamp.around * tint)} diffuse"
    area = f"area_light x*{lamp.wide:.0f},y*{lamp.wide:.0f},5,5 adaptive 1 jitter circular orient"
    top = TOPS[setting.top](rng)
    return "\n".join(
        [
            *(f'#include "{name}"' for name in INCLUDES),
            "global_settings{assumed_gamma 1.0 max_trace_level 14}",
            f"#default{{finish{{{finish} {rng.uniform(0.6, 0.75):.3f}}}}}",
            f"background{{rgb {vector(0.35 * tint)}}}",
            f"light_source{{{vector(lamp.at)} rgb {vector(lamp.key * tint)} {area}}}",
            f"light_source{{{vector(side)} rgb {vector(lamp.fill * tint[::-1])} shadowless}}",
            f"box{{<-1200,-1100,-30>,<1200,1300,0> {top}}}",
            *(prop(each.kind, each.x_mm, each.y_mm, each.turn_deg) for each in setting.props),
            "",
        ]
    )
