"""A game's stills as a film: each step for a couple of seconds over a bar that says what happened.

H.264 in MP4, 4:2:0 and with its index in front: browsers, phones and messengers play it as it is.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import av
import cv2
import numpy as np
import reportlab
from PIL import Image, ImageDraw, ImageFont

from arbiter.describe import Verdict
from arbiter.record import Record, RecordError
from arbiter.replay import Step
from arbiter.story import Story, clock, step_title, step_verdict

WIDTH, HEIGHT, BAR = 1280, 720, 132
FPS = 5
BEFORE_S, AFTER_S, CARD_S = 0.8, 1.6, 2.0
GROUND, INK, SOFT = (24, 22, 19), (244, 239, 230), (178, 170, 155)
TONES = {
    "good": (52, 133, 88),
    "bad": (196, 52, 44),
    "undo": (176, 108, 12),
    "ask": (66, 98, 200),
    "end": (44, 122, 102),
    "note": (110, 102, 90),
}
FONTS = Path(reportlab.__file__).with_name("fonts")
Picture = np.ndarray
"""A picture of shape (height, width, 3), 8 bit, RGB."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture, the bar under it, and for how long (seconds)."""

    picture: Picture | None
    title: str
    verdict: Verdict
    corner: str
    seconds: float


def write_film(record: Record, story: Story, target: Path) -> None:
    """Write the film; raises ``RecordError`` when the record has no still to show."""
    if not any(step.stills for step in story.steps):
        raise RecordError(f"{record.path} holds no stills: there is nothing to make a film of")
    options = {"movflags": "faststart"}
    with target.open("xb") as file, av.open(file, "w", format="mp4", options=options) as film:
        stream = film.add_stream("libx264", rate=FPS, options={"crf": "23", "preset": "veryfast"})
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        for scene in scenes(record, story):
            frame = av.VideoFrame.from_ndarray(compose(scene), format="rgb24").reformat(format="yuv420p")
            for _ in range(round(scene.seconds * FPS)):
                frame.pts = None
                film.mux(stream.encode(frame))
        film.mux(stream.encode(None))


def scenes(record: Record, story: Story) -> Iterator[Scene]:
    """The scenes in order: a step without stills of its own shows the picture before it."""
    shown: Picture | None = None
    for step in story.steps:
        verdict, title = step_verdict(step, story.names), step_title(step, story.names)
        corner = f"{f'Turn {step.before.turn}  ' if step.before else ''}{clock(step.entry.time_s)}"
        pictures = list(_pictures(record, step))
        if len(pictures) > 1:
            yield Scene(pictures[0], title, verdict, corner, BEFORE_S)
        shown = pictures[-1] if pictures else shown
        yield Scene(shown, title, verdict, corner, AFTER_S if pictures else CARD_S)


def _pictures(record: Record, step: Step) -> Iterator[Picture]:
    order = ("before", "after") if step.kind != "dispute" else tuple(sorted(step.stills, key=_age))
    for name in order:
        if name in step.stills:
            jpeg = np.frombuffer(record.frame(*step.stills[name]), np.uint8)
            picture = cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
            if picture is not None:
                yield cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)


def _age(name: str) -> float:
    """The order of the stills of a dispute: ``-2.5s`` before ``-0.5s`` before ``now``."""
    try:
        return float(name.rstrip("s"))
    except ValueError:
        return 0.0


def compose(scene: Scene) -> Picture:
    """The finished frame of a scene, (HEIGHT, WIDTH, 3) RGB."""
    canvas = Image.new("RGB", (WIDTH, HEIGHT), GROUND)
    if scene.picture is not None:
        canvas.paste(*_fitted(scene.picture))
    draw = ImageDraw.Draw(canvas)
    top = HEIGHT - BAR
    tone = TONES[scene.verdict.tone]
    draw.rectangle((0, top, WIDTH, HEIGHT), GROUND)
    draw.rectangle((0, top, WIDTH, top + 5), tone)
    badge = " ".join([scene.verdict.word, *scene.verdict.rules])
    wide = draw.textlength(badge, _font(20, bold=True))
    draw.rounded_rectangle((28, top + 22, 56 + wide, top + 54), 16, tone)
    draw.text((42 + wide / 2, top + 38), badge, (255, 255, 255), _font(20, bold=True), "mm")
    corner = draw.textlength(scene.corner, _font(19))
    draw.text((WIDTH - 28, top + 38), scene.corner, SOFT, _font(19), "rm")
    room = WIDTH - wide - corner - 140
    draw.text((76 + wide, top + 38), _clip(draw, scene.title, room, 27), INK, _font(27, bold=True), "lm")
    for line, words in enumerate(_wrap(draw, scene.verdict.sentence, WIDTH - 56)):
        draw.text((28, top + 78 + 30 * line), words, INK, _font(21), "lm")
    return np.asarray(canvas)


def _fitted(picture: Picture) -> tuple[Image.Image, tuple[int, int]]:
    """The picture scaled into the room above the bar, and where its corner goes."""
    height, width = picture.shape[:2]
    scale = min(WIDTH / width, (HEIGHT - BAR) / height)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    scaled = Image.fromarray(cv2.resize(picture, size, interpolation=method))
    return scaled, ((WIDTH - size[0]) // 2, (HEIGHT - BAR - size[1]) // 2)


@lru_cache(maxsize=8)
def _font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(io.BytesIO((FONTS / ("VeraBd.ttf" if bold else "Vera.ttf")).read_bytes()), size)


def _clip(draw: ImageDraw.ImageDraw, words: str, room: float, size: int) -> str:
    """The words, cut with an ellipsis when they are longer than ``room`` pixels in bold."""
    if draw.textlength(words, _font(size, bold=True)) <= room:
        return words
    while words and draw.textlength(f"{words}…", _font(size, bold=True)) > room:
        words = words[:-1]
    return f"{words.rstrip()}…"


def _wrap(draw: ImageDraw.ImageDraw, text: str, room: float) -> list[str]:
    """At most two lines of words that fit ``room`` pixels; more ends in an ellipsis."""
    lines, rest = [""], text.split()
    for word in rest:
        longer = f"{lines[-1]} {word}".strip()
        if draw.textlength(longer, _font(21)) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines if len(lines) <= 2 else [lines[0], f"{lines[1].rstrip('.')}…"]
