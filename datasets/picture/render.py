"""Pictures of scenes by path tracing (Mitsuba 3): translucent hollow pieces, textured tables, lamps and sky.

The scene's graph always has the same shape (one mesh per material, colours as vertex attributes), so that the
just-in-time compiler runs once for all pictures.
"""

from __future__ import annotations

import functools
import importlib
import math
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.picture.denoise import denoised
from datasets.scene.scenes import Marker, Scene, View, piece_mesh
from datasets.scene.solids import Mesh, join, turn_z
from engine.pieces import OPAQUE

MARKER_MM = 40.0
MARGIN_MM = 10.0
PAPER = 0.82
GUIDE_SPP = 2
DICTIONARY = cv2.aruco.DICT_4X4_50


@functools.cache
def mitsuba() -> Any:
    """Mitsuba with the fastest variant available: compiled with LLVM, otherwise scalar."""
    if "DRJIT_LIBLLVM_PATH" not in os.environ:
        found = sorted(Path("/usr/lib").glob("*/libLLVM*.so.19*"))
        if found:
            os.environ["DRJIT_LIBLLVM_PATH"] = str(found[0])
    import mitsuba as mi

    compiled = "DRJIT_LIBLLVM_PATH" in os.environ
    mi.set_variant("llvm_ad_rgb" if compiled else "scalar_rgb")
    if compiled:
        importlib.import_module("datasets.picture.shine")
    return mi


def to_linear(srgb: np.ndarray) -> np.ndarray:
    """Linear light from sRGB values 0..1 (IEC 61966-2-1)."""
    srgb = np.asarray(srgb, np.float32)
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


LINEAR = to_linear(np.arange(256) / 255).astype(np.float32)
"""Linear light of every 8-bit sRGB value."""


def to_srgb(linear: np.ndarray) -> np.ndarray:
    """sRGB values 0..1 from linear light, clipped."""
    linear = np.clip(linear, 0, 1)
    return np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)


def _mesh(
    name: str,
    parts: Iterable[tuple[Mesh, tuple[float, float, float]]],
    bsdf: dict,
    texels: np.ndarray | None = None,
) -> Any:
    """One Mitsuba mesh from coloured parts; without parts, a speck far below the table.

    ``texels`` (N,2) are the vertices' texture coordinates, 0..1 from the top left.
    """
    mi = mitsuba()
    parts = list(parts) or [
        (
            (
                np.array([[0, 0, -9e3], [1, 0, -9e3], [0, 1, -9e3]], np.float32),
                np.array([[0, 1, 2]], np.int32),
            ),
            (0.5, 0.5, 0.5),
        )
    ]
    vertices, triangles = join([mesh for mesh, _ in parts])
    colours = np.concatenate([np.tile(np.asarray(rgb, np.float32), (len(mesh[0]), 1)) for mesh, rgb in parts])
    props = mi.Properties()
    props["bsdf"] = mi.load_dict(bsdf)
    props["face_normals"] = True
    textured = texels is not None
    mesh = mi.Mesh(name, len(vertices), len(triangles), has_vertex_texcoords=textured, props=props)
    mesh.add_attribute("vertex_color", 3, colours.ravel())
    values = mi.traverse(mesh)
    values["vertex_positions"] = vertices.ravel()
    values["faces"] = triangles.astype(np.uint32).ravel()
    if texels is not None:
        values["vertex_texcoords"] = texels.astype(np.float32).ravel()
    values.update()
    return mesh


def marker_picture(marker_id: int, cell_px: int = 16) -> np.ndarray:
    """The printed marker with its paper margin, uint8 (N,N)."""
    code = cv2.aruco.generateImageMarker(
        cv2.aruco.getPredefinedDictionary(DICTIONARY), marker_id, 6 * cell_px
    )
    margin = round(6 * cell_px * MARGIN_MM / MARKER_MM)
    return cv2.copyMakeBorder(code, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=255)


def _marker_shape(marker: Marker) -> dict:
    mi = mitsuba()
    to_world = mi.ScalarTransform4f
    half = MARKER_MM / 2 + MARGIN_MM
    picture = marker_picture(marker.marker_id).astype(np.float32) / 255 * (PAPER - 0.04) + 0.04
    place = (
        to_world().translate([marker.x_mm, marker.y_mm, 0.15])
        @ to_world().rotate([0, 0, 1], marker.turn_deg)
        @ to_world().scale([half, half, 1])
    )
    bitmap = mi.Bitmap(np.repeat(picture[::-1, :, None], 3, 2).astype(np.float32).copy())
    texture = {
        "type": "bitmap",
        "bitmap": bitmap,
        "raw": True,
        "filter_type": "bilinear",
        "wrap_mode": "clamp",
    }
    return {"type": "rectangle", "to_world": place, "bsdf": {"type": "diffuse", "reflectance": texture}}


def _table_shape(scene: Scene) -> dict:
    mi = mitsuba()
    half = scene.table_mm / 2
    bitmap = mi.Bitmap(np.ascontiguousarray(to_linear(scene.table[::-1].astype(np.float32) / 255)))
    spread = mi.ScalarTransform3f().scale([float(scene.table_repeats)] * 2)
    texture = {"type": "bitmap", "bitmap": bitmap, "raw": True, "wrap_mode": "mirror", "to_uv": spread}
    bsdf = {
        "type": "roughplastic",
        "diffuse_reflectance": texture,
        "alpha": 0.05 + 0.35 * (1 - scene.gloss),
        "specular_reflectance": {
            "type": "rgb",
            "value": max(0.02, float(scene.gloss)),
        },  # 0 would result in NaN
    }
    return {"type": "rectangle", "to_world": mi.ScalarTransform4f().scale([half, half, 1]), "bsdf": bsdf}


ATLAS_PX = 1408


def _packed(pictures: list[np.ndarray]) -> tuple[np.ndarray, dict[int, tuple[int, int]]]:
    """A square atlas of ATLAS_PX with all pictures that fit, row by row; their places (x, y) by ``id``."""
    atlas, corners = np.full((ATLAS_PX, ATLAS_PX, 3), 200, np.uint8), dict[int, tuple[int, int]]()
    x = y = row = 0
    for picture in sorted({id(p): p for p in pictures}.values(), key=lambda p: -p.shape[0]):
        height, width = picture.shape[:2]
        if x + width > ATLAS_PX:
            x, y, row = 0, y + row, 0
        if y + height > ATLAS_PX or width > ATLAS_PX:
            continue
        atlas[y : y + height, x : x + width] = picture
        corners[id(picture)] = (x, y)
        x, row = x + width, max(row, height)
    return atlas, corners


def _sheets(scene: Scene) -> Any:
    """All printed things as one mesh with a shared texture."""
    atlas, corners = _packed([sheet.picture for sheet in scene.sheets])
    vertices, texels = (
        [[(0.0, 0.0, -9e3), (1.0, 0.0, -9e3), (0.0, 1.0, -9e3), (1.0, 1.0, -9e3)]],
        [[(0, 0)] * 4],
    )
    for sheet in (s for s in scene.sheets if id(s.picture) in corners):
        (x, y), (height, width) = corners[id(sheet.picture)], sheet.picture.shape[:2]
        half = np.array([sheet.width_mm, sheet.height_mm]) / 2
        square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
        flat = np.column_stack([square, np.zeros(4)]) @ turn_z(sheet.turn_deg).T
        vertices.append(flat + (sheet.x_mm, sheet.y_mm, sheet.z_mm))
        texels.append([(x, y + height), (x + width, y + height), (x + width, y), (x, y)])
    mesh = (
        np.concatenate(vertices).astype(np.float32),
        np.concatenate([np.array([[0, 1, 2], [0, 2, 3]]) + 4 * k for k in range(len(vertices))]),
    )
    bitmap = mitsuba().Bitmap(np.ascontiguousarray(LINEAR[atlas]))
    texture = {"type": "bitmap", "bitmap": bitmap, "raw": True, "filter_type": "bilinear"}
    bsdf = {"type": "roughplastic", "diffuse_reflectance": texture, "alpha": 0.25}
    spots = np.concatenate(texels) / ATLAS_PX
    return _mesh("sheets", [(mesh, (0.5, 0.5, 0.5))], {"type": "twosided", "bsdf": bsdf}, spots)


def _vertex_colour() -> dict:
    return {"type": "mesh_attribute", "name": "vertex_color"}


def _meshes(scene: Scene) -> dict:
    opaque = scene.opaque | OPAQUE
    pieces = [(piece_mesh(unit, p), p.piece.colour) for unit in scene.units for p in unit.pieces]
    clear = [(mesh, _per_crossing(scene.tints[c])) for mesh, c in pieces if c not in opaque]
    clear += [(b.mesh, _per_crossing(b.rgb)) for b in scene.blocks if b.glass]
    solid = [(mesh, scene.tints[c]) for mesh, c in pieces if c in opaque]
    solid += [(b.mesh, b.rgb) for b in scene.blocks if b.polished]
    glass = {
        "type": "blendbsdf",
        "weight": scene.scatter,
        "through": {"type": "dielectric", "int_ior": 1.49, "specular_transmittance": _vertex_colour()},
        "back": {"type": "twosided", "bsdf": {"type": "diffuse", "reflectance": _vertex_colour()}},
    }
    if mitsuba().variant() != "scalar_rgb":
        glass = {"type": "tinted", "inner": glass, "tint": _vertex_colour()}
    plastic = {"type": "principled", "base_color": _vertex_colour(), "roughness": 0.2, "specular": 0.5}
    matt = {"type": "twosided", "bsdf": {"type": "diffuse", "reflectance": _vertex_colour()}}
    return {
        "clear": _mesh("clear", clear, glass),
        "solid": _mesh("solid", solid, plastic),
        "matt": _mesh("matt", [(b.mesh, b.rgb) for b in scene.blocks if not (b.glass or b.polished)], matt),
        "sheets": _sheets(scene),
    }


def _per_crossing(tint: tuple[float, float, float]) -> tuple[float, float, float]:
    """The tint of one surface: a wall has two, so each takes about the square root of the wall's tint."""
    return tuple(v**0.3 for v in tint)  # type: ignore[return-value]


def _lights(scene: Scene) -> dict:
    mi = mitsuba()
    light = scene.light
    lamp = mi.ScalarTransform4f().look_at(origin=list(light.lamp_at), target=[0, 0, 0], up=[0.01, 1, 0.02])
    size = mi.ScalarTransform4f().scale([light.lamp_size[0] / 2, light.lamp_size[1] / 2, 1])
    sky = mi.Bitmap(np.ascontiguousarray(light.sky.astype(np.float32)))
    upright = mi.ScalarTransform4f().rotate([1, 0, 0], 90)
    return {
        "lamp": {
            "type": "rectangle",
            "to_world": lamp @ size,
            "bsdf": {"type": "diffuse"},
            "emitter": {"type": "area", "radiance": {"type": "rgb", "value": list(light.lamp_rgb)}},
        },
        "sky": {"type": "envmap", "bitmap": sky, "to_world": upright},
    }


def _sensor(view: View, spp: int, window: tuple[int, int, int, int], seed: int) -> dict:
    """A pinhole camera for the window (x, y, width, height) of the view's picture."""
    mi = mitsuba()
    pose = np.eye(4)
    pose[:3, :3] = view.rotation.T @ np.diag([-1.0, -1.0, 1.0])
    pose[:3, 3] = view.position
    focal, (cx, cy) = view.matrix[0, 0], (view.matrix[0, 2] + 0.5, view.matrix[1, 2] + 0.5)
    x, y, width, height = window
    return {
        "type": "perspective",
        "to_world": mi.ScalarTransform4f(pose),
        "fov_axis": "x",
        "fov": math.degrees(2 * math.atan(view.width / 2 / focal)),
        "near_clip": 5.0,
        "far_clip": 2e4,
        "principal_point_offset_x": 0.5 - cx / view.width,
        "principal_point_offset_y": 0.5 - cy / view.height,
        "film": {
            "type": "hdrfilm",
            "width": view.width,
            "height": view.height,
            "crop_offset_x": x,
            "crop_offset_y": y,
            "crop_width": width,
            "crop_height": height,
            "pixel_format": "rgb",
            "component_format": "float32",
            "rfilter": {"type": "box"},
        },
        "sampler": {"type": "independent", "sample_count": spp, "seed": seed},
    }


def _integrator(max_depth: int) -> dict:
    if mitsuba().variant() == "scalar_rgb":
        return {"type": "path", "max_depth": max_depth, "rr_depth": 12}
    return {"type": "shine", "max_depth": max_depth}


@functools.cache
def _guiding() -> Any:
    """Albedo and normals of the first surfaces hit, which guide the denoiser."""
    return mitsuba().load_dict({"type": "aov", "aovs": "albedo:albedo,normals:sh_normal"})


def _variable(thing: Any) -> Any:
    """The scene or camera with its numbers as data instead of constants of the compiled program.

    The just-in-time compiler needs more than a second per program. It reuses a program only if none of its
    constants has changed and the previous scene has been freed.
    """
    mi = mitsuba()
    if mi.variant() == "scalar_rgb":
        return thing
    values = mi.traverse(thing)
    for name in list(values.keys()):
        value = values[name]
        if not isinstance(value, int | float | str):
            importlib.import_module("drjit").make_opaque(value)
            values[name] = value
    values.update()
    return thing


class Backdrop:
    """The constant parts of all pictures of one table: top, markers, lights. Loaded once."""

    def __init__(self, scene: Scene) -> None:
        shapes = {f"marker{i}": _marker_shape(m) for i, m in enumerate(scene.markers)}
        parts = {"table": _table_shape(scene), **shapes, **_lights(scene)}
        self.parts = {name: mitsuba().load_dict(part) for name, part in parts.items()}


class Studio:
    """A loaded scene that can be photographed from several views."""

    def __init__(self, scene: Scene, max_depth: int = 14, backdrop: Backdrop | None = None) -> None:
        self._scene = scene
        parts = {**(backdrop or Backdrop(scene)).parts, **_meshes(scene)}
        whole = {"type": "scene", "integrator": _integrator(max_depth), **parts}
        self._loaded = _variable(mitsuba().load_dict(whole))

    def radiance(
        self, view: View, spp: int, seed: int, window: tuple[int, int, int, int] | None = None
    ) -> np.ndarray:
        """Linear RGB (h,w,3) of the view or of a window of it."""
        mi = mitsuba()
        window = window or (0, 0, view.width, view.height)
        sensor = _variable(mi.load_dict(_sensor(view, spp, window, seed)))
        return np.array(mi.render(self._loaded, sensor=sensor, spp=spp, seed=seed))[..., :3]

    def clean(
        self, view: View, spp: int, seed: int, white: float, window: tuple[int, int, int, int] | None = None
    ) -> np.ndarray:
        """``radiance`` without noise; ``white`` is the light of unshadowed paper."""
        mi = mitsuba()
        whole = window or (0, 0, view.width, view.height)
        sensor = _variable(mi.load_dict(_sensor(view, GUIDE_SPP, whole, seed)))
        guides = mi.render(self._loaded, sensor=sensor, integrator=_guiding(), spp=GUIDE_SPP, seed=seed)
        surfaces = np.nan_to_num(np.array(guides))
        albedo, normals = np.clip(surfaces[..., -6:-3], 0, 1), surfaces[..., -3:]
        return denoised(self.radiance(view, spp, seed, window), white, albedo, normals)

    def photograph(
        self, view: View, spp: int, seed: int, window: tuple[int, int, int, int] | None = None
    ) -> np.ndarray:
        """The sRGB picture, uint8 BGR (h,w,3), at the scene's exposure."""
        linear = np.minimum(self.radiance(view, spp, seed, window), 20 / self._scene.exposure)
        return developed(linear, self._scene.exposure)


def developed(linear: np.ndarray, exposure: float) -> np.ndarray:
    """The 8-bit BGR picture of linear RGB light."""
    return np.round(to_srgb(linear * exposure)[..., ::-1] * 255).astype(np.uint8)
