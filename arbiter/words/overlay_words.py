"""The overlay's labels for pieces and hands, in a language."""

from __future__ import annotations

from arbiter.words.wording import Wording
from engine.pieces import Piece
from vision.observe.overlay import Labels


def labels(words: Wording) -> Labels:
    """The overlay's labels; sizes stay the notation's letters."""

    def piece(seen: Piece) -> str:
        return f"{seen.size.name[0]} {words.colour(seen.colour.value)}"

    return Labels(piece, words.say("hand"))
