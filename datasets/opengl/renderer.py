"""Renders tables with OpenGL, without a screen: linear light, seen by a pinhole camera."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from datasets.opengl import shaders
from datasets.opengl.meshes import Mesh
from datasets.picture.windows import Window
from datasets.scene.scenes import View

MAP_PX, MAP_MM, MAP_DEEP_MM = 800, 470.0, 900.0
"""Shadow maps: pixels per side, half the width and half the depth (mm)."""
SRC1_COLOR = 0x88F9
NEAR_MM, FAR_MM = 40.0, 6000.0
PLASTIC, SKIN, CLOTH, PRINT = 0, 1, 2, 3
"""Materials; for a print the colours are texture coordinates."""

RGB = tuple[float, float, float]


@dataclass(frozen=True)
class Room:
    """The lamp's place (mm), size and colour, the room's light, and how frosted coloured plastic is."""

    lamp_at: tuple[float, float, float]
    lamp_mm: float
    lamp_rgb: RGB
    ceiling_rgb: RGB
    wall_rgb: RGB
    window_dir: tuple[float, float, float]
    window_rgb: RGB
    bounce_rgb: RGB = (0.12, 0.1, 0.08)
    frost: float = 0.16


@dataclass(frozen=True)
class Paint:
    """A mesh with its colour (linear; for glass the transmission of one wall) and its material."""

    mesh: Mesh
    rgb: RGB
    kind: int = PLASTIC
    glass: bool = False


@dataclass(frozen=True)
class Print:
    """A picture (sRGB uint8 (h,w,3)) on four corners, (4,3) mm from the picture's top left clockwise."""

    picture: np.ndarray
    corners: np.ndarray
    gloss: float = 0.01


def vertices(paints: Sequence[Paint]) -> np.ndarray:
    """The vertex data, float32 (N,11): place, normal, colour, walls, kind."""
    if not paints:
        return np.zeros((0, 11), np.float32)
    parts = []
    for each in paints:
        points = each.mesh.points.reshape(-1, 3)
        count = len(points)
        columns = (
            points,
            each.mesh.normals.reshape(-1, 3),
            np.tile(each.rgb, (count, 1)),
            each.mesh.walls.reshape(-1, 1),
            np.full((count, 1), each.kind),
        )
        parts.append(np.concatenate(columns, 1, dtype=np.float32))
    return np.concatenate(parts)


def _halton(index: int, base: int) -> float:
    share, value = 1.0, 0.0
    while index:
        share /= base
        value += share * (index % base)
        index //= base
    return value


def _toward(direction: np.ndarray) -> np.ndarray:
    """The matrix of a shadow map: table mm to -1..1, for light from ``direction``."""
    d = direction / np.linalg.norm(direction)
    side = np.cross([0, 0.03, 1.0], d)
    side /= np.linalg.norm(side)
    up = np.cross(d, side)
    rows = np.stack([side / MAP_MM, up / MAP_MM, -d / MAP_DEEP_MM])
    matrix = np.eye(4)
    matrix[:3, :3] = rows
    return matrix


def projection(view: View, jitter: tuple[float, float] = (0.0, 0.0)) -> np.ndarray:
    """OpenGL's 4×4 matrix of a camera; the first row in memory is the picture's top."""
    k, w, h = view.matrix, view.width, view.height
    deep = (FAR_MM + NEAR_MM) / (FAR_MM - NEAR_MM), -2 * FAR_MM * NEAR_MM / (FAR_MM - NEAR_MM)
    lens = np.array(
        [
            [2 * k[0, 0] / w, 0, 2 * (k[0, 2] + 0.5 + jitter[0]) / w - 1, 0],
            [0, 2 * k[1, 1] / h, 2 * (k[1, 2] + 0.5 + jitter[1]) / h - 1, 0],
            [0, 0, deep[0], deep[1]],
            [0, 0, 1, 0],
        ]
    )
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = view.rotation, view.translation
    return lens @ pose


def _context() -> Any:
    """OpenGL without a screen; ends the program with one line if there is none."""
    try:
        import moderngl
    except ImportError:
        raise SystemExit("pictures by OpenGL need the extra: pip install -e .[render]") from None
    backend = {"backend": "egl"} if sys.platform.startswith("linux") else {}
    try:
        return moderngl.create_context(standalone=True, **backend)
    except Exception as error:  # moderngl raises Exception itself
        raise SystemExit(
            f"no OpenGL 3.3 here ({error}): on Debian install libegl1 and libgl1-mesa-dri"
        ) from None


class Renderer:
    """Renders tables; create one per process. A picture is the mean of ``passes`` passes."""

    def __init__(self, width: int, height: int, passes: int = 12) -> None:
        self._gl: Any = _context()
        self.size, self._passes, gl = (width, height), passes, self._gl
        self._opaque = gl.program(shaders.VERTEX, shaders.OPAQUE)
        self._glass = gl.program(shaders.VERTEX, shaders.GLASS)
        self._shadow = gl.program(shaders.VERTEX, shaders.SHADOW)
        self._add = gl.program(shaders.QUAD, shaders.ADD)
        self._seen = gl.texture((width, height), 4, dtype="f2")
        self._frame = gl.framebuffer([self._seen], gl.depth_renderbuffer((width, height)))
        self._sum = gl.framebuffer([gl.renderbuffer((width, height), 4, dtype="f4")])
        corners = np.array([-1, -1, 1, -1, -1, 1, 1, 1], np.float32)
        self._quad = gl.vertex_array(self._add, [(gl.buffer(corners.tobytes()), "2f", "corner")])
        self._under = gl.program(shaders.QUAD, shaders.BACKGROUND)
        self._back = gl.vertex_array(self._under, [(gl.buffer(corners.tobytes()), "2f", "corner")])
        samples = gl.renderbuffer((width, height), 4, samples=4, dtype="f2")
        self._fine = gl.framebuffer([samples], gl.depth_renderbuffer((width, height), samples=4))
        self._flat = gl.framebuffer([gl.renderbuffer((width, height), 4, dtype="f2")])
        self._still = gl.texture((width, height), 3, dtype="f2")
        self._shade = gl.texture((width // 2, height // 2), 1)
        self._maps = [self._map(gl) for _ in range(2)]
        self._hiding: _Drawn | None = None
        self._pictures: dict[int, tuple[np.ndarray, Any]] = {}

    @staticmethod
    def _map(gl: Any) -> dict[str, Any]:
        size = (MAP_PX, MAP_PX)
        solid, glass = gl.depth_texture(size), gl.depth_texture(size)
        for each in (solid, glass):
            each.compare_func, each.repeat_x, each.repeat_y = "<=", False, False
        tint = gl.texture(size, 4)
        tint.repeat_x = tint.repeat_y = False
        frames = gl.framebuffer([], solid), gl.framebuffer([], glass), gl.framebuffer([tint])
        return {"depth": solid, "glass": glass, "tint": tint, "frames": frames}

    def _texture(self, picture: np.ndarray) -> Any:
        if id(picture) not in self._pictures:
            linear = np.ascontiguousarray(
                ((picture.astype(np.float32) / 255) ** 2.2 * 65535).astype(np.uint16)
            )
            texture = self._gl.texture(picture.shape[1::-1], 3, linear.tobytes(), dtype="nu2", alignment=1)
            texture.build_mipmaps()
            texture.filter = self._gl.LINEAR_MIPMAP_LINEAR, self._gl.LINEAR
            self._pictures[id(picture)] = picture, texture
        return self._pictures[id(picture)][1]

    def forget(self) -> None:
        """Free the memory of all printed textures so far."""
        for _, texture in self._pictures.values():
            texture.release()
        self._pictures.clear()

    def render(
        self,
        view: View,
        room: Room,
        prints: Sequence[Print],
        paints: Sequence[Paint],
        window: Window | None = None,
    ) -> np.ndarray:
        """Linear RGB light float32 (h,w,3) of a window (x, y, width, height) or of the whole picture."""
        gl, window = self._gl, window or (0, 0, *self.size)
        eye = -view.rotation.T @ view.translation
        solid = vertices([each for each in paints if not each.glass])
        clear = _back_to_front(vertices([each for each in paints if each.glass]), eye)
        drawn = _Drawn(self, solid, clear, prints)
        self._sum.use()
        self._sum.clear(0, 0, 0, 0)
        for number in range(self._passes):
            key, sky = directions(room, number, self._passes)
            for shadows, direction in zip(self._maps, (key, sky), strict=True):
                self._draw_map(shadows, direction, drawn)
            jitter = _halton(number + 1, 2) - 0.5, _halton(number + 1, 3) - 0.5
            turn = 2.4 * number
            _set(self._opaque, "spread", (math.cos(turn), math.sin(turn)))
            _set(self._glass, "spread", (math.cos(turn), math.sin(turn)))
            self._frame.use()
            self._frame.scissor = window
            self._frame.clear(0, 0, 0, 0, depth=1.0)
            self._draw(projection(view, jitter), eye, room, (key, sky), drawn, self._frame)
            self._sum.use()
            self._sum.scissor = window
            gl.enable_only(gl.BLEND)
            gl.blend_func = gl.ONE, gl.ONE
            self._seen.use(0)
            self._add["pass"], self._add["share"] = 0, 1 / self._passes
            self._quad.render(gl.TRIANGLE_STRIP)
        raw = self._sum.read(viewport=window, components=3, dtype="f4")
        drawn.release()
        return np.frombuffer(raw, np.float32).reshape(window[3], window[2], 3)

    def lay(self, still: np.ndarray, standing: Sequence[Paint]) -> None:
        """Store a picture's linear light (h,w,3) and its depth for ``over``."""
        self._still.write(np.ascontiguousarray(still, np.float16).tobytes())
        if self._hiding is not None:
            self._hiding.release()
        self._hiding = _Drawn(self, vertices(standing), np.zeros((0, 11), np.float32), ())

    def over(
        self,
        view: View,
        room: Room,
        shade: np.ndarray,
        paints: Sequence[Paint],
        window: Window,
    ) -> np.ndarray:
        """Linear light (h,w,3) of a window of the stored picture with more things drawn over it.

        The picture is darkened by ``shade`` (uint8 at half the resolution, 255 is unchanged). There is only
        one pass, so the things shade each other as under a single lamp.
        """
        gl, eye = self._gl, -view.rotation.T @ view.translation
        solid = vertices([each for each in paints if not each.glass])
        clear = _back_to_front(vertices([each for each in paints if each.glass]), eye)
        drawn, hiding = _Drawn(self, solid, clear, ()), self._hiding
        lights = np.array(room.lamp_at, float), np.array([0.2, 0.1, 1.0])
        for shadows, direction in zip(self._maps, lights, strict=True):
            self._draw_map(shadows, direction, drawn)
        self._shade.write(np.ascontiguousarray(shade).tobytes())
        self._fine.use()
        self._fine.scissor = window
        self._fine.clear(0, 0, 0, 0, depth=1.0)
        gl.enable_only(gl.NOTHING)
        self._still.use(0)
        self._shade.use(1)
        self._under["still"], self._under["shade"] = 0, 1
        self._back.render(gl.TRIANGLE_STRIP)
        if hiding is not None and hiding.solid_map is not None:
            gl.enable_only(gl.DEPTH_TEST | gl.BLEND)
            gl.blend_func = gl.ZERO, gl.ONE  # its depth alone
            self._shadow["camera"].write(projection(view).T.astype("f4").tobytes())
            hiding.solid_map.render()
        self._draw(projection(view), eye, room, lights, drawn, self._fine)
        gl.copy_framebuffer(self._flat, self._fine)
        raw = self._flat.read(viewport=window, components=3, dtype="f2")
        drawn.release()
        return np.frombuffer(raw, np.float16).reshape(window[3], window[2], 3).astype(np.float32)

    def _draw_map(self, shadows: dict[str, Any], direction: np.ndarray, drawn: _Drawn) -> None:
        gl, program = self._gl, self._shadow
        program["camera"].write(_toward(direction).T.astype("f4").tobytes())
        _set(program, "from", direction / np.linalg.norm(direction))
        depth, glass, tint = shadows["frames"]
        gl.enable_only(gl.DEPTH_TEST)
        for frame, what in ((depth, drawn.solid_map), (glass, drawn.clear_map)):
            frame.use()
            frame.clear(depth=1.0)
            if what is not None:
                what.render()
        tint.use()
        tint.clear(1, 1, 1, 1)
        if drawn.clear_map is not None:
            gl.enable_only(gl.BLEND)
            gl.blend_func = gl.DST_COLOR, gl.ZERO
            drawn.clear_map.render()

    def _draw(
        self,
        camera: np.ndarray,
        eye: np.ndarray,
        room: Room,
        lights: tuple[np.ndarray, np.ndarray],
        drawn: _Drawn,
        frame: Any,
    ) -> None:
        gl = self._gl
        for program in (self._opaque, self._glass):
            self._light(program, camera, eye, room, lights)
        gl.enable_only(gl.DEPTH_TEST)
        for place, texture in drawn.prints:
            texture.use(6)
            place.render()
        if drawn.solid is not None:
            drawn.solid.render()
        if drawn.clear is not None:
            gl.enable_only(gl.DEPTH_TEST | gl.BLEND)
            frame.depth_mask = False
            gl.blend_func = gl.ONE, SRC1_COLOR
            drawn.clear.render()
            frame.depth_mask = True

    def _light(
        self,
        program: Any,
        camera: np.ndarray,
        eye: np.ndarray,
        room: Room,
        lights: tuple[np.ndarray, np.ndarray],
    ) -> None:
        program["camera"].write(camera.T.astype("f4").tobytes())
        key, sky = (each / np.linalg.norm(each) for each in lights)
        values = {
            "eye": eye,
            "key_dir": key,
            "sky_dir": sky,
            "key_rgb": room.lamp_rgb,
            "sky_rgb": radiance(room, sky),
            "bounce_rgb": room.bounce_rgb,
            "ceiling_rgb": room.ceiling_rgb,
            "wall_rgb": room.wall_rgb,
            "window_rgb": room.window_rgb,
            "window_dir": np.array(room.window_dir) / np.linalg.norm(room.window_dir),
            "frost": room.frost,
            "picture": 6,
        }
        for i, (name, at, shadows) in enumerate(zip(("key", "sky"), (key, sky), self._maps, strict=True)):
            program[f"{name}_map"].write(_toward(at).T.astype("f4").tobytes())
            for j, part in enumerate(("depth", "glass", "tint")):
                shadows[part].use(3 * i + j)
                values[f"{name}_{part}"] = 3 * i + j
        for name, value in values.items():
            _set(program, name, value)


class _Drawn:
    """The data that every pass draws, on the graphics card."""

    def __init__(
        self, owner: Renderer, solid: np.ndarray, clear: np.ndarray, prints: Sequence[Print]
    ) -> None:
        gl = owner._gl
        self._kept: list[Any] = []

        def array(program: Any, data: np.ndarray) -> Any:
            if not len(data):
                return None
            buffer = gl.buffer(np.ascontiguousarray(data, np.float32).tobytes())
            layout, names = "3f 3f 3f 1f 1f", ("at", "normal", "rgb", "walls", "kind")
            used = gl.vertex_array(program, [(buffer, layout, *names)], skip_errors=True)
            self._kept += [used, buffer]
            return used

        self.solid, self.solid_map = array(owner._opaque, solid), array(owner._shadow, solid)
        self.clear, self.clear_map = array(owner._glass, clear), array(owner._shadow, clear)
        self.prints = [
            (array(owner._opaque, _printed(each)), owner._texture(each.picture)) for each in prints
        ]

    def release(self) -> None:
        """Free the graphics card's memory."""
        for each in self._kept:
            each.release()


def _printed(sheet: Print) -> np.ndarray:
    a, b, c, d = np.asarray(sheet.corners, float)
    normal = np.cross(d - a, b - a)
    normal = normal / np.linalg.norm(normal) * (1 if normal[2] >= 0 else -1)
    rows = [(a, 0, 0), (b, 1, 0), (c, 1, 1), (a, 0, 0), (c, 1, 1), (d, 0, 1)]
    return np.array([(*p, *normal, u, v, 0, sheet.gloss, PRINT) for p, u, v in rows], np.float32)


def _back_to_front(clear: np.ndarray, eye: np.ndarray) -> np.ndarray:
    """Triangles in the order of drawing."""
    triangles = clear.reshape(-1, 3, 11)
    far = np.linalg.norm(triangles[:, :, :3].mean(1) - eye, axis=1)
    return triangles[np.argsort(-far)].reshape(-1, 11)


def directions(room: Room, number: int, passes: int) -> tuple[np.ndarray, np.ndarray]:
    """The directions of the lamp's and the room's light in a pass."""
    u, v = (number + 0.5) / passes, _halton(number + 1, 2)
    offset = (np.array([_halton(number + 1, 3), v]) - 0.5) * room.lamp_mm
    key = np.array(room.lamp_at, float) + [*offset, 0]
    angle, up = 2 * math.pi * _halton(number + 1, 5) + 2.4 * number, math.sqrt(1 - 0.93 * u)
    flat = math.sqrt(1 - up * up)
    return key, np.array([flat * math.cos(angle), flat * math.sin(angle), up])


def radiance(room: Room, d: np.ndarray) -> np.ndarray:
    """The room's light from a direction, smoothed; divided by the cosine, which the sampling accounts for."""
    seen = np.clip((d[2] * 0.5 + 0.5 - 0.45) / 0.5, 0, 1)
    base = np.array(room.wall_rgb) * (1 - seen) + np.array(room.ceiling_rgb) * seen
    window = np.array(room.window_dir) / np.linalg.norm(room.window_dir)
    base = base + np.array(room.window_rgb) * 0.5 * max(float(d @ window), 0.0) ** 6
    return base / max(float(d[2]), 0.25)


def _set(program: Any, name: str, value: Any) -> None:
    """Set a uniform if the program uses it."""
    if name in program:
        program[name] = tuple(float(v) for v in value) if isinstance(value, (tuple, np.ndarray)) else value
