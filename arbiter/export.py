"""A record as something else: all of it as JSON, the game as text, the stills as a film."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from arbiter.describe import Names, play_words, score_words
from arbiter.film import write_film
from arbiter.record import Record, RecordError
from arbiter.replay import Step, read_rules
from arbiter.salvage import open_or_salvage
from arbiter.story import Story, clock, read_story, step_verdict
from engine.game import Seat
from engine.initiative_model import Rules, Setup
from engine.notation_initiative import format_piece

SUFFIXES = {"json": ".json", "text": ".txt", "mp4": ".mp4"}


def export(path: Path | str, form: str, target: Path | str | None = None) -> tuple[Path, str | None]:
    """Write a record as ``json``, ``text`` or ``mp4`` to ``target`` (by default beside it, with that suffix).

    Gives the file written and, when the record was damaged, the line that says what of it could be read.
    Raises ``RecordError`` for an unreadable record, an unknown form, a target that is there already, and
    a film without a single still.
    """
    writer = _WRITERS.get(form)
    if writer is None:
        raise RecordError(f"unknown format {form!r}: choose {', '.join(_WRITERS)}")
    path = Path(path)
    target = Path(target) if target is not None else path.with_suffix(SUFFIXES[form])
    if target.exists():
        raise RecordError(f"{target} is there already and is not overwritten: choose another name with -o")
    record, warning = open_or_salvage(path)
    with record:
        try:
            writer(record, target)
        except OSError as error:
            target.unlink(missing_ok=True)
            raise RecordError(f"can't write {target}: {error.strerror or error}") from error
        except RecordError:
            target.unlink(missing_ok=True)
            raise
    return target, warning


def record_json(record: Record, with_stills: bool = True) -> dict[str, Any]:
    """Everything in a record: ``{"header", "entries"}``, the stills as base64 JPEG by name in each entry."""
    return {
        "format": "pyramid-arbiter-record",
        "version": 1,
        "header": record.header,
        "entries": [
            {
                **entry.to_json(),
                "frames": {
                    name: base64.b64encode(record.frame(entry.id, name)).decode() if with_stills else None
                    for name in entry.frames
                },
            }
            for entry in record.entries()
        ],
    }


def game_text(story: Story) -> str:
    """The game as text: tags, then the turns with verdicts in braces, one round after the other."""
    rounds = sorted({step.round for step in story.steps} or {1})
    parts = ["\n".join([*_tags(story, number), "", *_movetext(story, number)]) for number in rounds]
    return "\n\n\n".join(parts) + "\n"


def _tags(story: Story, number: int) -> Iterator[str]:
    header = story.header
    tags = {
        "Game": str(header.get("game", "initiative")).capitalize(),
        "Date": str(header.get("created", "????-??-??"))[:10].replace("-", "."),
        "Round": str(number),
        "Near": story.names[Seat.NEAR],
        "Far": story.names[Seat.FAR],
        "Rules": rules_words(read_rules(header)),
        "Palette": header.get("palette"),
        "Source": header.get("source"),
        **_setup_tags(story, number),
        "Result": _result(story, number),
    }
    for name, value in tags.items():
        if value:
            words = str(value).replace("\\", "\\\\").replace('"', '\\"')
            yield f'[{name} "{words}"]'


def rules_words(rules: Rules) -> str:
    """Rule options in a line: ``advanced; sacrifice, pummeling, calling; swap up_to; exhaustion draw``."""
    switches = [name for name in ("sacrifice", "pummeling", "calling") if getattr(rules, name)]
    swap = f"swap {rules.swap}" if rules.sacrifice else ""
    parts = (rules.variant, ", ".join(switches), swap, f"exhaustion {rules.exhaustion}")
    return "; ".join(part for part in parts if part)


def _setup_tags(story: Story, number: int) -> Mapping[str, str]:
    setups = [
        step.data["setup"]
        for step in story.steps
        if step.kind == "setup"
        and step.round == number
        and not step.data.get("problems")
        and not step.problem
    ]
    if not setups:
        return {}
    setup = Setup.from_json(setups[-1])
    return {
        "NearPyramids": " ".join(map(format_piece, setup.near)),
        "FarPyramids": " ".join(map(format_piece, setup.far)),
        "Stack": " ".join(setup.stack),
    }


def _result(story: Story, number: int) -> str:
    ends = [step for step in story.steps if step.round == number and step.after and step.after.outcome]
    if not ends or ends[-1].after is None or ends[-1].after.outcome is None:
        return "*"
    outcome = ends[-1].after.outcome
    if outcome.winner is None or outcome.score is None:
        return "draw"
    return f"{story.names[outcome.winner]} {score_words(outcome.score)}"


def _movetext(story: Story, number: int) -> Iterator[str]:
    for step in story.steps:
        if step.round == number and step.kind != "setup":
            yield from _lines(step, story.names)


def _lines(step: Step, names: Names) -> Iterator[str]:
    if step.kind == "move" and step.play is not None:
        yield _play_line(step, names)
    else:
        yield f"    {_comment(step, names, with_word=True)}"
    for remark in step.remarks:
        if remark.kind == "notice":
            yield f"    {{Notice: {_braceless(remark.text)} @{clock(remark.time_s)}}}"


def _play_line(step: Step, names: Names) -> str:
    """A play: turn and seat for a lead, the notation, ``??`` for an illegal one, the verdict."""
    assert step.play is not None
    leading = step.before is None or step.before.attack is None or step.before.attack.seat is step.play.seat
    turn = step.before.turn if step.before else 0
    place = f"{turn:>3}. " if leading else "     "
    mark = " ??" if not step.data.get("legal", True) else ""
    move = f"{names[step.play.seat]}: {step.data.get('text') or play_words(step.play)}{mark}"
    return f"{place}{move:<28} {_comment(step, names, with_word=bool(mark))}"


def _comment(step: Step, names: Names, with_word: bool) -> str:
    """The verdict in braces, with the rules it rests on and the time of the video."""
    verdict = step_verdict(step, names)
    words = f"{verdict.word}: {verdict.sentence}" if with_word else verdict.sentence
    rules = f" [{', '.join(verdict.rules)}]" if verdict.rules else ""
    return f"{{{_braceless(words)}{rules} @{clock(step.entry.time_s)}}}"


def _braceless(text: str) -> str:
    return text.replace("{", "(").replace("}", ")")


def _write_json(record: Record, target: Path) -> None:
    with target.open("x", encoding="utf-8") as file:
        json.dump(record_json(record), file, ensure_ascii=False, indent=1)


def _write_text(record: Record, target: Path) -> None:
    target.write_text(game_text(read_story(record)), encoding="utf-8")


def _write_film(record: Record, target: Path) -> None:
    write_film(record, read_story(record), target)


_WRITERS: Mapping[str, Callable[[Record, Path], None]] = {
    "json": _write_json,
    "text": _write_text,
    "mp4": _write_film,
}
