"""What Logistics brings: its cards in words, what people may say of them, its table and its photograph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from arbiter.corrections.recorded_moves import CorrectionError
from arbiter.corrections.setup import spot
from arbiter.games.logistics.card_grid import CardGrid
from arbiter.games.logistics.photo import read_logistics
from arbiter.games.logistics.setup import LogisticsTable
from arbiter.kit.kit import Asked, Facts, Flags, Kit
from arbiter.kit.photo import Shown, units_of
from arbiter.telling.telling import Part
from arbiter.words import board_words, logistics_words, typed_words
from arbiter.words.describe import Names
from arbiter.words.exits import UsageError
from arbiter.words.sentences import retell
from arbiter.words.wording import Wording
from engine.game import Seat
from engine.logistics.game import GAME
from engine.logistics.model import Advance, Layout, Move, Recall, Reclaim, Sow, Swap
from engine.logistics.state import State
from engine.notation import parse_pieces
from engine.pieces import Piece
from vision.cards.cards import CardsSeen
from vision.observation import UnitObservation


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
    happenings: Mapping[str, tuple[str, str]] = {
        "captured": ("{by} captures the opponent's card {card}", "L4"),
        "tree_made": ("a tree guards {seat}'s card {card}", "L5"),
        "nest_made": ("a nest is on {seat}'s card {card}", "L7"),
        "power_lapsed": ("the power finds nothing to act on", "L9"),
        "extra_turn": ("{seat} may sow again", "L3"),
        "extra_turn_lapsed": ("{seat} has nothing left for the extra turn", "L3"),
        "turn_skipped": ("{seat} has nothing to sow and is passed over", "L10"),
    }

    def phrase(self, text: str, state: State | None) -> str:
        return logistics_words.phrase(text) or text

    def deed(self, seat: str, text: str) -> str:
        return typed_words.deed(seat, text)

    def said_deed(self, seat: str, text: str) -> str:
        return logistics_words.deed(seat, text)

    def reading_of(self, facts: Mapping[str, Any], usual: str) -> str:
        return "L7" if facts.get("how") == "nest" else super().reading_of(facts, usual)

    def parts_said(self, event: Any, names: Mapping[str, str], words: Wording) -> list[str]:
        """The move, and what it set off."""
        told = [self.happenings[item["kind"]][0].format(**item) for item in self._worth(event.engine_events)]
        return [retell(text, names, words) for text in (self.said_deed(event.seat, event.text), *told)]

    def _worth(self, events: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        return [item for item in events if item["kind"] in self.happenings]

    def pictures(self, move: Any, state: State) -> list[str]:
        """The pyramids that are taken in hand, those on a card from the top down."""
        return [f"{piece.size.word}-{piece.colour}" for piece in _moved(move, state.layout)]

    def whole(self, state: State, names: Names, words: Wording) -> str:
        return board_words.logistics_whole(state, names, words)

    def upcoming(self, state: State, names: Names, words: Wording) -> str:
        return board_words.logistics_next(state, names, words)

    def shown(self, state: State, names: Names, words: Wording) -> dict[str, Any]:
        return board_words.logistics_shown(state, names, words)

    def put_right(self, setup: Layout, name: str, value: str) -> Part:
        """A whole place, or one piece of a stock."""
        word, _, place = name.partition(".")
        if word not in set(Seat) or not place:
            raise CorrectionError(f"cannot read {name}={value}: write it like {self.set_example}")
        seat = Seat(word)
        side, rename = setup.side(seat), None
        if place.isdecimal():
            if not 1 <= int(place) <= len(side.cards):
                raise CorrectionError(f"{seat} has cards 1 to {len(side.cards)}, not {place}")
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
                raise CorrectionError(f"{seat} has no {before} in the stock at set-up")
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
            raise UsageError("--cards-at takes four corners in mm, x and y each: eight numbers with commas")
        return {"outline": [numbers[i : i + 2] for i in range(0, 8, 2)]}

    def table(self, rules: Any, palette: str, facts: Facts) -> LogisticsTable:
        """The cards' ``grid`` or ``outline`` may be known."""
        if palette == "all":
            raise ValueError("stocks have five colours each: choose --palette rainbow or xeno")
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
