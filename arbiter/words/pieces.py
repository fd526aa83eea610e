"""Pyramids in words, for what is said of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from arbiter.words.wording import Wording
from engine.notation import parse_pieces, pieces_of
from engine.pieces import Piece


def counted(pieces: Iterable[Piece], words: Wording) -> str:
    """Pieces in order of size and colour, equal ones counted: ``two small red and large blue``."""
    told = [
        _times(n, str(words.piece((each.size.word, each.colour.value))), words)
        for each, n in sorted(Counter(pieces).items())
    ]
    return words.join(told, "and")


def by_size(pieces: Iterable[Piece], words: Wording) -> str:
    """The same in fewer words, each size said once: ``small red; large blue and two black``.

    Of a size the single ones come first, so that no number is taken for that of what follows.
    """
    found = Counter(pieces)
    told = []
    for size in sorted({piece.size for piece in found}):
        kinds = sorted((n, piece) for piece, n in found.items() if piece.size is size)
        (n, first), *others = kinds
        each = [_times(n, str(words.piece((size.word, first.colour.value))), words)]
        each += [
            _times(n, words.say("table_colour", colour=words.colour(piece.colour)), words)
            for n, piece in others
        ]
        told.append(words.join(each, "and"))
    return "; ".join(told)


def _times(n: int, piece: str, words: Wording) -> str:
    return piece if n == 1 else words.say("table_times", n=words.number(n), piece=piece)


def pieces_in(text: str) -> tuple[Piece, ...]:
    """Typed pyramids: ``Sred,Mblue``."""
    return tuple(piece for word in text.split(",") for piece in pieces_of(word.lower()))


def piece_set(who: str, was: str, now: str, words: Wording) -> str:
    """That a player's piece was another one at set-up, both typed; raises ``MoveError`` or ``ValueError``."""
    (before,), (after,) = parse_pieces(was), parse_pieces(now)
    return words.say("correction_set_piece", name=who, was=_named(before, words), now=_named(after, words))


def _named(piece: Piece, words: Wording) -> str:
    return str(words.piece((piece.size.word, piece.colour.value)))
