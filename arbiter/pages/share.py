"""A game as one self-contained HTML file: the review page with its pictures and statistics.

It opens from a disk without a network and loads nothing; announcements are in it as text. It contains the
page's static files and the responses to all its requests.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from arbiter.pages.case_page import size_of
from arbiter.pages.policy import bundled, sealed, static
from arbiter.pages.position import rule_svg
from arbiter.pages.reviewed import draw, film_json, game_json
from arbiter.pages.server import piece_svg, words_json
from arbiter.record.footage import Film, films_of
from arbiter.record.record import RecordError
from arbiter.record.stills import jpeg as as_jpeg
from arbiter.record.stills import narrowed
from arbiter.review.judgements import Judgements
from arbiter.review.small_film import small_film
from arbiter.review.source import Reviewed
from arbiter.story.retelling import in_words
from arbiter.story.story import Story
from arbiter.story.translation import words_of
from arbiter.words.exits import UserError
from arbiter.words.progress import OnPart, counted, nobody, part_of
from engine.bounded import writable
from engine.message import Messages, Said, of_system
from vision.pictures import PictureError, decode
from vision.source.frames import SourceError

say = Messages("arbiter")


MODULES = (
    "common.js",
    "words.js",
    "placing.js",
    "settle.js",
    "timeline.js",
    "graph.js",
    "player.js",
    "figures.js",
    "review.js",
)
"""The page's scripts, each after those it imports."""
STYLES = ("look.css", "review.css", "settle.css")
LEVELS = ((1280, 82), (1280, 70), (960, 72), (800, 68), (640, 62), (480, 55), (320, 45))
"""Widths (px) and JPEG qualities of the pictures; the first that fits is used."""
MEGABYTES = 12
TAIL_S = 5.0
Files = Mapping[str, bytes]


def share(
    path: Path | str,
    target: Path,
    megabytes: float = MEGABYTES,
    judgements: Judgements | None = None,
    language: str | None = None,
    film: Path | str | None = None,
    on_part: OnPart = nobody,
) -> Said | None:
    """Write a game as one HTML file of at most ``megabytes``; returns a message if the game was damaged.

    ``language`` is by default the game's. ``film`` is the film it was watched from, by default all existing
    ones named in the record; films take at most half of the size, and one that is too long for that is left
    out. First the solver judges the plays, for a minute at most; ``on_part`` gets the progress.

    Raises what `Reviewed` raises, ``RecordError`` if ``target`` exists or can't be written, and ``UserError``
    for a game without steps, a missing film, and pictures that don't fit at any size.
    """
    if target.exists():
        raise RecordError(say("file_other_name_o", raw=target))
    with Reviewed(path) as game:
        story = game.story()
        story = in_words(story, words_of(story.header, language))
        if not story.steps:
            raise UserError(say("file_nothing_happened", raw=path))
        judgements = judgements or Judgements()
        found = films_of(game.path, story.header, film)
        parts = 2 + len(found)
        judged = judgements.finished(story, on_part=part_of(on_part, 0, parts))
        limit = round(megabytes * 1e6)
        more = {name: svg.encode() for name, svg in judgements.drawings(story)}
        films = dict[Film, bytes]()
        for number, each in enumerate(found, 1):
            packed = part_of(on_part, number, parts)
            small = _film(each, story, limit * 3 // 8 // len(found), film is not None, packed)
            films |= {} if small is None else {each: small}
        html = page_of(game, story, judged, limit, more, films, part_of(on_part, parts - 1, parts))
    try:
        with target.open("x", encoding="utf-8") as file:
            file.write(html)
    except OSError as error:
        raise RecordError(say("file_cannot_write", raw=target, system=of_system(error))) from error
    return game.warning


def page_of(
    game: Reviewed,
    story: Story,
    judged: Mapping[str, Any],
    limit: int,
    more: Files | None = None,
    films: Mapping[Film, bytes] | None = None,
    on_part: OnPart = nobody,
) -> str:
    """The whole file's text, at most ``limit`` bytes; ``more`` are drawings of better lines, by address;
    ``on_part`` gets the progress. Raises ``UserError`` if it can't be made that small.
    """
    shown = [film_json(film) for film in films or ()]
    answers = {"game.json": {**game_json(game, story), "films": shown}, "judgements.json": judged}
    answers["words.json"] = _words(story)
    drawn = {name: svg.encode() for name, svg in _drawings(story, answers["game.json"])}
    drawn |= more or {}
    drawn |= {film_json(film)["address"]: data for film, data in (films or {}).items()}
    stills = dict(_stills(game, answers["game.json"]))
    sizes = {name: size_of(jpeg) for name, jpeg in stills.items()}
    for number, (width, quality) in enumerate(LEVELS):
        tried = part_of(on_part, number, len(LEVELS))  # an early level usually fits
        files = dict(drawn)
        for name, jpeg in counted(list(stills.items()), tried):
            files[name] = smaller(jpeg, width, quality)
        html = writable(_page(answers, files, sizes))
        if len(html.encode()) <= limit:
            return html
        if not stills:
            break
    needed = len(html.encode()) // 1_000_000 + 1
    raise UserError(say("file_too_large", raw=game.path, raw2=f"{limit / 1e6:g}", raw3=needed))


def _film(film: Film, story: Story, limit: int, asked: bool, on_part: OnPart) -> bytes | None:
    """A film until shortly after the last step, in at most ``limit`` bytes; ``None`` if it can't be that
    small, or if it is unreadable and was not ``asked`` for.
    """
    until_s = max(step.entry.time_s for step in story.steps) + TAIL_S
    try:
        return small_film(film, until_s, limit, on_part)
    except SourceError:
        if asked:
            raise
        return None


def _words(story: Story) -> dict[str, Any]:
    """The page's own words, without those for a phone as the camera."""
    found = words_json(story.words)
    kept = {key: text for key, text in found["words"].items() if not key.startswith("camera_")}
    return {**found, "words": kept}


def _drawings(story: Story, shown: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Every drawing that the page may request, by address; ``shown`` is its ``game.json``."""
    for index in range(len(story.steps)):
        for moment in ("before", "after"):
            drawn = draw(story, index, moment)
            if drawn is not None:
                yield f"diagram/{index}/{moment}.svg", drawn
    for reading in sorted({reading for step in shown["steps"] for reading in step["verdict"]["breaches"]}):
        yield f"/rule/{reading}.svg", rule_svg(reading, story.words) or ""
    options = [option for step in shown["steps"] for option in step["options"]]
    pieces = {f"{option['size']}-{option['colour']}" for option in options if "size" in option}
    pieces |= {name for option in options for name in option.get("pictures", ())}
    for name in sorted(pieces):
        yield f"/piece/{name}.svg", piece_svg(name)


def _stills(game: Reviewed, shown: Mapping[str, Any]) -> Iterator[tuple[str, bytes]]:
    for step in shown["steps"]:
        for name, address in step["stills"].items():
            with suppress(RecordError):  # broken stills are left out
                yield address, game.still(int(address.split("/")[1]), name)


def smaller(jpeg: bytes, width: int, quality: int) -> bytes:
    """A JPEG at most ``width`` px wide in that quality; unchanged if it can't be read or would grow."""
    try:
        picture = decode(jpeg)
    except PictureError:
        return jpeg
    return min(as_jpeg(narrowed(picture, width), quality), jpeg, key=len)


def _page(answers: Mapping[str, Any], files: Files, sizes: Mapping[str, tuple[int, int]]) -> str:
    """The page with everything in it; identical pictures are stored once. ``sizes`` are the pictures'
    original sizes, which the recorded boxes refer to.
    """
    contents: dict[str, int] = {}
    held = {name: contents.setdefault(_data(name, data), len(contents)) for name, data in files.items()}
    carried = json.dumps(
        {"answers": answers, "files": held, "contents": list(contents), "sizes": sizes}, ensure_ascii=False
    ).replace("<", "\\u003c")
    styles = "\n".join(static(name) for name in STYLES)
    html = re.sub(r'\s*<link rel="(stylesheet|icon)"[^>]*>', "", static("review.html"))
    html = html.replace("/static/logo.svg", _data("logo.svg", static("logo.svg").encode()))
    head = f"<style>\n{styles}</style>"
    scripts = (
        f'<script type="application/json" id="shared">{carried}</script>\n'
        f'<script type="module">\n{bundled(map(static, MODULES))}</script>'
    )
    html = re.sub(r'\s*<script type="module" src="[^"]*"></script>', "", html)
    html = html.replace("</title>", f"</title>\n  {head}", 1)
    return sealed(html.replace("</body>", f"{scripts}\n</body>"))


def _data(name: str, data: bytes) -> str:
    pictured = "image/svg+xml" if name.endswith(".svg") else "image/jpeg"
    kind = "video/mp4" if name.startswith("film/") else pictured
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"
