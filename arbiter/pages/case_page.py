"""A disputed move as one self-contained HTML file with its pictures, diagrams and words."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from functools import partial
from html import escape

from arbiter.pages.policy import bundled, sealed, static
from arbiter.pages.position import rule_svg
from arbiter.record.record import RecordError
from arbiter.story.case import Case, Shown
from vision import pictures
from vision.detect.boxes import joined

PictureOf = Callable[[int, str], bytes]


def case_html(case: Case, picture_of: PictureOf) -> str:
    """The page, which loads nothing from elsewhere; ``picture_of`` gives the JPEG of an entry's still."""
    say = partial(_say, case)
    tone = "bad" if case.verdict.tone == "bad" else "good"
    rules = "".join(
        f"<p><b class=rule>{say('rule', id=r)}</b> {escape(m)}</p>" for r, m in case.rules.items()
    )
    decided = "".join(f"<p><b>{escape(words)}</b></p>" for words in (case.ruling, case.corrected) if words)
    stills = "".join(f"<section>{_figure(case, shown, picture_of)}</section>" for shown in case.stills)
    heads = (say("position_before"), say("position_after"))
    drawn = zip(heads[-len(case.diagrams) :] if case.diagrams else (), case.diagrams, strict=True)
    diagrams = "".join(f"<section class=diagram><h2>{head}</h2>{svg}</section>" for head, svg in drawn)
    broken = "".join(_rule(case, reading, why) for reading, why in case.breaches.items())
    verdict, legal = case.verdict, ", ".join(case.legal) or case.words.say("table_nothing")
    why = f"<h2>{escape(verdict.word)}</h2><p>{escape(verdict.sentence)}</p>"
    body = f"""<h1>{escape(case.title)}</h1><p class=where>{escape(case.where)}</p>
<section class={tone}>{why}{rules}{decided}</section>
<div class=grid><section><h2>{escape(case.legal_title)}</h2><p>{escape(legal)}</p></section>
<section><h2>{say("read_as_what")}</h2>{_readings(case)}</section>{stills}</div>
{_clip(case, picture_of)}<div class=grid>{broken}{diagrams}</div>"""
    script = bundled(map(static, ("placing.js", "case.js")))
    return sealed(
        f'<!doctype html><html lang="{case.words.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(case.title)}</title><style>{static('case.css')}</style></head>"
        f'<body><main>{body}</main><script type="module">{script}</script></body></html>\n'
    )


def _say(case: Case, key: str, **slots: object) -> str:
    """A message of the page, escaped."""
    return escape(case.words.page(key, **slots))


def _rule(case: Case, reading: str, why: str) -> str:
    """The drawing of a rule, with what is wrong in it."""
    head, note = _say(case, "rule", id=reading), _say(case, "rule_drawn", id=reading, why=why)
    drawn = rule_svg(reading, case.words)
    return f"<section class=diagram><h2>{head}</h2>{drawn}<p class=note>{note}</p></section>"


def _readings(case: Case) -> str:
    rows = list(case.readings)
    if case.readings and case.none is not None:
        rows.append((case.words.page("none_of_these"), case.none))
    if not rows:
        sure = "" if case.confidence is None else f" ({_say(case, 'sure', share=f'{case.confidence:.0%}')})"
        return f"<p>{escape(case.read_as)}{sure}. {_say(case, 'no_readings')}</p>"
    shares = ((f"{case.words.decimal(100 * p)} %", escape(text)) for text, p in rows)
    cells = "".join(f"<tr><td>{share}</td><td>{text}</td></tr>" for share, text in shares)
    return f"<table>{cells}</table>"


def _clip(case: Case, picture_of: PictureOf) -> str:
    if not case.clip:
        why = _say(case, "no_last_seconds" if case.disputed else "no_seconds")
        return f"<p class=note>{why}</p>"
    shots = "".join(_figure(case, shown, picture_of) for shown in case.clip)
    keys = (
        ("back", "◀"),
        ("play", _say(case, "play_stop")),
        ("on", "▶"),
        ("marks", _say(case, "marks_on_off")),
    )
    buttons = "".join(f"<button data-act={act}>{words}</button>" for act, words in keys)
    head = f"<h2>{_say(case, 'seconds_around')}</h2>"
    return f"<section class=clip>{head}{shots}<div class=keys>{buttons}</div></section>"


def _figure(case: Case, shown: Shown, picture_of: PictureOf) -> str:
    """A picture with its boxes drawn over it, in the picture's own pixels."""
    try:
        jpeg = picture_of(shown.entry, shown.name)
    except RecordError:  # a broken still
        return ""
    width, height = size_of(jpeg)
    data = base64.b64encode(jpeg).decode()
    marks = "".join(_mark(box, words) for box, words in shown.marks)
    label, alt = escape(shown.caption), _say(case, "the_table", text=shown.caption)
    return (
        f'<figure><svg viewBox="0 0 {width} {height}" role="img" aria-label="{alt}">'
        f'<image id="{_name(shown)}" href="data:image/jpeg;base64,{data}" width="{width}" height="{height}"/>'
        f'<g class="mark">{marks}</g></svg>'
        f"{_near(case, shown, (width, height))}"
        f"<figcaption>{label} <span class=rest></span></figcaption></figure>"
    )


def _name(shown: Shown) -> str:
    """A still's id in the page."""
    return escape(f"still-{shown.entry}-{shown.name}")


def _near(case: Case, shown: Shown, size: tuple[int, int]) -> str:
    """An enlarged view of the boxes in a still, from the same picture; empty for pictures of the clip."""
    if shown in case.clip or not shown.marks:
        return ""
    left, top, wide, high = around([box for box, _ in shown.marks], *size)
    alt = _say(case, "zoomed", text=shown.caption)
    view = f"{left:.0f} {top:.0f} {wide:.0f} {high:.0f}"
    return (
        f'<svg class="near" viewBox="{view}" role="img" aria-label="{alt}">'
        f'<use href="#{_name(shown)}"/></svg>'
    )


def around(boxes: Sequence[Sequence[float]], width: int, height: int) -> tuple[float, float, float, float]:
    """The part of a picture (left, top, width, height, px) around boxes, in the ratio 16:9."""
    left, top, right, bottom = joined(boxes)
    wide = min(width, max(1.9 * (right - left), 1.9 * (bottom - top) * 16 / 9, width / 8))
    high = wide * 9 / 16
    x = min(max((left + right - wide) / 2, 0), width - wide)
    return x, min(max((top + bottom - high) / 2, 0), max(0, height - high)), wide, high


def _mark(box: tuple[float, ...], words: str) -> str:
    """A box with its label, which the page's script places where it covers nothing."""
    x0, y0, x1, y1 = box
    frame = f'<rect x="{x0:.1f}" y="{y0:.1f}" width="{x1 - x0:.1f}" height="{y1 - y0:.1f}" class="frame"/>'
    return f"{frame}<text>{escape(words)}</text>"


def size_of(jpeg: bytes) -> tuple[int, int]:
    """Width and height of a picture in px."""
    try:
        return pictures.size_of(jpeg)
    except pictures.PictureError:
        return 16, 9
