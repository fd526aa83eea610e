"""Corrections of what lay on the table at set-up, in every game: ``near.Sblue=Sblack``, ``c3=Nred``.

Each is a place and its content; several are separated by blanks. Each game defines its places
(`Telling.put_right`).

>>> from engine.sanctum.game import GAME
>>> setup, _ = put_right(GAME, GAME.parse_setup("town1=red", GAME.rules), GAME.rules, "town1=blue")
>>> GAME.format_setup(setup)
'town1=blue'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from arbiter.corrections.recorded_moves import CorrectionError
from arbiter.telling.found import telling_of
from arbiter.telling.telling import Misread, Rename
from engine.definition import AnyGame
from engine.game import MoveError, Seat
from engine.message import Messages, just
from engine.notation import format_piece, parse_pieces
from engine.pieces import Colour, Piece, Size

say = Messages("arbiter")


def put_right(game: AnyGame, setup: Any, rules: Any, text: str) -> tuple[Any, tuple[Rename, ...]]:
    """The set-up with every place named in a text corrected, and the pieces that turned out to be others.

    Raises ``CorrectionError`` in one line.
    """
    telling = telling_of(game)
    was, renames, example = setup, list[Rename](), telling.set_example
    for word in text.split():
        name, sign, value = word.partition("=")
        if not sign:
            raise CorrectionError(say("fix_like", raw=word, raw2=example))
        try:
            setup, rename = telling.put_right(setup, name.lower(), value)
        except MoveError as error:
            raise CorrectionError(say("fix_like_more", text=error.message, raw=example)) from error
        renames += [rename] if rename else []
    if setup == was:
        if text.split():
            raise CorrectionError(say("fix_same_setup", raw=text.strip()))
        raise CorrectionError(say("fix_what", raw=example))
    try:
        telling.check_setup(setup, rules)
    except MoveError as error:
        raise CorrectionError(error.message) from error
    return setup, tuple(renames)


def other_pieces(name: str, code: str, colours: Iterable[Colour]) -> Iterator[Misread]:
    """The corrections by which a piece, ``near.Sblue``, was any other one of some colours."""
    for colour in (each for each in Colour if each in set(colours)):
        for piece in (Piece(size, colour) for size in Size):
            if format_piece(piece) != code:
                picture = f"{piece.size.word}-{piece.colour}"
                yield f"{name}={format_piece(piece)}", just(piece), (picture,)


def spot(name: str, value: str) -> tuple[Seat, Piece, Piece]:
    """A player's piece and the one it really is, from ``near.Sblue`` and ``Sblack``."""
    seat, _, piece = name.partition(".")
    try:
        found = Seat(seat)
        (before,), (after,) = parse_pieces(piece), parse_pieces(value)
    except (MoveError, ValueError) as error:
        raise CorrectionError(say("fix_like", raw=f"{name}={value}", raw2="near.Sblue=Sblack")) from error
    return found, before, after
