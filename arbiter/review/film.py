"""Makes a film of a game: its stills, a couple of seconds each, or its own film, above a bar with the
verdicts.

The arbiter's reading of the table is drawn onto the pictures, and its announcements can be heard. The format
is H.264 and AAC in MP4, 4:2:0 and with the index in front, which browsers, phones and messengers play
directly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from arbiter.record.footage import Film, lead_of
from arbiter.record.record import Record, RecordError
from arbiter.record.replay import Step
from arbiter.review.film_overlay import Spots, camera_of, overlaid, spots_of
from arbiter.review.soundtrack import Sound
from arbiter.story.case import age
from arbiter.story.story import Story, clock, step_title, step_verdict
from arbiter.words.describe import Comment
from arbiter.words.overlay_words import labels
from arbiter.words.progress import OnPart, counted, nobody
from calibration.camera import Camera
from engine.message import Messages
from vision.lettering import font
from vision.observe.overlay import Labels
from vision.pictures import PictureError, decode
from vision.source.frames import FrameSource
from vision.source.opening import open_source

say = Messages("arbiter")

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
Picture = np.ndarray
"""A picture of shape (height, width, 3), 8 bit, RGB."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture, the bar under it, and its duration; ``said`` are the announcements heard from its start."""

    picture: Picture | None
    title: str
    verdict: Comment
    corner: str
    seconds: float
    said: tuple[str, ...] = ()


def write_film(
    record: Record,
    story: Story,
    target: Path,
    sound: Sound | None = None,
    film: Film | None = None,
    on_part: OnPart = nobody,
) -> None:
    """Write a film of a record's stills, or of the ``film`` that it was made from, with its voice.

    Raises ``RecordError`` if the record has no stills, ``SourceError`` for an unreadable film.
    """
    if film is None and not any(step.stills for step in story.steps):
        raise RecordError(say("file_no_stills", raw=record.path))
    rate = film_rate(film)
    if film is None:
        encode(target, scenes(record, story, sound, on_part), rate, sound)
        return
    with film.opened() as source:
        encode(target, film_scenes(record, story, source, 1 / rate, film.number, on_part), rate, sound)


def film_rate(film: Film | None) -> int:
    """The frame rate for a film made from ``film``, or from stills. Raises ``SourceError``."""
    if film is None:
        return FPS
    with open_source(str(film.path)) as source:
        return max(1, round(getattr(source, "fps", FPS)))


def encode(target: Path, shown: Iterable[Scene], rate: int, sound: Sound | None = None) -> None:
    """Write scenes as a film with ``rate`` frames a second."""
    options = {"movflags": "faststart"}
    with target.open("xb") as file, av.open(file, "w", format="mp4", options=options) as made:
        stream = made.add_stream("libx264", rate=rate, options={"crf": "23", "preset": "veryfast"})
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        voice = made.add_stream("aac", rate=sound.rate, layout="mono") if sound is not None else None
        count, cues = 0, list[tuple[float, str]]()
        for scene in in_step(shown, sound):
            cues += [(count / rate, text) for text in scene.said]
            frame = av.VideoFrame.from_ndarray(compose(scene), format="rgb24").reformat(format="yuv420p")
            for _ in range(round(scene.seconds * rate)):
                frame.pts = None
                made.mux(stream.encode(frame))
                count += 1
        made.mux(stream.encode(None))
        if voice is not None and sound is not None:
            _mux_voice(made, voice, sound, sound.track(cues, count / rate))


def in_step(shown: Iterable[Scene], sound: Sound | None) -> Iterator[Scene]:
    """The scenes, each held until its announcements are over if the next scene has announcements too, and the
    last one to the end of the last announcement.
    """
    clock_s = free_s = 0.0
    last: Scene | None = None
    for scene in shown:
        if scene.said and last is not None and free_s > clock_s:
            yield replace(last, seconds=free_s - clock_s, said=())
            clock_s = free_s
        if scene.said and sound is not None:
            free_s = clock_s + sum(sound.seconds(text) for text in scene.said)
        yield scene
        clock_s, last = clock_s + scene.seconds, scene
    if last is not None and free_s > clock_s:
        yield replace(last, seconds=free_s - clock_s, said=())


def _mux_voice(made: Any, voice: Any, sound: Sound, track: NDArray[np.int16]) -> None:
    """Encode a whole track of samples."""
    frame = av.AudioFrame.from_ndarray(track.reshape(1, -1), format="s16", layout="mono")
    frame.sample_rate, frame.pts = sound.rate, 0
    made.mux(voice.encode(frame))
    made.mux(voice.encode(None))


def scenes(
    record: Record, story: Story, sound: Sound | None = None, on_part: OnPart = nobody
) -> Iterator[Scene]:
    """The scenes in order; a step without stills shows the picture before it.

    With ``sound`` a step is shown at least as long as its announcements take.
    """
    shown: Picture | None = None
    held: Spots | None = None
    called = labels(story.words)
    for step in counted(story.steps, on_part):
        said = _said(step)
        needed = sum(sound.seconds(text) for text in said) if sound is not None else 0.0
        now = spots_of(step, held)
        pictures = list(_pictures(record, step, (held, now), called))
        if len(pictures) > 1:
            yield Scene(pictures[0], *_caption(step, story), BEFORE_S)
        shown, held = pictures[-1] if pictures else shown, now
        yield Scene(shown, *_caption(step, story), max(AFTER_S if pictures else CARD_S, needed), said)


def film_scenes(
    record: Record,
    story: Story,
    source: FrameSource,
    seconds: float,
    number: int = 0,
    on_part: OnPart = nobody,
) -> Iterator[Scene]:
    """The frames of a game's film, ``seconds`` each, above the bar of the latest step.

    The film is camera ``number``'s; the pieces are drawn where that camera led, since the record knows the
    position of the leading camera only. If several steps fall into one frame, each is shown, all but the last
    for `CARD_S`.
    """
    at, spots, cameras = -1, None, dict[int, Camera | None]()
    called = labels(story.words)
    captions = [_caption(step, story) for step in story.steps]
    last = max((step.entry.time_s for step in story.steps), default=0.0)
    for frame in source:
        on_part(min(frame.time_s, last), last)
        picture = frame.image_bgr[:, :, ::-1]
        height, width = picture.shape[:2]
        due = _due(story, at, frame.time_s)
        for at in due:
            step = story.steps[at]
            spots, header = spots_of(step, spots), record.header_at(step.entry.id)
            cameras[at] = camera_of(header, width, height) if lead_of(header) == number else None
            held = spots if step.entry.time_s <= frame.time_s else None
            if at != due[-1]:
                yield Scene(overlaid(picture, held, cameras[at], called), *captions[at], CARD_S, _said(step))
        if at < 0:
            return
        held = spots if story.steps[at].entry.time_s <= frame.time_s else None
        said = _said(story.steps[at]) if due else ()
        yield Scene(overlaid(picture, held, cameras[at], called), *captions[at], seconds, said)


def _due(story: Story, at: int, time_s: float) -> range:
    """The steps after step ``at`` that have happened by a time; the first step comes with the first frame."""
    end = at + 1
    while end < len(story.steps) and (end == 0 or story.steps[end].entry.time_s <= time_s):
        end += 1
    return range(at + 1, end)


def _caption(step: Step, story: Story) -> tuple[str, Comment, str]:
    """The bar's content for a step: its title, the verdict, and the turn with the time."""
    turn = getattr(step.before, "turn", None)
    number = f"{story.words.page('turn', n=turn)}  " if turn else ""
    verdict = step_verdict(step, story.names, story.words)
    return step_title(step, story.names, story.words), verdict, f"{number}{clock(step.entry.time_s)}"


def _said(step: Step) -> tuple[str, ...]:
    return tuple(str(remark.text) for remark in step.remarks if remark.kind == "said")


def _pictures(
    record: Record, step: Step, spots: tuple[Spots | None, Spots | None], called: Labels
) -> Iterator[Picture]:
    """The stills of a step in order, with the pieces drawn on them (``spots`` before and after the step)."""
    order = ("before", "after", "now") if step.kind != "dispute" else tuple(sorted(step.stills, key=age))
    for name in order:
        if name in step.stills:
            try:
                picture = decode(record.frame(*step.stills[name]))
            except (PictureError, RecordError):
                continue
            camera = camera_of(record.header_at(step.entry.id), picture.shape[1], picture.shape[0])
            held = spots[0] if name == "before" else spots[1]
            rgb = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB), np.uint8)
            yield overlaid(rgb, held, camera, called)


def compose(scene: Scene) -> Picture:
    """The finished frame of a scene, (HEIGHT, WIDTH, 3) RGB."""
    canvas = np.full((HEIGHT, WIDTH, 3), GROUND, np.uint8)
    if scene.picture is not None:
        scaled, (x, y) = _fitted(scene.picture)
        canvas[y : y + scaled.shape[0], x : x + scaled.shape[1]] = scaled
    canvas[HEIGHT - BAR :] = _bar(scene.title, scene.verdict, scene.corner)
    return canvas


@lru_cache(maxsize=2)
def _bar(title: str, verdict: Comment, corner: str) -> Picture:
    """The bar under the pictures, (BAR, WIDTH, 3) RGB."""
    image = Image.new("RGB", (WIDTH, BAR), GROUND)
    draw = ImageDraw.Draw(image)
    tone = TONES[verdict.tone]
    draw.rectangle((0, 0, WIDTH, 5), tone)
    badge = " ".join([verdict.word, *verdict.rules])
    wide = draw.textlength(badge, font(20, bold=True))
    draw.rounded_rectangle((28, 22, 56 + wide, 54), 16, tone)
    draw.text((42 + wide / 2, 38), badge, (255, 255, 255), font(20, bold=True), "mm")
    room = WIDTH - wide - draw.textlength(corner, font(19)) - 140
    draw.text((WIDTH - 28, 38), corner, SOFT, font(19), "rm")
    draw.text((76 + wide, 38), _clip(draw, title, room, 27), INK, font(27, bold=True), "lm")
    for line, words in enumerate(_wrap(draw, verdict.sentence, WIDTH - 56)):
        draw.text((28, 78 + 30 * line), words, INK, font(21), "lm")
    return np.asarray(image)


def _fitted(picture: Picture) -> tuple[Picture, tuple[int, int]]:
    """The picture scaled into the room above the bar, and where its corner goes."""
    height, width = picture.shape[:2]
    scale = min(WIDTH / width, (HEIGHT - BAR) / height)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    scaled = cv2.resize(picture, size, interpolation=method)
    return scaled, ((WIDTH - size[0]) // 2, (HEIGHT - BAR - size[1]) // 2)


def _clip(draw: ImageDraw.ImageDraw, words: str, room: float, size: int) -> str:
    """The words, cut with an ellipsis if they are longer than ``room`` pixels in bold."""
    if draw.textlength(words, font(size, bold=True)) <= room:
        return words
    while words and draw.textlength(f"{words}…", font(size, bold=True)) > room:
        words = words[:-1]
    return f"{words.rstrip()}…"


def _wrap(draw: ImageDraw.ImageDraw, text: str, room: float) -> list[str]:
    """At most two lines of words that fit ``room`` pixels; a longer text ends in an ellipsis."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if draw.textlength(longer, font(21)) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines if len(lines) <= 2 else [lines[0], f"{lines[1].rstrip('.')}…"]
