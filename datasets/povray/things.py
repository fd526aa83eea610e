"""Pyramids, tokens, cards, hands and props in POV-Ray's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import numpy as np

from datasets.film.visits import grip_of_token
from datasets.opengl.hands import Hand
from datasets.opengl.stage import is_board
from datasets.povray.sdl import RGB, hollow_pyramid, placed, rounded_sheet, vector
from datasets.scene.scenes import Block, Sheet, Unit, unit_transform
from datasets.scene.solids import turn_z
from engine.pieces import Colour

PLASTIC: Mapping[Colour, RGB] = MappingProxyType(
    {
        Colour.RED: (0.80, 0.03, 0.05),
        Colour.YELLOW: (0.95, 0.80, 0.04),
        Colour.GREEN: (0.03, 0.50, 0.13),
        Colour.BLUE: (0.05, 0.10, 0.70),
        Colour.ORANGE: (0.95, 0.30, 0.02),
        Colour.CYAN: (0.05, 0.62, 0.72),
        Colour.PURPLE: (0.30, 0.05, 0.50),
        Colour.PINK: (0.90, 0.25, 0.45),
        Colour.CLEAR: (0.94, 0.95, 0.95),
        Colour.BLACK: (0.02, 0.02, 0.022),
        Colour.WHITE: (0.82, 0.82, 0.80),
    }
)
"""Linear."""


@dataclass(frozen=True)
class Plastic:
    """The plastic of a set: transmission of one surface, reflection, and bumps."""

    passes: float
    diffuse: float
    shine: float
    rough: float
    bumps: float
    dark: float  # transmission of black

    @staticmethod
    def sampled(rng: np.random.Generator) -> Plastic:
        """A random set's plastic."""
        return Plastic(
            float(rng.uniform(0.55, 0.97)),
            float(rng.uniform(0.25, 0.8)),
            float(rng.uniform(0.2, 0.9)),
            float(rng.uniform(0.002, 0.03)),
            float(rng.uniform(0, 0.08)),
            float(rng.choice([0.0, 0.25])),
        )

    def texture(self, colour: Colour) -> str:
        """The material of a colour."""
        r, g, b = PLASTIC[colour]
        passes = {Colour.BLACK: self.dark, Colour.WHITE: 0.0}.get(colour, self.passes)
        if colour is Colour.BLACK and passes:
            r = g = b = 0.08
        finish = (
            f"finish{{diffuse {self.diffuse:.3f} specular {self.shine:.3f} roughness {self.rough:.4f} "
            "reflection{0.01,0.6 fresnel on} conserve_energy}"
        )
        uneven = f"normal{{bumps {self.bumps:.3f} scale 2}}" if self.bumps > 0.02 else ""
        return (
            f"texture{{pigment{{rgbf {vector((r, g, b, passes))}}} {uneven} {finish}}} interior{{ior 1.49}}"
        )


def pyramids(unit: Unit, plastic: Plastic, lift: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> str:
    """A piece or a stack at its place, shifted by ``lift`` (mm)."""
    rotation, shift = unit_transform(unit)
    found = []
    for piece in unit.pieces:
        own = placed(turn_z(piece.yaw_deg), (0, 0, piece.lift_mm + 0.05))
        there = placed(rotation, shift + np.array(lift))
        found.append(
            f"{hollow_pyramid(piece.piece.size)} {plastic.texture(piece.piece.colour)} {own} {there}}}"
        )
    return "\n".join(found)


def token(block: Block, at: tuple[float, float, float]) -> str:
    """A player's token: a flattened drop of glass or a wooden disc, depending on the acted token's colour."""
    wood = "superellipsoid{<1,0.5>", "pigment{rgb <0.72,0.5,0.28>}"
    glass = "sphere{0,1", "pigment{rgbf <0.75,0.9,0.95,0.6>}"
    shape, look = wood if block.rgb[0] > block.rgb[2] else glass
    scale = vector((9.0, 9.0, 3.2))
    x, y, z = at
    finish = "finish{specular 0.6 roughness 0.01}"
    return f"{shape} {look} {finish} scale {scale} translate {vector((x, y, max(3.3, z)))}}}"


def resting(block: Block) -> str:
    """A token at its place."""
    x, y, _ = grip_of_token(block)
    return token(block, (x, y, 3.3 + float(block.mesh[0][:, 2].min())))


def printed(picture: Path, wide: float, high: float) -> str:
    """A picture of this size in mm about the origin."""
    scaled = f"translate <-0.5,-0.5,0> scale {vector((wide, high, 1))}"
    return f'pigment{{image_map{{png "{picture}" once interpolate 2}} {scaled}}}'


def sheet(one: Sheet, picture: Path) -> str:
    """A printed sheet with this renderer's own picture; cards have rounded corners."""
    shape = rounded_sheet(one.width_mm, one.height_mm, 0.4 if is_board(one) else 3.4, 0.28)
    look = f"{printed(picture, one.width_mm, one.height_mm)} finish{{specular 0.15 roughness 0.05}}"
    return (
        f"{shape} texture{{{look}}} rotate z*{one.turn_deg:.3f} "
        f"translate {vector((one.x_mm, one.y_mm, max(0.02, one.z_mm - 0.28)))}}}"
    )


def flesh(hand: Hand) -> str:
    """A hand and its sleeve: a blob around the bones."""
    skin, sleeve = hand.paints[0].rgb, hand.paints[1].rgb
    *inner, forearm, cloth = hand.bones
    parts = []
    for a, b, first, last in (*inner, forearm):
        reach = 1.9 * (first + last) / 2
        parts.append(f"cylinder{{{vector(a)},{vector(b)},{reach:.2f},1}}")
    a, b, first, last = cloth
    dyed = f"pigment{{rgb {vector(sleeve)}}} normal{{bumps 0.6 scale 9}}"
    arm = f"cone{{{vector(a)},{first:.1f},{vector(b)},{last:.1f} {dyed}}}"
    tint = f"pigment{{rgb {vector(skin)}}} finish{{specular 0.1 roughness 0.1}} normal{{bumps 0.15 scale 2}}"
    return f"blob{{threshold 0.5 {' '.join(parts)} {tint}}}\n{arm}"


def prop(kind: str, x: float, y: float, turn: float) -> str:
    """A mug, a phone, dice or keys, as this renderer models them."""
    return f"union{{{_PROPS[kind]} rotate z*{turn:.1f} translate {vector((x, y, 0))}}}"


SHINY = "finish{specular 0.5 roughness 0.01}"
CHINA, ROUND_BOX = f"pigment{{rgb <0.75,0.7,0.62>}} {SHINY}", "superellipsoid{<0.25,0.25> scale 8"
_PROPS = {
    "mug": f"difference{{cylinder{{0,z*90,38}} cylinder{{z*4,z*91,35}} {CHINA}}} "
    "cylinder{z*60,z*62,35.5 pigment{rgb <0.06,0.025,0.01>} finish{reflection 0.08}} "
    f"torus{{24,5 translate <40,0,46> {CHINA}}}",
    "phone": "box{<-36,-74,0.1>,<36,74,8> pigment{rgb 0.03}} "
    "box{<-33,-68,8>,<33,68,8.3> pigment{rgb <0.02,0.03,0.05>} finish{reflection 0.15 specular 0.4}}",
    "dice": f"{ROUND_BOX} translate z*8 pigment{{rgb <0.02,0.25,0.08>}} {SHINY}}} "
    f"{ROUND_BOX} rotate z*35 translate <26,10,8> pigment{{rgb <0.05,0.1,0.5>}} {SHINY}}}",
    "keys": f"cylinder{{<-70,0,4>,<70,0,4>,4 pigment{{rgb <0.8,0.6,0.05>}} {SHINY}}} "
    "cone{<70,0,4>,4,<82,0,3>,0.5 pigment{rgb <0.7,0.5,0.3>}} "
    f"sphere{{0,1 scale <13,13,5> translate <20,40,5> pigment{{rgbf <0.9,0.5,0.6,0.5>}} {SHINY}}}",
}
"""The films' props, with a pencil and a drop of glass in place of keys."""
