"""Corrections and rulings in words, for the steps of a story."""

from __future__ import annotations

from dataclasses import replace

from arbiter.record.replay import Step
from arbiter.story.translation import comment_of, recorded_message
from arbiter.telling.found import telling_of
from arbiter.words.describe import Comment, Finding, Names
from arbiter.words.wording import Wording, titled
from engine.game import MoveError, Seat
from engine.message import Messages

say = Messages("arbiter")


def mark_words(step: Step, names: Names, words: Wording) -> str:
    """What people changed about a move; empty if it is as recorded."""
    change = step.data.get("corrected")
    if not isinstance(change, dict):
        return ""
    was = _was(str(change.get("was", "")), step, names, words)
    return words.say(f"corrected_{change['op']}", by=_by(change, words), was=was)


def correction_title(step: Step, names: Names, words: Wording) -> str:
    """What a correction or a ruling did."""
    data = step.data
    ruling = data.get("ruling")
    if ruling:
        return _about_move(f"ruling_{ruling['op']}", step, names, words)
    op, text = str(data.get("op")), str(data.get("text", ""))
    if data.get("problem"):
        return words.say("correction_unread")
    if op in ("delete", "moot"):
        return _about_move(f"correction_{op}", step, names, words)
    describe = {"set": _set, "rule": _rule}.get(op)
    what = "; ".join(describe(part, step, names, words) for part in text.split()) if describe else ""
    return words.say(f"correction_{op}", what=what)


def correction_verdict(step: Step, names: Names, words: Wording) -> Comment:
    """The comment on a correction: who made it, and what it means."""
    if step.data.get("problem"):
        problem = recorded_message(step.data, "problem", say("rules_forbid"))
        return comment_of(Finding("ask", say("v_not_corrected"), (problem,)), names, words)
    why = words.say(f"correction_{step.data['op']}_why", by=_by(step.data, words))
    return replace(comment_of(Finding("note", say("v_corrected")), names, words), sentence=why)


def ruled(step: Step, names: Names, words: Wording) -> Comment:
    """The comment on a ruling: the players' decision against the referee's."""
    ruling = step.data["ruling"]
    reason = (recorded_message(step.data, "reason", say("rules_forbid")),) if step.data.get("reason") else ()
    rules = (str(step.data["reading"]),) if step.data.get("reading") else ()
    made = comment_of(Finding("end", say("v_overruled"), reason, rules), names, words)
    why = f"{made.sentence} {words.say('ruling_' + ruling['op'] + '_why')}".strip()
    return replace(made, sentence=why)


def _by(data: object, words: Wording) -> str:
    by = data.get("by", "people") if isinstance(data, dict) else "people"
    return words.say("by_people") if by == "people" else str(by)


def _bare(text: str) -> str:
    """A move in notation without its seat."""
    seat, _, move = text.partition(":")
    return move.strip() if seat in set(Seat) else text.strip()


def _about_move(key: str, step: Step, names: Names, words: Wording) -> str:
    """A sentence about the move of a step, with who did what in games whose moves are told that way."""
    data, telling = step.data, telling_of(step.game)
    text, seat = _bare(str(data.get("was") or data.get("text") or "")), str(data.get("seat") or "")
    if telling.deed(seat, text) is None:
        name = names[Seat(seat)] if seat else ""
        return words.say(key, name=name, was=_was(text, step, names, words))
    return titled(words.say(f"{key}_told", move=words.tell(telling.title(seat, text), names)))


def _was(text: str, step: Step, names: Names, words: Wording) -> str:
    return words.tell(telling_of(step.game).phrase(_bare(text), step.before or step.after), names)


def _rule(part: str, step: Step, names: Names, words: Wording) -> str:
    """A rule option such as ``calling=false`` in words; unchanged if there are none for it."""
    option, _, value = part.lower().partition("=")
    keys = (f"option-{option}-{value.replace('+', '-')}", f"option-{option}")
    key = next(filter(words.has, keys), None)
    return words.say(key, n=value) if key else part


def _set(part: str, step: Step, names: Names, words: Wording) -> str:
    """A correction of the set-up in words; unchanged if it can't be read."""
    name, _, value = part.partition("=")
    try:
        return telling_of(step.game).setup_words(name.lower(), value, names, words)
    except (MoveError, KeyError, ValueError):
        return part
