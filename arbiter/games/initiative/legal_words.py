"""The legal plays of a position in a few spoken words, grouped as players would say them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from arbiter.words.wording import PieceWords, Wording

MANY = 4
"""From this many colours on, ``any medium`` is clearer than a list."""

_SIZES = {"S": "small", "M": "medium", "L": "large"}
_ORDER = tuple(_SIZES.values())
_NOTATION = re.compile(r"^\(?([SML])([a-z]+)\)?")


def piece_of(notation: str) -> PieceWords:
    """The piece of a typed play; raises ``ValueError`` for anything else."""
    match = _NOTATION.match(notation)
    if match is None:
        raise ValueError(f"{notation!r} is no play in the typed form")
    return _SIZES[match[1]], match[2]


def is_virtual(notation: str) -> bool:
    """Whether a typed play is virtual: a pyramid played again (I7)."""
    return notation.startswith("(")


def must_parry(words: Wording, name: str, attack: PieceWords, replies: Sequence[str], call: bool) -> str:
    """How ``name`` must answer an attack (I1, I8).

    Empty if nothing is legal, and for a virtual play (I7), which is announced when it happens.
    """
    if not replies or all(is_virtual(reply) for reply in replies):
        return ""
    pieces = _distinct(replies)
    if call:
        return _by_colour(words, "must_call", name, attack, pieces)
    if all(size == attack[0] for size, _ in pieces):
        return _by_size(words, name, attack[0], pieces)
    return _by_colour(words, "must_colour", name, attack, pieces)


def _distinct(replies: Sequence[str]) -> tuple[PieceWords, ...]:
    return tuple(dict.fromkeys(piece_of(reply) for reply in replies))


def _by_size(words: Wording, name: str, size: str, pieces: Sequence[PieceWords]) -> str:
    if len(pieces) == 1:
        return words.say("must_one", name=name, piece=words.a_piece(pieces[0]))
    if len(pieces) >= MANY:
        return words.say("must_any_size", name=name, size=words.size(size))
    colours = words.join([words.colour(colour) for _, colour in pieces])
    return words.say("must_size", name=name, a_size=words.a_size(size), colours=colours)


def _by_colour(words: Wording, key: str, name: str, attack: PieceWords, pieces: Sequence[PieceWords]) -> str:
    size, colour = words.size(attack[0]), attack[1]
    if len(pieces) == 1:
        return words.say(f"{key}_one", name=name, size=size, piece=words.a_piece(pieces[0]))
    sizes = [words.size(item) for item in _ORDER if item in {piece[0] for piece in pieces}]
    if len(sizes) == len(_ORDER):
        any_key = "must_call_any" if key == "must_call" else "must_any_colour"
        return words.say(any_key, name=name, size=size, colour=words.colour(colour))
    return words.say(key, name=name, size=size, a_colour=words.a_colour(colour), sizes=words.join(sizes))
