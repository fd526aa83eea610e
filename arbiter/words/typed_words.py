"""Moves of Logistics, Nickel and Sanctum in English words, from the typed form that events have.

Other languages retell these (``arbiter.words.sentences``). What is typed or exported stays in the typed form.
"""

from __future__ import annotations

import re

from arbiter.words import logistics_words
from engine.game import Seat
from engine.nickel.model import SQUARES, Setup

SQUARE = re.compile(r"[a-e][1-5]")
_OWNER, _NAME = "(?P<owner>red|blue|neutral)", "(?P<name>[a-z0-9_]+)"
_SANCTUM = (
    (r"turn", "a turn starts"),
    (r"timepiece", "Adriel's Timepiece is used"),
    (rf"{_OWNER}>{_NAME}", "{owner} captures {name}"),
    (rf"\+{_OWNER}\.{_NAME}", "{owner} builds {name}"),
    (rf"-{_NAME}", "{name} is destroyed"),
    (rf"lienna:{_OWNER}", "{owner}'s Lienna enters"),
    (rf"unlienna:{_OWNER}", "{owner}'s Lienna leaves"),
    (rf"lienna:{_OWNER}:{_NAME}", "{owner}'s Lienna {name} enters"),
    (rf"unlienna:{_OWNER}:{_NAME}", "{owner}'s Lienna {name} leaves"),
)
_PLAYS = re.compile(r"\b(near|far) plays (\S+?)(?=[.,]?(?:\s|$))")
_WAS = re.compile(r"\bmove (\d+) was (?:(near|far)'s )?(\S+), not (?:(?:near|far)'s )?\S+?(?=[.,]?(?:\s|$))")
_ON = re.compile(r"(?<= takes [a-e][1-5]), (?:standing \w+|\w+ pointing \w+)")
_ILLEGAL = re.compile(r"(\S+)( \(illegal, \w+\))?")
_EARLIER = re.compile(r"'s play (\d+) was (\S+), not (\S+?)(?=[.,;]?(?:\s|$))")
_PLAY = re.compile(
    r"(?P<open>\()?(?P<size>[SML])(?P<colour>[a-z]+)\)?"
    r"(?:/(?P<below>[SML])(?P<under>[a-z]+)(?P<shift>[+-]\d)?)?(?P<call>!)?"
)
_ACTION = re.compile(r"[SML][a-z]+@\d|take\d(?:=\S+)?")
_SIZES = {"S": "small", "M": "medium", "L": "large"}


def deed(seat: str, text: str) -> str:
    """Who does what, in English, with the seat for the name; empty for what is no move in the typed form.

    ``text`` is a move in the typed form. Nobody does what happens in Sanctum: ``seat`` is left out there.
    """
    if SQUARE.fullmatch(text):
        return f"{seat} takes {text}"
    for form, told in _SANCTUM:
        if match := re.fullmatch(form, text):
            return told.format(**match.groupdict())
    return logistics_words.exact_deed(seat, text) if logistics_words.known(text) else ""


def on_square(text: str, board: Setup) -> str:
    """The pyramid on a square of Nickel's board; empty where there is none."""
    on = board.board[SQUARES.index(text)] if SQUARE.fullmatch(text) else None
    return "" if on is None or on in set(Seat) else str(on)


def plainly(sentence: str) -> str:
    """An English sentence with the moves in words that stand in it as they are typed.

    Some questions and their options are recorded in the typed form (``near plays card1``) and shown in words.
    """
    sentence = _EARLIER.sub(_earlier, _WAS.sub(_was, _PLAYS.sub(_plays, sentence)))
    parts = sentence.split(", then ")
    alone = len(parts) == 1 and sentence == "turn"  # a label, not what happened
    return sentence if alone else ", then ".join(map(_happened, parts))


def bare(option: str) -> str:
    """An option of a question as it is compared with one recorded earlier, in the typed form or in words: in
    words, without the pyramids on the squares of Nickel."""
    parts = (deed("", part) if part == "turn" else part for part in option.split(", then "))
    return _ON.sub("", plainly(", then ".join(parts)))


def _plays(found: re.Match[str]) -> str:
    return deed(*found.groups()) or found[0]


def _was(found: re.Match[str]) -> str:
    done = deed(found[2] or "", found[3])
    return f"move {found[1]} was another one: {done}" if done else found[0]


def _happened(part: str) -> str:
    """What happened in Sanctum, where nobody is named: ``red>town1 (illegal, S6)``."""
    found = _ILLEGAL.fullmatch(part)
    if found is None or logistics_words.known(found[1]) or SQUARE.fullmatch(found[1]):
        return part
    done = deed("", found[1])
    return f"{done}{found[2] or ''}" if done else part


def _earlier(found: re.Match[str]) -> str:
    now, was = (play(each) for each in (found[2], found[3]))
    return f"'s play {found[1]} was {now}, not {was}" if now and was else found[0]


def drafted(text: str) -> str:
    """A typed action of a draft as `draft_words.move_phrase` has it; empty for anything else."""
    if _ACTION.fullmatch(text) is None:
        return ""
    piece, at, marker = text.partition("@")
    if at:
        return f"{logistics_words.listed(piece)} at marker {marker}"
    taken, _, kept = text.removeprefix("take").partition("=")
    if not kept:
        return f"the row of marker {taken}"
    return f"{logistics_words.listed(kept).replace(', ', ' and ')} of marker {taken}"


def play(text: str) -> str:
    """A typed play of Initiative as `describe.play_words` has it; empty for anything else."""
    found = _PLAY.fullmatch(text)
    if found is None:
        return ""
    words = f"{_SIZES[found['size']]} {found['colour']}"
    if found["under"]:
        words += f" on {_SIZES[found['below']]} {found['under']}"
    if shift := int(found["shift"] or 0):
        words += f", {found['colour']} {'up' if shift > 0 else 'down'} {abs(shift)}"
    if found["call"]:
        words += f", calling {found['colour']}"
    return f"{words} again (virtually)" if found["open"] else words
