"""Pieces read against a known set: missing, surplus or doubtful ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from engine.message import Argument, Message, Messages, just
from engine.pieces import Colour, Piece, Size
from vision.labelling.account import Account
from vision.labelling.inventory import Label
from vision.track.summing import SIZES, LevelEvidence, Vector

say = Messages("arbiter")

NAMED = 60.0
"""Log units by which a piece that people named outweighs anything seen."""


def piece_scores(
    levels: Iterable[LevelEvidence], pieces: Sequence[Piece], palette: tuple[Colour, ...]
) -> Vector:
    """Log ratios (n, K) of visible levels being each of ``pieces``, whose colours are in the palette."""
    rows = [palette.index(piece.colour) for piece in pieces]
    columns = [SIZES.index(piece.size) for piece in pieces]
    found = [level.kinds()[rows, columns] for level in levels]
    return np.array(found, dtype=float).reshape(len(found), len(pieces))


def may_be_hidden(unseen: Counter[Piece], seen: Iterable[Piece]) -> Counter[Piece]:
    """The unseen pieces that a larger visible one may cover, as in a nest."""
    largest = max((piece.size for piece in seen), default=Size.SMALL)
    return Counter({piece: n for piece, n in unseen.items() if piece.size < largest})


def problems(
    found: Account[Label],
    hidden: Counter[Label] | None = None,
    where: Callable[[int], Message] = lambda row: say("number", n=row + 1),
) -> tuple[Message, ...]:
    """Sentences on what prevents a set-up from being accepted; empty if it is complete and certain.

    ``hidden`` are unseen pieces that may be there all the same; ``where`` names the place of a detection.
    """
    hidden = hidden or Counter()
    lost, perhaps = found.unseen - hidden, found.unseen & hidden
    lines = []
    if found.missing and lost:
        lines.append(say("do_not_see", list=_listed(lost)))
    if found.missing and perhaps:
        lines.append(say("perhaps_inside", list=_listed(perhaps)))
    if found.doubled:
        lines.append(say("more_than_should", list=_listed(found.doubled, counted=False)))
    if found.unreadable:
        lines.append(say("cannot_tell", list=tuple(where(i) for i in found.unreadable)))
    return tuple(lines)


def _listed(pieces: Counter[Label], counted: bool = True) -> tuple[Argument, ...]:
    found = sorted(pieces.items(), key=lambda pair: str(pair[0]))
    kinds = ((piece if isinstance(piece, Piece) else just(str(piece)), n) for piece, n in found)
    return tuple(say("counted_words", n=n, piece=kind) if counted and n > 1 else kind for kind, n in kinds)
