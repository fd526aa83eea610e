"""Typed plays of Initiative and actions of a draft as messages.

What is typed or exported stays in its typed form.
"""

from __future__ import annotations

import re

from arbiter.words.pieces import pieces_in
from engine.message import Message, Messages, just
from engine.pieces import Piece

say = Messages("arbiter.games.initiative")
_PLAY = re.compile(
    r"(?P<open>\()?(?P<size>[SML])(?P<colour>[a-z]+)\)?"
    r"(?:/(?P<below>[SML])(?P<under>[a-z]+)(?P<shift>[+-]\d)?)?(?P<call>!)?"
)
_ACTION = re.compile(r"[SML][a-z]+@\d|take\d(?:=\S+)?")


def drafted(text: str) -> Message | None:
    """A typed action of a draft in words: ``large red at marker 2``; ``None`` for anything else."""
    if _ACTION.fullmatch(text) is None:
        return None
    piece, at, marker = text.partition("@")
    if at:
        return say("dr_at", piece=pieces_in(piece)[0], n=int(marker))
    taken, _, kept = text.removeprefix("take").partition("=")
    if not kept:
        return say("dr_row", n=int(taken))
    return say("dr_of", list=pieces_in(kept), n=int(taken))


def play(text: str) -> Message | None:
    """A typed play of Initiative in words (see `play_message`); ``None`` for anything else."""
    found = _PLAY.fullmatch(text)
    if found is None:
        return None
    (piece,) = pieces_in(found["size"] + found["colour"])
    under: Piece | None = None
    if found["under"]:
        (under,) = pieces_in(found["below"] + found["under"])
    shift = int(found["shift"] or 0)
    return play_message(piece, under, shift, bool(found["call"]), bool(found["open"]))


def play_message(piece: Piece, under: Piece | None, shift: int, call: bool, virtual: bool) -> Message:
    """A play as people say it: ``medium yellow on medium black, yellow up 2``."""
    made = just(piece) if under is None else say("play_on", piece=piece, under=under)
    if shift:
        way = "play_shift_up" if shift > 0 else "play_shift_down"
        made = say(way, text=made, colour=piece.colour, n=abs(shift))
    if call:
        made = say("play_calling", text=made, colour=piece.colour)
    return say("play_virtual", text=made) if virtual else made
