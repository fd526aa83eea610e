"""Fuzz targets for every kind of input: each takes bytes, mutated from valid inputs or made by atheris.

A target may raise the exceptions that users see as one line; any other one is a fault. Its result is ignored.
"""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import numpy as np
from PIL import Image

from arbiter.cli.shown import shown
from arbiter.events.orders import parse_line
from arbiter.record.record import Record, RecordError
from arbiter.record.salvage import open_for_reading
from arbiter.story.story import read_story, story_json
from arbiter.words.describe import read_names
from arbiter.words.wording import wording
from calibration.camera import CalibrationError
from calibration.store import from_json
from calibration.store import read as read_calibration
from engine.bounded import read_json
from engine.message import as_recorded
from engine.record.records import write_record
from scripts.parts import torture_people, torture_visitors
from scripts.parts.mutations import mutated, random_pool
from scripts.parts.played_texts import Tally, golden_pool, try_text
from scripts.parts.torture_records import a_game
from vision.colour.colours import ColourSetError, read_colours
from vision.pictures import PictureError, decode

Target = Callable[[bytes, Path], None]
CALIBRATION = {
    "version": 1, "width": 1280, "height": 720, "K": [[900, 0, 640], [0, 900, 360], [0, 0, 1]],
    "distortion": [0, 0, 0, 0], "rvec": [2, 0, 0], "tvec": [0, 0, 600], "reprojection_error_px": 0.2,
    "markers": {"1": [[0, 0], [9, 0], [9, 9], [0, 9]]},
}  # fmt: skip
COLOURS = {"version": 1, "colours": {"red": {"lab": [50, 60, 40], "variance": [9, 9, 9]}}}


def text(data: bytes, folder: Path) -> None:
    """A game as text: parsed, played and written back."""
    try_text(data.decode("utf-8", "replace")[:200_000], Tally())


def number(data: bytes, folder: Path) -> None:
    """JSON."""
    with contextlib.suppress(ValueError):
        read_json(data.decode("utf-8", "replace"))


def calibration(data: bytes, folder: Path) -> None:
    """A stored calibration, and its use by a camera."""
    path = folder / "c.json"
    path.write_bytes(data)
    with contextlib.suppress(CalibrationError):
        camera = read_calibration(path, (640, 360)).camera
        camera.to_table(np.array([[320.0, 180.0]]))


def colours(data: bytes, folder: Path) -> None:
    """A set's colours."""
    path = folder / "c.json"
    path.write_bytes(data)
    with contextlib.suppress(ColourSetError):
        read_colours(path)


def picture(data: bytes, folder: Path) -> None:
    """A picture."""
    with contextlib.suppress(PictureError):
        decode(data)


def typed(data: bytes, folder: Path) -> None:
    """A typed line, and a command of the live page."""
    line = data.decode("utf-8", "replace")
    parse_line(line)
    wording("de").tell(as_recorded(line[:500]))
    if any(ord(sign) < 32 and sign not in "\n\t" for sign in shown(line)):
        raise AssertionError("a sign of control came through")


def record(data: bytes, folder: Path) -> None:
    """A record, as presented by pages and commands."""
    path = folder / "a.game"
    path.write_bytes(data)
    with contextlib.suppress(RecordError), open_for_reading(path) as (opened, _):
        story_json(read_story(opened))


def entries(data: bytes, folder: Path) -> None:
    """Entries with arbitrary content in a valid record."""
    found = [line for line in data.decode("utf-8", "replace").splitlines()[:60] if line]
    path = folder / "b.game"
    path.unlink(missing_ok=True)
    facts = []
    for line in found:
        with contextlib.suppress(ValueError):
            facts.append(read_json(line))
    kept = [each for each in facts if isinstance(each, dict)]
    header = kept.pop(0) if kept else {}
    try:
        with Record.create(path, header) as made:
            for at, each in enumerate(kept):
                made.append(str(each.pop("kind", "move"))[:40], float(at), each)
        with open_for_reading(path) as (opened, _):
            read_names(opened.header)
            from_header = opened.header.get("calibration")
            with contextlib.suppress(CalibrationError):
                from_json(from_header)
            story_json(read_story(opened))
    except RecordError:
        return


TARGETS: dict[str, Target] = {
    "text": text, "json": number, "calibration": calibration, "colours": colours, "picture": picture,
    "typed": typed, "record": record, "entries": entries, **torture_people.TARGETS,
    **torture_visitors.TARGETS,
}  # fmt: skip


def seeds(kind: str, folder: Path) -> Sequence[bytes]:
    """Valid inputs to start from."""
    if kind == "text":
        return [write_record(each).encode() for each in random_pool(3)]
    if kind in torture_people.TARGETS:
        return torture_people.seeds(kind, folder)
    if kind in torture_visitors.TARGETS:
        return torture_visitors.seeds(kind)
    if kind == "picture":
        return [_encoded(form) for form in ("JPEG", "PNG", "WEBP", "BMP", "PPM")]
    if kind == "calibration":
        return [json.dumps(CALIBRATION).encode()]
    if kind == "colours":
        return [json.dumps(COLOURS).encode()]
    if kind == "json":
        return [json.dumps(CALIBRATION).encode(), b'[1, 2.5e3, "x\\u0041", null, true, {"a": [[]]}]']
    if kind == "typed":
        return [
            b"correct replace 5 Lred",
            b"corners -150,-90,150,-90,150,90,-150,90",
            b"near.3=Lred",
            b"Mblue",
        ]
    game = folder / "seed.game"
    if not game.exists():
        a_game(game)
    if kind == "record":
        return [game.read_bytes()]
    with Record.open(game, readonly=True) as opened:
        lines = [json.dumps(opened.header)]
        lines += [json.dumps({"kind": each.kind, **each.data}) for each in opened.entries()]
    return ["\n".join(lines).encode()]


def _encoded(form: str) -> bytes:
    made = io.BytesIO()
    rows = np.random.default_rng(1).integers(0, 255, (36, 64, 3), np.uint8)
    Image.fromarray(rows).save(made, form)
    return made.getvalue()


def inputs(kind: str, folder: Path) -> Callable[[Random], bytes]:
    """A function that makes inputs of a kind from a random generator."""
    if kind == "text":
        pool = golden_pool() + random_pool(25)
        return lambda dice: mutated(pool, dice).encode("utf-8", "replace")
    if kind == "shapes":
        return torture_visitors.some_shapes
    known = seeds(kind, folder)
    words = b'0 -1 1e999 "" [] {} null true NaN 99999999999999999999 \x00 \xff \x1b[2J near far red'.split(
        b" "
    )

    def make(dice: Random) -> bytes:
        data = bytearray(dice.choice(known))
        for _ in range(dice.choice([1, 1, 2, 4, 16])):
            at = dice.randrange(len(data) + 1)
            way = dice.randrange(6)
            if way == 0:
                data[at : at + 1] = bytes([dice.randrange(256)])
            elif way == 1:
                del data[at : at + dice.randint(1, 40)]
            elif way == 2:
                data[at:at] = data[at : at + dice.randint(1, 200)]
            elif way == 3:
                data[at : at + dice.randint(0, 8)] = dice.choice(words)
            elif way == 4:
                other = dice.randrange(len(data) + 1)
                data[at : at + 20] = data[other : other + 20]
            else:
                data[at : at + 4] = dice.randbytes(4)
        return bytes(data)

    return make
