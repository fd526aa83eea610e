"""Passage for the arbiter: its moves and squares in words, and its table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arbiter.kit.kit import Facts, Kit
from arbiter.words.describe import Names
from arbiter.words.wording import Wording
from engine.game import Seat
from engine.message import Message
from engine.pieces import PALETTES
from pyramid_passage.game import GAME
from pyramid_passage.state import SQUARES, State, say
from pyramid_passage.table import PassageTable


class PassageKit(Kit):
    typed: Mapping[str, str] = {"play": "a1-b2", "set": "", "rule": ""}

    def deed(self, seat: str, text: str) -> Message:
        start, _, end = text.partition("-")
        return say("deed", who=Seat(seat), start=start, end=end)

    def whole(self, state: State, names: Names, words: Wording) -> str:
        pieces = [
            words.tell(say("lies", square=square, piece=piece))
            for square, piece in zip(SQUARES, state.board, strict=True)
            if piece is not None
        ]
        near, far = state.points
        return " ".join(
            (*pieces, words.tell(say("points", who=Seat.NEAR, n=near, other=Seat.FAR, n2=far), names))
        )

    def shown(self, state: State, names: Names, words: Wording) -> dict[str, Any]:
        return {"score_title": "score_now", "facts": []}

    def table(self, rules: Any, palette: str, facts: Facts) -> PassageTable:
        return PassageTable(PALETTES[palette])


KIT = PassageKit(GAME)
