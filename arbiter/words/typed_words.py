"""Moves as messages, from the typed form that events have.

What is typed or exported stays in the typed form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from arbiter.words import logistics_words
from engine.message import Message, Messages, just
from engine.nickel.model import SQUARES, Pyramid, Setup
from engine.pieces import Piece, Size
from engine.seats import Seat

SQUARE = re.compile(r"[a-e][1-5]")
nickel, sanctum = Messages("arbiter.games.nickel"), Messages("arbiter.games.sanctum")
initiative = Messages("arbiter.games.initiative")
_OWNER, _NAME = "(?P<owner>red|blue|neutral)", "(?P<structure>[a-z0-9_]+)"
_SANCTUM = (
    (r"turn", "turn_starts"),
    (r"timepiece", "timepiece_used"),
    (rf"{_OWNER}>{_NAME}", "captures"),
    (rf"\+{_OWNER}\.{_NAME}", "builds"),
    (rf"-{_NAME}", "gone"),
    (rf"lienna:{_OWNER}", "enters"),
    (rf"unlienna:{_OWNER}", "leaves"),
    (rf"lienna:{_OWNER}:{_NAME}", "enters_named"),
    (rf"unlienna:{_OWNER}:{_NAME}", "leaves_named"),
)
_PLAY = re.compile(
    r"(?P<open>\()?(?P<size>[SML])(?P<colour>[a-z]+)\)?"
    r"(?:/(?P<below>[SML])(?P<under>[a-z]+)(?P<shift>[+-]\d)?)?(?P<call>!)?"
)
_ACTION = re.compile(r"[SML][a-z]+@\d|take\d(?:=\S+)?")
_SIZES = {"S": Size.SMALL, "M": Size.MEDIUM, "L": Size.LARGE}


def deed(seat: str, text: str) -> Message | None:
    """Who does what; ``None`` for what is no move of Logistics, Nickel or Sanctum in the typed form.

    Nobody does what happens in Sanctum: ``seat`` is left out there.
    """
    if SQUARE.fullmatch(text) and seat:
        return nickel("takes_square", who=Seat(seat), square=text)
    for form, name in _SANCTUM:
        if match := re.fullmatch(form, text):
            return sanctum(name, **match.groupdict())
    if seat and logistics_words.known(text):
        return logistics_words.deed(Seat(seat), text, exact=True)
    return None


def move_deed(move: Any, text: str, board: Setup | None = None) -> Message | None:
    """`deed` of a move with its typed form; on a board of Nickel with the pyramid that is handed over."""
    seat = getattr(move, "seat", None)
    on = None if board is None else board.board[SQUARES.index(move.square)]
    if isinstance(on, Pyramid) and seat is not None:
        return nickel("takes_on", who=seat, square=move.square, pyramid=on.told)
    return deed("" if seat is None else seat.value, text)


def phrase(game: str, text: str, board: Setup | None = None) -> Message:
    """What a move of the game of that name is about: ``card 3``.

    ``text`` is the typed form. On a board of Nickel with the pyramid: ``c3: red pointing north``. What cannot
    be read stays as it is.
    """
    if game == "Nickel" and board is not None and SQUARE.fullmatch(text):
        on = board.board[SQUARES.index(text)]
        return nickel("on_it", square=text, pyramid=on.told) if isinstance(on, Pyramid) else just(text)
    about = _ABOUT.get(game)
    return (about(text) if about else None) or just(text)


def title(game: str, seat: str, text: str) -> Message:
    """A move of the game of that name as lists have it: ``near: medium blue``."""
    if game in ("Draft", "Initiative") and seat:
        return initiative("play_titled", who=Seat(seat), text=phrase(game, text))
    return deed(seat, text) or phrase(game, text)


def _drafted(text: str) -> Message | None:
    """A typed action of a draft in words; ``None`` for anything else."""
    if _ACTION.fullmatch(text) is None:
        return None
    piece, at, marker = text.partition("@")
    if at:
        return initiative("dr_at", piece=logistics_words.pieces_in(piece)[0], n=int(marker))
    taken, _, kept = text.removeprefix("take").partition("=")
    if not kept:
        return initiative("dr_row", n=int(taken))
    return initiative("dr_of", list=logistics_words.pieces_in(kept), n=int(taken))


def _play(text: str) -> Message | None:
    """A typed play of Initiative as `describe.play_words` has it; ``None`` for anything else."""
    found = _PLAY.fullmatch(text)
    if found is None:
        return None
    (piece,) = logistics_words.pieces_in(found["size"] + found["colour"])
    under: Piece | None = None
    if found["under"]:
        (under,) = logistics_words.pieces_in(found["below"] + found["under"])
    shift = int(found["shift"] or 0)
    return play_message(piece, under, shift, bool(found["call"]), bool(found["open"]))


def play_message(
    piece: Piece, under: Piece | None = None, shift: int = 0, call: bool = False, virtual: bool = False
) -> Message:
    """A play as people say it: ``medium yellow on medium black, yellow up 2``."""
    made = just(piece) if under is None else initiative("play_on", piece=piece, under=under)
    if shift:
        way = "play_shift_up" if shift > 0 else "play_shift_down"
        made = initiative(way, text=made, colour=piece.colour, n=abs(shift))
    if call:
        made = initiative("play_calling", text=made, colour=piece.colour)
    return initiative("play_virtual", text=made) if virtual else made


_ABOUT: Mapping[str, Callable[[str], Message | None]] = {
    "Draft": _drafted,
    "Initiative": _play,
    "Logistics": logistics_words.phrase,
    "Sanctum": lambda text: deed("", text),
}
"""What a move is about by its game's name, from its typed form; ``None`` for what cannot be read."""
