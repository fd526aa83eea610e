"""How Logistics is described: its moves, its cards, what is due next, and what people may correct."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from arbiter.corrections.recorded_moves import CorrectionError
from arbiter.corrections.setup import other_pieces, spot
from arbiter.games.logistics import typed
from arbiter.games.logistics.look import contents_of
from arbiter.telling.telling import Happening, Misread, Part, Telling
from arbiter.words.describe import Names
from arbiter.words.pieces import counted, piece_set
from arbiter.words.wording import Wording, titled
from engine.game import Seat
from engine.logistics.events import Captured
from engine.logistics.game import GAME
from engine.logistics.model import Advance, Layout, Move, Recall, Reclaim, Sow, Swap
from engine.logistics.state import State
from engine.message import Message, Messages, as_sentence, just
from engine.notation import format_piece, parse_pieces
from engine.pieces import Piece

say, arbiter = Messages("arbiter.games.logistics"), Messages("arbiter")


class LogisticsTelling(Telling):
    zone = "cards"
    typed: Mapping[str, str] = {
        "play": "Sred,Mblue, card3, near1>next",
        "set": "near.Sblue=Sblack, far.2=Lred",
        "rule": "tree_power=any",
    }
    set_example = "near.Sblue=Sblack / far.2=Sred,Mblue"
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
        """The move and its consequences."""
        known = (item for item in event.engine_events if item["kind"] in self.happenings)
        consequences = [self.happenings[item["kind"]][0](item) for item in known]
        return [words.tell(said, names) for said in (self.said_deed(event.seat, event.text), *consequences)]

    def pictures(self, move: Any, state: State) -> list[str]:
        """The pyramids that a move takes in hand, those on a card from the top down."""
        return [f"{piece.size.word}-{piece.colour}" for piece in _moved(move, state.layout)]

    def whole(self, state: State, names: Names, words: Wording) -> str:
        parts = []
        for seat in Seat:
            side = state.layout.side(seat)
            parts += [_cards(state, seat, names, words)]
            for key, pieces in (("table_stock", side.stock), ("table_vault", side.vault)):
                held = counted(pieces, words) or words.say("table_nothing")
                parts.append(words.say(key, name=names[seat], pieces=held))
        return " ".join(part for part in (*parts, _due(state, names, words)) if part)

    def in_short(self, state: State, names: Names, words: Wording) -> str:
        """Whose turn it is, the cards with something on them, and the sizes of the stocks; the page shows all
        of that, and what was captured."""
        turn = as_sentence(titled(words.tell(self.standing(state), names)))
        cards = [_cards(state, seat, names, words, taken=True) for seat in Seat]
        left = [f"{names[seat]} {len(state.layout.side(seat).stock)}" for seat in Seat]
        stocks = words.say("table_stocks", stocks=words.series(left))
        return " ".join(part for part in (turn, _due(state, names, words), *cards, stocks) if part)

    def upcoming(self, state: State, names: Names, words: Wording) -> str:
        """The power or extra turn that is due, what can be captured, and which cards can be sown."""
        if state.outcome is not None:
            return ""
        parts = _due(state, names, words), _captures(state, names, words), _sown(state, words)
        return " ".join(part for part in parts if part)

    def may_be_played(self, state: State, names: Names, words: Wording) -> str:
        return self.upcoming(state, names, words)

    def shown(self, state: State, names: Names, words: Wording) -> dict[str, Any]:
        facts = [[words.say("fact_due"), due]] if (due := _due(state, names, words)) else []
        scores = {}
        for seat in Seat:
            side = state.layout.side(seat)
            vault = counted(side.vault, words) or words.say("table_empty")
            how = words.say("fact_vault", pieces=vault)
            scores[seat.value] = {"total": state.running_score(seat).total, "how": how}
            stock = words.count("pyramids", len(side.stock))
            facts.append([words.say("fact_stock", name=names[seat]), stock])
        return {"score_title": "score_vault", "scores": scores, "facts": facts}

    def holdings(self, state: State) -> Mapping[str, tuple[Hashable, ...]]:
        """Each card, each heap, and each kind of pyramid in a stock."""
        stocks = {
            f"{seat} stock {format_piece(piece)}": (piece,) * state.layout.side(seat).stock.count(piece)
            for seat in Seat
            for piece in state.layout.side(seat).stock
        }
        return {**contents_of(state.layout), **stocks}

    def misread(self, setup: Layout, place: str, move: Any) -> Iterable[Misread]:
        """What a pyramid of a stock may have been instead."""
        seat, _, code = place.partition(" stock ")
        if code:
            colours = {piece.colour for side in (setup.near, setup.far) for piece in side.stock}
            yield from other_pieces(f"{seat}.{code}", code, colours)

    def put_right(self, setup: Layout, name: str, value: str) -> Part:
        """Corrects a whole place, or one piece of a stock."""
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
            on = words.series([counted([piece], words) for piece in pieces])
            return words.say("correction_set_card", name=who, n=place, pieces=on or words.say("table_empty"))
        if place in ("stock", "vault"):
            return words.say(f"table_{place}", name=who, pieces=counted(pieces, words)).rstrip(".")
        return piece_set(who, place, value, words)


def _cards(state: State, seat: Seat, names: Names, words: Wording, taken: bool = False) -> str:
    """What is on a player's cards; with ``taken``, only on those that hold something, if any does."""
    lines, stacks = list[str](), state.layout.side(seat).cards
    if taken and not any(stacks):
        return words.say("table_no_cards", name=names[seat])
    for number, stack in enumerate(stacks, start=1):
        if taken and not stack:
            continue
        pieces = [str(words.piece((piece.size.word, piece.colour.value))) for piece in stack]
        on = words.series(pieces) or words.say("table_empty")
        lines.append(words.say("table_card", n=number, pieces=on))
    return words.say("table_cards", name=names[seat], cards="; ".join(lines))


def _due(state: State, names: Names, words: Wording) -> str:
    """The power or the extra turn that is due; empty for a plain sow."""
    if state.outcome is not None or state.mover is None:
        return ""
    if state.pending:
        colours = words.join([words.colour(colour) for colour in state.pending[0]])
        return words.say("power_due", name=names[state.mover], colours=colours)
    return words.say("extra_due", name=names[state.mover]) if state.extra else ""


def _captures(state: State, names: Names, words: Wording) -> str:
    """The cards that may be captured by sowing one card, or one pyramid of the stock."""
    happened = (event for move in GAME.brief(state) for event in state.force(move).events)
    cards = sorted({(event.card, event.by.other) for event in happened if isinstance(event, Captured)})
    found = [words.tell(arbiter("card_of", n=card, who=of), names) for card, of in cards]
    return words.tell(arbiter("may_capture", raw=words.join(found))) if found else ""


def _sown(state: State, words: Wording) -> str:
    """The cards that may be sown, and whether the stock may."""
    sows = [move for move in GAME.brief(state) if isinstance(move, Sow)]
    cards = sorted({move.card for move in sows if move.card})
    stock = any(not move.card for move in sows)
    if not cards:
        return words.tell(arbiter("may_sow_stock")) if stock else ""
    key = "may_sow_both" if stock else "may_sow_cards"
    return words.tell(arbiter(key, raw=words.join([str(card) for card in cards]), n=len(cards)))


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
