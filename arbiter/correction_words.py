"""What people put right, in words, for the steps of a story."""

from __future__ import annotations

import re

from arbiter.describe import Names, Verdict, sentence
from arbiter.legal_words import piece_of
from arbiter.logistics_words import exact_deed, phrase
from arbiter.replay import Step
from arbiter.story_words import told, told_verdict
from arbiter.wording import Wording
from engine import logistics
from engine.game import MoveError, Seat
from engine.notation_pieces import parse_pieces
from engine.pieces import Piece

_PLAY = re.compile(r"\(?[SML][a-z]+\)?(/[SML][a-z]+([+-][0-9])?)?!?")
"""A play of Initiative in the typed form."""


def mark_words(step: Step, names: Names, words: Wording) -> str:
    """What people changed about a move, empty for one that is as it was recorded."""
    change = step.data.get("corrected")
    if not isinstance(change, dict):
        return ""
    was = _was(str(change.get("was", "")), step, names, words)
    return words.say(f"corrected_{change['op']}", by=_by(change, words), was=was)


def correction_title(step: Step, names: Names, words: Wording) -> str:
    """What a correction or an overruling did."""
    data = step.data
    ruling = data.get("ruling")
    name = names[Seat(data["seat"])] if data.get("seat") else ""
    whose = "" if name else "_it"
    if ruling:
        if moved := _moved(step, names, words):
            return words.say(f"ruling_{ruling['op']}_told", move=moved)
        was = _piece(str(data.get("text", "")), words)
        return words.say(f"ruling_{ruling['op']}{whose}", name=name, was=was)
    op = str(data.get("op"))
    if data.get("problem"):
        return words.say("correction_unread")
    if op == "set":
        return words.say("correction_set", what="; ".join(_parts(str(data.get("text", "")), names, words)))
    if op in ("delete", "moot") and (moved := _moved(step, names, words)):
        return words.say(f"correction_{op}_told", move=moved)
    was = _piece(_bare(str(data.get("was", ""))), words)
    key = f"correction_{op}{whose}" if op == "delete" else f"correction_{op}"
    return words.say(key, name=name, was=was, text=data.get("text"))


def correction_verdict(step: Step, names: Names, words: Wording) -> Verdict:
    """Who corrected, and what that means."""
    if step.data.get("problem"):
        problem = Verdict("ask", "Not corrected", sentence(str(step.data["problem"]), names))
        return told_verdict(problem, names, words)
    why = words.say(f"correction_{step.data['op']}_why", by=_by(step.data, words))
    return Verdict("note", told("Corrected", names, words), why)


def ruled(step: Step, names: Names, words: Wording) -> Verdict:
    """The players' decision against the referee's."""
    ruling = step.data["ruling"]
    reason = told(sentence(str(step.data.get("reason") or ""), names), names, words)
    rules = (str(step.data["reading"]),) if step.data.get("reading") else ()
    why = f"{reason} {words.say('ruling_' + ruling['op'] + '_why')}".strip()
    return Verdict("end", told("Overruled", names, words), why, rules)


def _by(data: object, words: Wording) -> str:
    by = data.get("by", "people") if isinstance(data, dict) else "people"
    return words.say("by_people") if by == "people" else str(by)


def _bare(text: str) -> str:
    """A typed move without its seat."""
    seat, _, move = text.partition(":")
    return move.strip() if seat in set(Seat) else text.strip()


def _of_logistics(step: Step) -> bool:
    return isinstance(step.before or step.after, logistics.State)


def _moved(step: Step, names: Names, words: Wording) -> str:
    """Who did what, of the move of Logistics that a step is about; empty in another game."""
    seat, text = step.data.get("seat"), str(step.data.get("was") or step.data.get("text") or "")
    if not seat or not _of_logistics(step):
        return ""
    return told(exact_deed(str(seat), _bare(text)), names, words)


def _was(text: str, step: Step, names: Names, words: Wording) -> str:
    return told(phrase(text), names, words) if _of_logistics(step) else _piece(text, words)


def _piece(text: str, words: Wording) -> str:
    """A typed play as ``medium blue``; a move of another game as it is typed."""
    return str(words.piece(piece_of(text))) if _PLAY.fullmatch(text) else text


def _parts(text: str, names: Names, words: Wording) -> list[str]:
    found = []
    for part in text.split():
        name, _, value = part.partition("=")
        if name.lower() == "stack":
            colours = words.series([words.colour(colour.lower()) for colour in value.split(",")])
            found.append(words.say("correction_set_stack", colours=colours))
            continue
        seat, _, piece = name.partition(".")
        try:
            (was,), (now,) = parse_pieces(piece), parse_pieces(value)
        except (MoveError, ValueError):
            found.append(part)
            continue
        slots = {"was": _word(was, words), "now": _word(now, words)}
        found.append(words.say("correction_set_piece", name=names[Seat(seat.lower())], **slots))
    return found


def _word(piece: Piece, words: Wording) -> str:
    return str(words.piece((piece.size.word, piece.colour.value)))
