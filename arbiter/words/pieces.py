"""Pyramids in words, for descriptions of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from arbiter.words.wording import Wording
from engine.notation import parse_pieces, pieces_of
from engine.pieces import Piece


def counted(pieces: Iterable[Piece], words: Wording) -> str:
    """Pieces in order of size and colour, equal ones counted: ``two small red and large blue``."""
    found = sorted(Counter(pieces).items())
    return words.join([_times(n, _named(each, words), words) for each, n in found], "and")


def by_size(pieces: Iterable[Piece], words: Wording) -> str:
    """The same in fewer words, each size named once: ``small red; large blue and two black``.

    Within a size single pieces come first, so that a number can't seem to belong to the next piece.
    """
    found = Counter(pieces)
    parts = []
    for size in sorted({piece.size for piece in found}):
        kinds = sorted((n, piece) for piece, n in found.items() if piece.size is size)
        (n, first), *others = kinds
        each = [_times(n, _named(first, words), words)]
        each += [
            _times(n, words.say("table_colour", colour=words.colour(piece.colour)), words)
            for n, piece in others
        ]
        parts.append(words.join(each, "and"))
    return "; ".join(parts)


def _times(n: int, piece: str, words: Wording) -> str:
    return piece if n == 1 else words.say("table_times", n=words.number(n), piece=piece)


def pieces_in(text: str) -> tuple[Piece, ...]:
    """Typed pyramids: ``Sred,Mblue``."""
    return tuple(piece for word in text.split(",") for piece in pieces_of(word.lower()))


def piece_set(who: str, was: str, now: str, words: Wording) -> str:
    """A sentence that a player's piece was another one at set-up; raises ``MoveError`` or ``ValueError``."""
    (before,), (after,) = parse_pieces(was), parse_pieces(now)
    return words.say("correction_set_piece", name=who, was=_named(before, words), now=_named(after, words))


def _named(piece: Piece, words: Wording) -> str:
    return str(words.piece((piece.size.word, piece.colour.value)))
