"""What Nickel brings: its board in words, what people may say of it, its table and its photograph."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from arbiter.corrections.recorded_moves import CorrectionError
from arbiter.games.nickel.board_grid import Grid
from arbiter.games.nickel.photo import read_nickel
from arbiter.games.nickel.setup import NickelTable
from arbiter.kit.kit import Asked, Facts, Flags, Kit
from arbiter.kit.photo import Shown, units_of
from arbiter.telling.telling import Misread, Part
from arbiter.words import board_words
from arbiter.words.describe import Names
from arbiter.words.exits import UsageError
from arbiter.words.wording import Wording
from engine.game import Seat
from engine.message import Message, Messages, just
from engine.nickel.game import GAME
from engine.nickel.model import SQUARES, Orientation, Place, Pyramid, Setup
from engine.nickel.notation import format_pyramid, parse_pyramid
from engine.nickel.state import State
from engine.pieces import PALETTES, colours_named
from vision.cards.cards import CardsSeen
from vision.observation import UnitObservation

say, arbiter = Messages("arbiter.games.nickel"), Messages("arbiter")


def _picture(pyramid: Pyramid) -> str:
    """The name of the small picture of a pyramid on the board."""
    return f"{pyramid.orientation}-{pyramid.colour}"


class NickelKit(Kit):
    zone = "board"
    typed: Mapping[str, str] = {"play": "c3", "set": "c3=Nred", "rule": "l_shape=4+2"}
    set_example = "c3=Nred"
    flags = frozenset({"tokens"})
    asked = (Asked.option("l_shape", "3+3", "4+2", "both"),)

    def phrase(self, text: str, state: State | None) -> Message:
        """With the pyramid that stands on the square: ``c3: red pointing north``."""
        on = None if state is None or text not in SQUARES else state.setup.board[SQUARES.index(text)]
        return say("on_it", square=text, pyramid=on.told) if isinstance(on, Pyramid) else just(text)

    def deed(self, seat: str, text: str) -> Message | None:
        return say("takes_square", who=Seat(seat), square=text) if seat and text in SQUARES else None

    def deed_on(self, move: Place, setup: Setup) -> Message:
        """With the pyramid that is handed over."""
        on = setup.board[SQUARES.index(move.square)]
        if not isinstance(on, Pyramid):
            return say("takes_square", who=move.seat, square=move.square)
        return say("takes_on", who=move.seat, square=move.square, pyramid=on.told)

    def parts_said(self, event: Any, names: Mapping[str, str], words: Wording) -> list[str]:
        return list(_said(event, names, words))

    def pictures(self, move: Place, state: State) -> list[str]:
        """A pyramid is called by its direction and colour: ``north-red``."""
        there = state.board[SQUARES.index(move.square)]
        return [_picture(there)] if isinstance(there, Pyramid) else []

    def whole(self, state: State, names: Names, words: Wording) -> str:
        return board_words.nickel_whole(state, names, words)

    def upcoming(self, state: State, names: Names, words: Wording) -> str:
        return board_words.nickel_next(state, names, words)

    def shown(self, state: State, names: Names, words: Wording) -> dict[str, Any]:
        return board_words.nickel_shown(state, names, words)

    def holdings(self, state: State) -> Mapping[str, tuple[Hashable, ...]]:
        board = {name: (cell,) for name, cell in zip(SQUARES, state.board, strict=True) if cell is not None}
        return board if state.handed is None else {**board, "handed": (state.handed,)}

    def misread(self, setup: Setup, place: str, move: Any) -> Iterable[Misread]:
        """Every pyramid of the game may have stood on a square."""
        there = setup.board[SQUARES.index(place)] if place in SQUARES else None
        if isinstance(there, Pyramid):
            for colour in dict.fromkeys(each.colour for each in setup.board if isinstance(each, Pyramid)):
                for other in (Pyramid(colour, way) for way in Orientation):
                    if other != there:
                        yield f"{place}={format_pyramid(other)}", just(other.told), (_picture(other),)

    def put_right(self, setup: Setup, name: str, value: str) -> Part:
        """Every pyramid is there once (N1): the one that stood where this one was believed to be is there."""
        if name not in SQUARES:
            raise CorrectionError(arbiter("fix_square", raw=f"{name!r}", raw2=self.set_example))
        pyramid, at = parse_pyramid(value), SQUARES.index(name)
        return replace(setup, board=_changed_places(setup.board, setup.board[at], pyramid, at)), None

    def setup_words(self, name: str, value: str, names: Names, words: Wording) -> str:
        return words.tell(say("on_it", square=name, pyramid=parse_pyramid(value).told))

    def facts(self, flags: Flags) -> dict[str, Any]:
        """``tokens``: two colours, near first."""
        tokens = str(flags.get("tokens") or "").lower().split(",")
        if tokens != [""] and len(tokens) != 2:
            raise UsageError(arbiter("use_tokens"))
        return {} if tokens == [""] else {"tokens": tokens}

    def table(self, rules: Any, palette: str, facts: Facts) -> NickelTable:
        """``tokens`` and the board's ``grid`` may be known."""
        colours = PALETTES[palette]
        tokens = dict(zip(Seat, colours_named(facts.get("tokens") or ()), strict=False))
        plain = [colour for colour in colours if colour not in tokens.values()]
        if len(plain) < 5 or len(set(tokens.values())) != len(tokens):
            raise ValueError(arbiter("use_tokens_off"))
        grid = Grid.from_json(facts["grid"]) if "grid" in facts else None
        return NickelTable(rules, colours, tokens, grid)

    def photo(
        self, rules: Any, palette: str, facts: Facts, seen: Sequence[UnitObservation], cards: CardsSeen
    ) -> Shown:
        table = self.table(rules, palette, facts)
        return read_nickel(table, units_of(table, seen))


def _changed_places(board: tuple[Any, ...], was: Any, now: Pyramid, at: int) -> tuple[Any, ...]:
    cells = [was if cell == now else cell for cell in board]
    cells[at] = now
    return tuple(cells)


def _said(event: Any, names: Mapping[str, str], words: Wording) -> Iterator[str]:
    """The token that was placed, and the pyramid that is to be matched."""
    items: tuple[Mapping[str, Any], ...] = event.engine_events
    placed = [item for item in items if item["kind"] == "token_placed"]
    for item in placed:
        pyramid = item["pyramid"]
        what = board_words.pyramid_words(pyramid["colour"], pyramid["orientation"], words)
        yield words.say("token", name=names[item["seat"]], square=item["square"], pyramid=what)
    handed = next((item for item in items if item["kind"] == "handed_over"), None)
    if placed and handed is not None and event.to_move is not None and event.replies:
        pyramid = handed["pyramid"]
        slots = {"name": names[event.to_move], "colour": words.colour(pyramid["colour"])}
        yield words.say("must_match", way=words.say(f"way-{pyramid['orientation']}"), **slots)


KIT = NickelKit(GAME)
