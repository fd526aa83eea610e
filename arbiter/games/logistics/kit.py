"""What Logistics brings: its cards in words, what people may say of them, its table and its photograph."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from arbiter.corrections.recorded_moves import CorrectionError
from arbiter.corrections.setup import other_pieces, spot
from arbiter.games.logistics.card_grid import CardGrid
from arbiter.games.logistics.look import contents_of
from arbiter.games.logistics.next_words import next_words
from arbiter.games.logistics.photo import read_logistics
from arbiter.games.logistics.setup import LogisticsTable
from arbiter.kit.kit import Asked, Facts, Flags, Kit
from arbiter.kit.photo import Shown, units_of
from arbiter.telling.telling import Happening, Misread, Part
from arbiter.words import board_words
from arbiter.words import logistics_words as typed
from arbiter.words.describe import Names
from arbiter.words.exits import UsageError
from arbiter.words.wording import Wording
from engine.game import Seat
from engine.logistics.game import GAME
from engine.logistics.model import Advance, Layout, Move, Recall, Reclaim, Sow, Swap
from engine.logistics.state import State
from engine.message import Message, Messages, just
from engine.notation import format_piece, parse_pieces
from engine.pieces import Piece
from vision.cards.cards import CardsSeen
from vision.observation import UnitObservation

say, arbiter = Messages("arbiter.games.logistics"), Messages("arbiter")


class LogisticsKit(Kit):
    zone = "cards"
    typed: Mapping[str, str] = {
        "play": "Sred,Mblue, card3, near1>next",
        "set": "near.Sblue=Sblack, far.2=Lred",
        "rule": "tree_power=any",
    }
    set_example = "near.Sblue=Sblack / far.2=Sred,Mblue"
    flags = frozenset({"cards_at"})
    asked = (
        Asked.option("cards", "4", "3"),
        Asked.option("trios", "2", "1"),
        Asked.option("tree_power", "top", "any"),
    )
    cards = True
    summed_up = True
    happenings: Mapping[str, Happening] = {
        "captured": (lambda it: say("captures", who=Seat(it["by"]), card=it["card"]), "L4"),
        "tree_made": (lambda it: say("tree", who=Seat(it["seat"]), card=it["card"]), "L5"),
        "nest_made": (lambda it: say("nest", who=Seat(it["seat"]), card=it["card"]), "L7"),
        "power_lapsed": (lambda it: say("lapsed"), "L9"),
        "extra_turn": (lambda it: say("again", who=Seat(it["seat"])), "L3"),
        "extra_turn_lapsed": (lambda it: say("again_lapsed", who=Seat(it["seat"])), "L3"),
        "turn_skipped": (lambda it: say("skipped", who=Seat(it["seat"])), "L10"),
    }

    def phrase(self, text: str, state: State | None) -> Message:
        return typed.phrase(text) or just(text)

    def deed(self, seat: str, text: str) -> Message | None:
        return typed.deed(Seat(seat), text, exact=True) if seat and typed.known(text) else None

    def said_deed(self, seat: str, text: str) -> Message:
        return typed.deed(Seat(seat), text)

    def reading_of(self, facts: Mapping[str, Any], usual: str) -> str:
        return "L7" if facts.get("how") == "nest" else super().reading_of(facts, usual)

    def parts_said(self, event: Any, names: Mapping[str, str], words: Wording) -> list[str]:
        """The move, and what it set off."""
        worth = (item for item in event.engine_events if item["kind"] in self.happenings)
        set_off = [self.happenings[item["kind"]][0](item) for item in worth]
        return [words.tell(said, names) for said in (self.said_deed(event.seat, event.text), *set_off)]

    def pictures(self, move: Any, state: State) -> list[str]:
        """The pyramids that are taken in hand, those on a card from the top down."""
        return [f"{piece.size.word}-{piece.colour}" for piece in _moved(move, state.layout)]

    def whole(self, state: State, names: Names, words: Wording) -> str:
        return board_words.logistics_whole(state, names, words)

    def upcoming(self, state: State, names: Names, words: Wording) -> str:
        return next_words(state, names, words)

    def shown(self, state: State, names: Names, words: Wording) -> dict[str, Any]:
        return board_words.logistics_shown(state, names, words)

    def holdings(self, state: State) -> Mapping[str, tuple[Hashable, ...]]:
        """Each card, each heap, and each kind of pyramid in a stock."""
        stocks = {
            f"{seat} stock {format_piece(piece)}": (piece,) * state.layout.side(seat).stock.count(piece)
            for seat in Seat
            for piece in state.layout.side(seat).stock
        }
        return {**contents_of(state.layout), **stocks}

    def misread(self, setup: Layout, place: str, move: Any) -> Iterable[Misread]:
        """A pyramid of a stock may have been another one."""
        seat, _, code = place.partition(" stock ")
        if code:
            colours = {piece.colour for side in (setup.near, setup.far) for piece in side.stock}
            yield from other_pieces(f"{seat}.{code}", code, colours)

    def put_right(self, setup: Layout, name: str, value: str) -> Part:
        """A whole place, or one piece of a stock."""
        word, _, place = name.partition(".")
        if word not in set(Seat) or not place:
            raise CorrectionError(arbiter("fix_like", raw=f"{name}={value}", raw2=self.set_example))
        seat = Seat(word)
        side, rename = setup.side(seat), None
        if place.isdecimal():
            if not 1 <= int(place) <= len(side.cards):
                raise CorrectionError(arbiter("fix_cards", who=seat, n=len(side.cards), raw=place))
            cards = list(side.cards)
            cards[int(place) - 1] = parse_pieces(value)
            side = replace(side, cards=tuple(cards))
        elif place == "stock":
            side = replace(side, stock=tuple(sorted(parse_pieces(value))))
        elif place == "vault":
            side = replace(side, vault=tuple(sorted(parse_pieces(value))))
        else:
            _, before, after = spot(name, value)
            if before not in side.stock:
                raise CorrectionError(arbiter("fix_no_stock", who=seat, piece=before))
            stock = list(side.stock)
            stock[stock.index(before)] = after
            side, rename = replace(side, stock=tuple(sorted(stock))), (seat, before, after)
        return replace(setup, **{seat.value: side}), rename

    def exchanged(self, old: Move, new: Move) -> Iterable[tuple[Piece, Piece]]:
        if isinstance(old, Sow) and isinstance(new, Sow):
            return zip(old.pieces, new.pieces, strict=False)
        return ()

    def setup_words(self, name: str, value: str, names: Names, words: Wording) -> str:
        seat, _, place = name.partition(".")
        who, pieces = names[Seat(seat)], parse_pieces(value)
        if place.isdecimal():
            on = words.series([board_words.counted([piece], words) for piece in pieces])
            return words.say("correction_set_card", name=who, n=place, pieces=on or words.say("table_empty"))
        if place in ("stock", "vault"):
            told = words.say(f"table_{place}", name=who, pieces=board_words.counted(pieces, words))
            return told.rstrip(".")
        return board_words.piece_set(who, place, value, words)

    def facts(self, flags: Flags) -> dict[str, Any]:
        """``outline``: four corners (mm) of all cards together, near left first."""
        text = str(flags.get("cards_at") or "")
        if not text:
            return {}
        try:
            numbers = [float(word) for word in text.split(",")]
        except ValueError:
            numbers = []
        if len(numbers) != 8:
            raise UsageError(arbiter("use_cards_at"))
        return {"outline": [numbers[i : i + 2] for i in range(0, 8, 2)]}

    def table(self, rules: Any, palette: str, facts: Facts) -> LogisticsTable:
        """The cards' ``grid`` or ``outline`` may be known."""
        if palette == "all":
            raise ValueError(arbiter("use_stocks"))
        return LogisticsTable(rules, palette, palette, _grid(rules.cards, facts))

    def photo(
        self, rules: Any, palette: str, facts: Facts, seen: Sequence[UnitObservation], cards: CardsSeen
    ) -> Shown:
        table = self.table(rules, palette, facts)
        return read_logistics(table, units_of(table, seen), cards)


def _grid(cards: int, facts: Facts) -> CardGrid | None:
    """Where the cards lie, as far as it is known."""
    if "grid" in facts:
        return CardGrid.from_json(facts["grid"])
    if "outline" in facts:
        return CardGrid.of_corners([tuple(corner) for corner in facts["outline"]], cards)
    return None


def _moved(move: Any, layout: Layout) -> Iterable[Piece]:
    """The pyramids that a move takes in hand."""
    if isinstance(move, Sow):
        return layout.side(move.seat).cards[move.card - 1][::-1] if move.card else move.pieces
    if isinstance(move, Reclaim):
        return (move.piece,)
    if isinstance(move, Recall | Advance):
        return layout.side(move.owner).cards[move.card - 1][-1:]
    if isinstance(move, Swap):
        cards = layout.side(move.owner).cards
        return [cards[spot.card - 1][spot.level - 1] for spot in (move.first, move.second)]
    return ()


KIT = LogisticsKit(GAME)
