"""The films of the second renderer: which game each one acts, with its table, light and pace."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import cv2
import numpy as np

from calibration.camera import Camera
from calibration.store import Calibration
from datasets.acting import boards, improvised
from datasets.acting import initiative as acting
from datasets.acting import logistics as acting_logistics
from datasets.acting import nickel as acting_nickel
from datasets.acting import sanctum as acting_sanctum
from datasets.acting.films import Filmed, filmed, round_facts
from datasets.film.visits import Acted, Relaid, Visit, grip_of_token
from datasets.opengl.pace import Pace, Timed
from datasets.opengl.renderer import Room
from datasets.opengl.restless import restless
from datasets.opengl.stage import Prop
from datasets.scene.scenes import Block, Layout, Marker, View, look_at
from datasets.scene.solids import moved
from engine.game import plain
from engine.games import GAMES
from engine.initiative.model import Rules
from engine.logistics.model import Layout as LogisticsLayout
from engine.logistics.model import Rules as LogisticsRules
from engine.nickel.model import Place
from engine.nickel.model import Rules as NickelRules
from engine.nickel.state import State as Board

KEPT = ("play", "illegal", "take_back")
"""Kinds of steps that are acted. Nothing is knocked over in these films."""


QUICK = Pace()


@dataclass(frozen=True)
class Setting:
    """A film: its game, table, light and camera, and the rotation of the players' things.

    ``azimuth``, ``elevation`` in degrees, ``distance`` in mm; ``turn_deg`` rotates everything that is acted.
    """

    game: Callable[[], Filmed]
    top: str
    seed: int
    azimuth: float = -90.0
    elevation: float = 52.0
    distance: float = 680.0
    focal_px: float = 1000.0
    turn_deg: float = 0.0
    untidy_mm: float = 3.0
    warm: float = 0.0
    markers: bool = False
    props: tuple[Prop, ...] = ()
    pace: Pace = QUICK
    traced: bool = False  # by the third renderer
    restless: bool = False  # hands come between the plays, for nothing

    @property
    def view(self) -> View:
        """The camera, without distortion."""
        turn, up = math.radians(self.azimuth), math.radians(self.elevation)
        way = np.array([math.cos(up) * math.cos(turn), math.cos(up) * math.sin(turn), math.sin(up)])
        return look_at(self.distance * way, np.array([6.0, -4.0, 0.0]), self.focal_px, 1280, 720, 0.8)

    @property
    def room(self) -> Room:
        """The light, warmer or cooler."""
        tint = np.array([1 + 0.12 * self.warm, 1.0, 1 - 0.2 * self.warm])

        def lit(*rgb: float) -> tuple[float, float, float]:
            return tuple(float(v) for v in tint * rgb)  # type: ignore[return-value]

        side = -1.0 if self.seed % 2 else 1.0
        return Room(
            lamp_at=(260.0 * side, 330.0, 1000.0),
            lamp_mm=430.0,
            lamp_rgb=lit(1.05, 1.02, 0.98),
            ceiling_rgb=lit(0.40, 0.41, 0.43),
            wall_rgb=lit(0.17, 0.16, 0.15),
            window_dir=(0.55 * side, 0.8, 0.5),
            window_rgb=lit(2.4, 2.5, 2.7),
        )

    @property
    def layout_markers(self) -> tuple[Marker, ...]:
        """The printed markers of the film, if any."""
        places = ((0, -262, -150, -6), (1, 262, -154, 9), (2, 258, 158, 5), (3, -266, 150, -11))
        return tuple(Marker(*place) for place in places) if self.markers else ()


def _steps(steps: Sequence[str]) -> list[str]:
    return [step for step in steps if step.split()[0] in KEPT]


def round_of(seed: int, rules: Rules) -> Filmed:
    """A random round of Initiative."""
    start = improvised.start(seed, rules)
    steps, end = improvised.initiative(start, seed)
    return Filmed(acting.perform(start, _steps(steps)), round_facts(end))


def line_of_nickel(seed: int) -> Filmed:
    """The scripted game of Nickel, in a random layout."""
    whole = filmed("nickel")
    script = acting_nickel.LINE
    kept = tuple(step for step in script.steps if step.kind in KEPT)
    return replace(whole, acted=acting_nickel.act(replace(script, steps=kept, seed=seed)))


def line_of_logistics() -> Filmed:
    """The scripted game of Logistics."""
    whole = filmed("logistics")
    return replace(whole, acted=Acted(whole.acted.opening, whole.acted.visits))


def any_nickel(seed: int) -> Filmed:
    """A random game of Nickel."""
    script = boards.nickel(seed)
    end = Board.start(script.setup, NickelRules(), script.leader)
    for square in _kept(script.steps):
        end = end.force(Place(end.to_move or script.leader, square)).state
    assert end.outcome is not None
    laid = {"setup": GAMES["Nickel"].format_setup(script.setup)}
    facts = {**filmed("nickel").facts, **laid, "winner": end.outcome.winner and end.outcome.winner.value}
    return Filmed(acting_nickel.act(script), facts, tuple(map(str, script.setup.board)))


def _kept(steps: Sequence[acting_nickel.Step]) -> list[str]:
    """The squares of plays that are not taken back."""
    return [step.square for step in steps if step.kind == "play"]


def any_logistics(seed: int, piled: bool = False) -> Filmed:
    """The opening of a random game of Logistics, with stocks in a line or ``piled`` up as trees."""
    rules = LogisticsRules(cards=3 + seed % 2, trios=1)
    leader, steps = boards.logistics(seed, rules)
    facts = {
        "game": "logistics",
        "rules": plain(rules),
        "names": filmed("logistics").facts["names"],
        "setup": GAMES["Logistics"].format_setup(LogisticsLayout.standard(rules)),
    }
    return Filmed(acting_logistics.act(rules, leader, steps, seed, piled), facts)


def battle(seed: int) -> Filmed:
    """A random battle of Sanctum."""
    owners, steps = improvised.battle(seed)
    kept = tuple(step for step in steps if step.text.split()[0] in KEPT)
    whole = filmed(f"sanctum-{seed}")
    return replace(whole, acted=acting_sanctum.act(owners, kept))


PHONE = Prop("phone", 300.0, -90.0, 12.0)
FILMS: Mapping[str, Setting] = MappingProxyType(
    {
        "basic-planks": Setting(
            lambda: round_of(41, Rules.basic()),
            "planks",
            3,
            -94,
            50,
            turn_deg=2.5,
            warm=0.4,
            props=(Prop("mug", -300, 170, 40), PHONE, Prop("dice", 290, 120)),
        ),
        "basic-markers": Setting(
            lambda: round_of(52, Rules.basic()),
            "felt",
            4,
            -86,
            55,
            turn_deg=-1.5,
            markers=True,
            props=(Prop("keys", -330, 30, 60),),
        ),
        "advanced-linen": Setting(
            lambda: round_of(43, Rules.advanced()),
            "linen",
            6,
            -90,
            47,
            700,
            turn_deg=-3.0,
            warm=0.8,
            props=(Prop("mug", 330, 150, 200), Prop("phone", -320, -60, -20)),
        ),
        "nickel-slate": Setting(
            lambda: line_of_nickel(19),
            "slate",
            8,
            -84,
            58,
            640,
            1250,
            turn_deg=3.0,
            warm=-0.3,
            props=(Prop("dice", -220, 60),),
        ),
        "logistics-plain": Setting(
            line_of_logistics,
            "plain",
            5,
            -95,
            57,
            690,
            turn_deg=1.5,
            untidy_mm=1.0,
            warm=0.2,
            props=(Prop("keys", 300, 150),),
        ),
        "sanctum-walnut": Setting(
            lambda: battle(6), "walnut", 10, -92, 54, 640, turn_deg=-2.0, warm=0.5, markers=True
        ),
        "basic-pair": Setting(
            lambda: round_of(52, Rules.basic()),
            "felt",
            5,
            -88,
            50,
            720,
            turn_deg=1.0,
            markers=True,
            pace=Pace(fps=15, start_s=3.0),
        ),
    }
)


def beside(setting: Setting) -> Setting:
    """The same film by a second camera, low and from the side, where rows and hands hide a lot."""
    return replace(setting, azimuth=setting.azimuth + 68.0, elevation=31.0, distance=setting.distance + 90)


class Rearranged(Relaid):
    """The same game in another layout: rotated as a whole, every place perturbed, plies unchanged."""

    def __init__(self, turn_deg: float, untidy_mm: float, seed: int) -> None:
        self._turn, self._untidy, self._seed = turn_deg, untidy_mm, seed
        angle = math.radians(turn_deg)
        self._matrix = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
        self._layouts: dict[int, tuple[Layout, Layout]] = {}
        self._tokens: dict[int, tuple[Block, Block]] = {}

    def place(self, x: float, y: float) -> tuple[float, float]:
        """The new place for a place (mm)."""
        key = [self._seed, round(x * 10) + 100000, round(y * 10) + 100000]
        off = self._untidy * np.random.default_rng(key).uniform(-1, 1, 2)
        return tuple(float(v) for v in self._matrix @ [x, y] + off)  # type: ignore[return-value]

    def layout(self, old: Layout) -> Layout:
        """The new layout, cached: the same object for the same argument."""
        if id(old) not in self._layouts:
            units = tuple(self.unit(unit) for unit in old.units)
            sheets = []
            for sheet in old.sheets:
                x, y = (float(v) for v in self._matrix @ [sheet.x_mm, sheet.y_mm])
                sheets.append(replace(sheet, x_mm=x, y_mm=y, turn_deg=sheet.turn_deg + self._turn))
            blocks = tuple(self.token(block) for block in old.blocks)
            self._layouts[id(old)] = old, Layout(units, tuple(sheets), blocks)
        return self._layouts[id(old)][1]

    def unit(self, unit: Any) -> Any:
        """The new piece or stack."""
        x, y = self.place(unit.x_mm, unit.y_mm)
        return replace(unit, x_mm=x, y_mm=y, heading_deg=unit.heading_deg + self._turn)

    def token(self, block: Block) -> Block:
        """The new token, cached: the same object for the same argument."""
        if id(block) not in self._tokens:
            x, y, _ = grip_of_token(block)
            to = self.place(x, y)
            mesh = moved(block.mesh, None, (to[0] - x, to[1] - y, 0.0))
            self._tokens[id(block)] = block, replace(block, mesh=mesh)
        return self._tokens[id(block)][1]


def played(setting: Setting) -> tuple[Filmed, tuple[Visit, ...]]:
    """The film's game in its own layout, and the visits of its hands."""
    game, way = setting.game(), Rearranged(setting.turn_deg, setting.untidy_mm, setting.seed)
    visits = tuple(way.visit(visit) for visit in game.acted.visits)
    visits = restless(visits, setting.seed) if setting.restless else visits
    return replace(game, acted=Acted(way.layout(game.acted.opening), visits)), visits


def calibration(setting: Setting) -> Calibration:
    """The film's exact calibration, without markers."""
    view = setting.view
    rvec = cv2.Rodrigues(view.rotation)[0].ravel()
    camera = Camera(
        K=view.matrix,
        distortion=np.zeros(5),
        rvec=rvec,
        tvec=view.translation,
        width=view.width,
        height=view.height,
        reprojection_error_px=0.1,
    )
    return Calibration(camera, {}, "rendered", "camera")


def truth_of(setting: Setting, game: Filmed, found: Sequence[Timed], frames: int) -> dict[str, Any]:
    """A film's ground truth for ``scripts/films.py``, with a calibration if there are no markers."""
    fps, view, steps = setting.pace.fps, setting.view, list[dict[str, Any]]()
    seated = game.facts["game"] != "sanctum"
    for each in found:
        times = {"hand_in_s": round(each.first / fps, 3), "hand_out_s": round(each.last / fps, 3)}
        for ply in each.visit.plies:
            seat = each.visit.seat.value if seated else ""
            step = {"kind": each.visit.kind, "seat": seat, "text": ply, **times}
            steps.append({**step, "reading": each.visit.reading} if each.visit.reading else step)
    pose = {"rotation": view.rotation.tolist(), "translation": view.translation.tolist()}
    return {
        **game.facts,
        "fps": fps,
        "frames": frames,
        "steps": steps,
        "mishaps": [],
        "pieces": game.pieces(),
        "camera": {"K": view.matrix.tolist(), **pose},
        **({} if setting.markers else {"calibration": calibration(setting).to_json()}),
    }
