"""How Nickel is described: its moves, its board, and what people may correct."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from arbiter.corrections.recorded_moves import CorrectionError
from arbiter.telling.telling import Misread, Part, Telling
from arbiter.words.describe import Names
from arbiter.words.wording import Wording, titled
from engine.game import Seat
from engine.message import Message, Messages, as_sentence, just
from engine.nickel.model import SIDE, SQUARES, Cell, Orientation, Place, Pyramid, Setup
from engine.nickel.notation import format_pyramid, parse_pyramid
from engine.nickel.shapes import L_SHAPES, LINES
from engine.nickel.state import State

say, arbiter = Messages("arbiter.games.nickel"), Messages("arbiter")

FEW = 5
"""The most open squares whose pyramids are named."""


class NickelTelling(Telling):
    zone = "board"
    typed: Mapping[str, str] = {"play": "c3", "set": "c3=Nred", "rule": "l_shape=4+2"}
    set_example = "c3=Nred"

    def phrase(self, text: str, state: State | None) -> Message:
        """Includes the pyramid on the square: ``c3: red pointing north``."""
        on = None if state is None or text not in SQUARES else state.setup.board[SQUARES.index(text)]
        return say("on_it", square=text, pyramid=on.message) if isinstance(on, Pyramid) else just(text)

    def deed(self, seat: str, text: str) -> Message | None:
        return say("takes_square", who=Seat(seat), square=text) if seat and text in SQUARES else None

    def deed_on(self, move: Place, setup: Setup) -> Message:
        """Includes the pyramid that is handed over."""
        on = setup.board[SQUARES.index(move.square)]
        if not isinstance(on, Pyramid):
            return say("takes_square", who=move.seat, square=move.square)
        return say("takes_on", who=move.seat, square=move.square, pyramid=on.message)

    def parts_said(self, event: Any, names: Mapping[str, str], words: Wording) -> list[str]:
        return list(_said(event, names, words))

    def short(self, move: Place) -> str:
        return move.square

    def pictures(self, move: Place, state: State) -> list[str]:
        """A pyramid's picture is named after its direction and colour: ``north-red``."""
        there = state.board[SQUARES.index(move.square)]
        return [_picture(there)] if isinstance(there, Pyramid) else []

    def whole(self, state: State, names: Names, words: Wording) -> str:
        parts = []
        for row in reversed(range(SIDE)):
            cells = [_cell(cell, names, words) for cell in state.board[row * SIDE : (row + 1) * SIDE]]
            parts.append(words.say("table_row_of", n=row + 1, cells=words.series(cells)))
        return " ".join([*parts, self.upcoming(state, names, words)]).strip()

    def upcoming(self, state: State, names: Names, words: Wording) -> str:
        """The squares that may be taken; what must be matched was said with the last move."""
        squares = list(dict.fromkeys(move.square for move in state.legal_moves()))
        if not squares:
            return ""
        name = names[state.to_move] if state.to_move else ""
        return words.say("table_open" if name else "table_open_any", name=name, squares=words.join(squares))

    def in_short(self, state: State, names: Names, words: Wording) -> str:
        """Whose turn it is, what may be taken, and whose tokens are where; the page shows the rest."""
        parts = [as_sentence(titled(words.tell(self.standing(state), names)))]
        if state.outcome is None:
            if state.handed is not None:
                parts.append(words.say("table_to_match", pyramid=_pyramid(state.handed, words)))
            parts.append(self.may_be_played(state, names, words))
        for seat in Seat:
            squares = words.series(state.tokens(seat)) or words.say("table_nothing")
            parts.append(words.say("table_tokens", name=names[seat], squares=squares))
        return " ".join(part for part in parts if part)

    def may_be_played(self, state: State, names: Names, words: Wording) -> str:
        """Many squares are only named: to describe sixteen pyramids takes more than half a minute."""
        if len({move.square for move in state.legal_moves()}) > FEW:
            return self.upcoming(state, names, words)
        return super().may_be_played(state, names, words)

    def shown(self, state: State, names: Names, words: Wording) -> dict[str, Any]:
        facts = []
        if state.handed is not None and state.outcome is None:
            facts.append([words.say("fact_match"), _pyramid(state.handed, words)])
        if squares := list(dict.fromkeys(move.square for move in state.legal_moves())):
            facts.append([words.say("fact_open"), words.series(squares)])
        scores = {
            seat.value: {"total": len(state.tokens(seat)), "how": _tokens(state, seat, words)}
            for seat in Seat
        }
        return {"score_title": "score_tokens", "scores": scores, "facts": facts}

    def holdings(self, state: State) -> Mapping[str, tuple[Hashable, ...]]:
        board = {name: (cell,) for name, cell in zip(SQUARES, state.board, strict=True) if cell is not None}
        return board if state.handed is None else {**board, "handed": (state.handed,)}

    def misread(self, setup: Setup, place: str, move: Any) -> Iterable[Misread]:
        """A square may have held any pyramid of the game."""
        there = setup.board[SQUARES.index(place)] if place in SQUARES else None
        if isinstance(there, Pyramid):
            for colour in dict.fromkeys(each.colour for each in setup.board if isinstance(each, Pyramid)):
                for other in (Pyramid(colour, way) for way in Orientation):
                    if other != there:
                        yield f"{place}={format_pyramid(other)}", just(other.message), (_picture(other),)

    def put_right(self, setup: Setup, name: str, value: str) -> Part:
        """Every pyramid is there once (N1), so the two pyramids change places."""
        if name not in SQUARES:
            raise CorrectionError(arbiter("fix_square", raw=f"{name!r}", raw2=self.set_example))
        pyramid, at = parse_pyramid(value), SQUARES.index(name)
        return replace(setup, board=_changed_places(setup.board, setup.board[at], pyramid, at)), None

    def setup_words(self, name: str, value: str, names: Names, words: Wording) -> str:
        return words.tell(say("on_it", square=name, pyramid=parse_pyramid(value).message))


def _picture(pyramid: Pyramid) -> str:
    """The name of the small picture of a pyramid on the board."""
    return f"{pyramid.orientation}-{pyramid.colour}"


def _cell(cell: Cell, names: Names, words: Wording) -> str:
    if isinstance(cell, Seat):
        return words.say("table_token_of", name=names[cell])
    return _pyramid(cell, words) if cell is not None else words.say("table_empty")


def _tokens(state: State, seat: Seat, words: Wording) -> str:
    """How close a seat is to completing a line or an L that is still possible, and its tokens if limited."""
    own, taken = set(state.tokens(seat)), set(state.tokens(seat.other))
    shapes = [set(shape) for shape in (*LINES, *L_SHAPES[state.rules.l_shape])]
    best = max((len(shape & own) for shape in shapes if not shape & taken), default=0)
    line = words.say("fact_line", n=best)
    if state.rules.token_limit is None:
        return line
    return words.say("fact_left", line=line, n=state.rules.token_limit - len(own))


def _changed_places(board: tuple[Any, ...], was: Any, now: Pyramid, at: int) -> tuple[Any, ...]:
    cells = [was if cell == now else cell for cell in board]
    cells[at] = now
    return tuple(cells)


def _said(event: Any, names: Mapping[str, str], words: Wording) -> Iterator[str]:
    """The token that was placed, and the pyramid that must be matched."""
    items: tuple[Mapping[str, Any], ...] = event.engine_events
    placed = [item for item in items if item["kind"] == "token_placed"]
    for item in placed:
        pyramid = item["pyramid"]
        what = _words_of(pyramid["colour"], pyramid["orientation"], words)
        yield words.say("token", name=names[item["seat"]], square=item["square"], pyramid=what)
    handed = next((item for item in items if item["kind"] == "handed_over"), None)
    if placed and handed is not None and event.to_move is not None and event.replies:
        pyramid = handed["pyramid"]
        slots = {"name": names[event.to_move], "colour": words.colour(pyramid["colour"])}
        yield words.say("must_match", way=words.say(f"way-{pyramid['orientation']}"), **slots)


def _words_of(colour: str, orientation: str, words: Wording) -> str:
    """A pyramid on Nickel's board: ``red pointing north``."""
    key = "standing" if orientation == "up" else "pointing"
    return words.say(key, colour=words.colour(colour), way=words.say(f"way-{orientation}"))


def _pyramid(pyramid: Pyramid, words: Wording) -> str:
    return _words_of(pyramid.colour.value, pyramid.orientation.value, words)
