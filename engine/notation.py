"""The words for pyramids and seats shared by the notations of all games."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from engine.game import MalformedMove, Seat, misspelt
from engine.message import Messages
from engine.pieces import Colour, Piece, Size

say = Messages("engine")

LETTERS: dict[Colour, str] = {
    Colour.RED: "R",
    Colour.ORANGE: "O",
    Colour.YELLOW: "Y",
    Colour.GREEN: "G",
    Colour.CYAN: "C",
    Colour.BLUE: "B",
    Colour.PURPLE: "P",
    Colour.PINK: "I",
    Colour.BLACK: "K",
    Colour.WHITE: "W",
    Colour.CLEAR: "E",
}
"""One letter for each colour, never a size letter: the first free one of its word; K for black."""

SIZE_LETTERS: dict[Size, str] = {Size.SMALL: "S", Size.MEDIUM: "M", Size.LARGE: "L"}
PYRAMID_WORDS = (
    *(size.word for size in Size),
    *Colour,
    *(f"{letter}{colour}" for letter in SIZE_LETTERS.values() for colour in Colour),
)
"""The unabbreviated words for pyramids, and those of `format_piece`."""

_SEAT = re.compile(r"^\s*(near|far)\s*:\s*", re.IGNORECASE)
_COUNTED = re.compile(r"^([0-9]{0,4})([^0-9]+)$")


def split_seat(text: str) -> tuple[Seat | None, str]:
    """A leading ``near:`` or ``far:``, and the rest of a text."""
    match = _SEAT.match(text)
    return (Seat(match[1].lower()), text[match.end() :]) if match else (None, text)


def format_piece(piece: Piece) -> str:
    """A piece in short form: ``Mblue``."""
    return f"{SIZE_LETTERS[piece.size]}{piece.colour.value}"


@lru_cache(maxsize=1024)
def colours_of(word: str) -> tuple[Colour, ...]:
    """The colours that a word, its beginning or a letter may mean; exact ones win; an empty word is any."""
    low = word.strip().lower()
    exact = tuple(colour for colour in Colour if low in (colour.value, LETTERS[colour].lower()))
    return exact or tuple(colour for colour in Colour if colour.value.startswith(low))


@lru_cache(maxsize=1024)
def pieces_of(word: str) -> tuple[Piece, ...]:
    """The pyramids that a word may mean: ``Mblue``, ``medium blue``, ``mb``, or only a size or a colour."""
    low = re.sub(r"[\s-]+", "", word.lower())
    found: list[Piece] = []
    for size in Size:
        for start in (size.word, SIZE_LETTERS[size].lower()):
            if low.startswith(start):
                found += [Piece(size, colour) for colour in colours_of(low.removeprefix(start))]
                break
    if not found and low:
        found = [Piece(size, colour) for size in Size for colour in colours_of(low)]
    if not found:
        how = misspelt(word, PYRAMID_WORDS) or say("read_piece")
        raise MalformedMove(say("read_as_piece", quoted=f"{word.strip()!r}", text=how))
    return tuple(dict.fromkeys(found))


def format_pieces(pieces: Iterable[Piece]) -> str:
    """A multiset in short form, sorted: ``2Sred,Mblue``."""
    kept = sorted(pieces)
    kinds = dict.fromkeys(kept)
    return ",".join(f"{n if (n := kept.count(kind)) > 1 else ''}{format_piece(kind)}" for kind in kinds)


def parse_pieces(text: str) -> tuple[Piece, ...]:
    """Pyramids in the order written, each with an optional count: the inverse of `format_pieces`.

    Raises `MalformedMove` for a word that does not name exactly one kind.
    """
    found: list[Piece] = []
    for word in filter(None, (part.strip() for part in text.split(","))):
        match = _COUNTED.match(word)
        kinds = pieces_of(match[2] if match else word)
        if len(kinds) > 1 or (match and match[1] and not 0 < int(match[1]) <= 99):
            raise MalformedMove(say("read_one", raw=f"{word!r}"))
        found += kinds * int((match[1] if match else "") or 1)
    return tuple(found)
