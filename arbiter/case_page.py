"""A disputed move as one self-contained HTML file: its pictures, its diagrams and its words inside."""

from __future__ import annotations

import base64
from collections.abc import Callable
from html import escape
from pathlib import Path

import cv2
import numpy as np

from arbiter.case import Case, Shown

PictureOf = Callable[[int, str], bytes]

STATIC = Path(__file__).with_name("pages") / "static"


def case_html(case: Case, picture_of: PictureOf) -> str:
    """The page; ``picture_of`` gives the JPEG of an entry's still. It asks for nothing from elsewhere."""
    tone = "bad" if case.verdict.tone == "bad" else "good"
    rules = "".join(f"<p><b class=rule>Rule {escape(r)}</b> {escape(m)}</p>" for r, m in case.rules.items())
    decided = "".join(f"<p><b>{escape(words)}</b></p>" for words in (case.ruling, case.corrected) if words)
    stills = "".join(f"<section>{_figure(shown, picture_of)}</section>" for shown in case.stills)
    names = ("Before", "After")
    drawn = zip(names[-len(case.diagrams) :] if case.diagrams else (), case.diagrams, strict=True)
    diagrams = "".join(
        f"<section class=diagram><h2>The position {name.lower()}</h2>{svg}</section>" for name, svg in drawn
    )
    verdict, legal = case.verdict, ", ".join(case.legal) or "Nothing"
    why = f"<h2>{escape(verdict.word)}</h2><p>{escape(verdict.sentence)}</p>"
    body = f"""<h1>{escape(case.title)}</h1><p class=where>{escape(case.where)} · {escape(case.notation)}</p>
<section class={tone}>{why}{rules}{decided}</section>
<div class=grid><section><h2>{escape(case.legal_title)}</h2><p>{escape(legal)}</p></section>
<section><h2>What the table was read as</h2>{_readings(case)}</section>{stills}</div>
{_clip(case, picture_of)}<div class=grid>{diagrams}</div>"""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(case.title)}</title><style>{_static('case.css')}</style></head>"
        f"<body><main>{body}</main><script>{_static('case.js')}</script></body></html>\n"
    )


def _static(name: str) -> str:
    return (STATIC / name).read_text("utf-8")


def _readings(case: Case) -> str:
    rows = [
        *case.readings,
        *([("none of these", case.none)] if case.readings and case.none is not None else []),
    ]
    if not rows:
        sure = "" if case.confidence is None else f" ({case.confidence:.0%} sure)"
        return f"<p>{escape(case.notation)}{sure}. No other readings were kept.</p>"
    cells = "".join(f"<tr><td>{p:.1%}</td><td>{escape(text)}</td></tr>" for text, p in rows)
    return f"<table>{cells}</table>"


def _clip(case: Case, picture_of: PictureOf) -> str:
    if not case.clip:
        return "<p class=note>No seconds around it were kept: nobody disputed it while it was played.</p>"
    shots = "".join(_figure(shown, picture_of) for shown in case.clip)
    keys = (("back", "◀"), ("play", "Play / stop"), ("on", "▶"), ("marks", "What was seen, on / off"))
    buttons = "".join(f"<button data-act={act}>{words}</button>" for act, words in keys)
    head = "<h2>The seconds around the dispute</h2>"
    return f"<section class=clip>{head}{shots}<div class=keys>{buttons}</div></section>"


def _figure(shown: Shown, picture_of: PictureOf) -> str:
    """A picture with its boxes drawn over it, in the picture's own pixels."""
    jpeg = picture_of(shown.entry, shown.name)
    width, height = size_of(jpeg)
    data = base64.b64encode(jpeg).decode()
    marks = "".join(_mark(box, words, width) for box, words in shown.marks)
    line = f'fill="none" stroke="#ffd400" stroke-width="{max(1.0, width / 480):.1f}"'
    label = escape(shown.caption)
    return (
        f'<figure><svg viewBox="0 0 {width} {height}" role="img" aria-label="The table: {label}">'
        f'<image href="data:image/jpeg;base64,{data}" width="{width}" height="{height}"/>'
        f'<g class="mark" {line}>{marks}</g></svg>'
        f"<figcaption>{label}</figcaption></figure>"
    )


def _mark(box: tuple[float, ...], words: str, width: int) -> str:
    x0, y0, x1, y1 = box
    size = max(6.0, width / 40)
    look = f'font-size="{size:.1f}" font-family="sans-serif" fill="#ffd400" paint-order="stroke"'
    edge = f'stroke="#000" stroke-width="{size / 6:.1f}"'
    text = f'<text x="{x0:.1f}" y="{y0 - size / 3:.1f}" {look} {edge}>{escape(words)}</text>'
    return f'<rect x="{x0:.1f}" y="{y0:.1f}" width="{x1 - x0:.1f}" height="{y1 - y0:.1f}"/>{text}'


def size_of(jpeg: bytes) -> tuple[int, int]:
    """Width and height of a picture in px."""
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    return (picture.shape[1], picture.shape[0]) if picture is not None else (16, 9)
