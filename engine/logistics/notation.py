"""Moves and layouts of Logistics as players type them.

A sow from the stock lists its pyramids in order, ``Sred,Mblue,Sblue``; a sow from a card names it, ``card3``.
``stop`` ends an extra turn. Powers: ``near.Mblue>stock`` takes from near's vault, ``far3>stock`` the top of
far's card 3; ``near1>next`` moves one card forward; ``near1.2<>3.1`` swaps the second pyramid from the bottom
of near's card 1 with the lowest of card 3; ``decline`` uses none. ``table:`` with a layout is an arrangement
that stood. ``far:`` at the beginning names the player.

A layout: ``near(stock=2Sred,Mblue;1=Sred,Sblue;vault=Lred)far(...)``, cards bottom to top, without empty
places.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import product
from typing import TYPE_CHECKING

from engine.game import AmbiguousMove, MalformedMove, Seat, is_legal, misspelt
from engine.logistics.model import (
    Advance,
    Arrange,
    Decline,
    Layout,
    Move,
    Recall,
    Reclaim,
    Side,
    Sow,
    Spot,
    Stop,
    Swap,
)
from engine.message import Messages
from engine.notation import format_piece, format_pieces, parse_pieces, pieces_of, split_seat
from engine.pieces import Piece

say = Messages("engine.logistics")

if TYPE_CHECKING:
    from engine.logistics.state import State

HOW = say("read_sow")
_CARD = re.compile(r"^(?:card|c)?([0-9]{1,4})$")
_POWER = re.compile(r"^(near|far)?(?:([0-9]{1,4})|\.([a-z]+))>(stock|next)$")
_SWAP = re.compile(r"^(near|far)?(N)\.(N)<>(?:near|far)?(N)\.(N)$".replace("N", "[0-9]{1,4}"))
_SIDE = re.compile(r"^(near|far)\(([^()]*)\)")
WORDS = ("stop", "decline", "table", "card", "stock", "next", *Seat)
"""The words in moves, apart from pyramids."""
MOST_PYRAMIDS = 40
"""A longer sow is not read, as nobody has so many pyramids."""


def format_move(move: Move) -> str:
    """A move in the typed form, without its seat; the inverse of `parse_move`."""
    if isinstance(move, Sow):
        return f"card{move.card}" if move.card else ",".join(map(format_piece, move.pieces))
    if isinstance(move, Reclaim):
        return f"{move.owner}.{format_piece(move.piece)}>stock"
    if isinstance(move, Recall):
        return f"{move.owner}{move.card}>stock"
    if isinstance(move, Advance):
        return f"{move.owner}{move.card}>next"
    if isinstance(move, Swap):
        one, two = move.first, move.second
        return f"{move.owner}{one.card}.{one.level}<>{two.card}.{two.level}"
    return f"table:{format_layout(move.layout)}" if isinstance(move, Arrange) else move.kind


def parse_move(text: str, state: State, *, check: bool = True) -> Move:
    """The move that a text means in a position; the seat is the one named, otherwise whoever is to move.

    Raises `MalformedMove` for a text that is not a move, `AmbiguousMove` if several fit and, unless ``check``
    is false, whatever `State.check` raises.
    """
    named, rest = split_seat(text)
    low = re.sub(r"\s*([,>.<])\s*", r"\1", rest.strip().lower())
    seats = [named] if named else [state.mover] if state.mover else list(Seat)
    found = list(dict.fromkeys(move for seat in seats for move in _readings(low, state, seat)))
    if not found:
        raise MalformedMove(say("read_move", quoted=f"{text.strip()!r}", text=misspelt(low, WORDS) or HOW))
    if len(found) > 1:
        found = [move for move in found if is_legal(state, move)] or found
    if len(found) > 1:
        either = tuple(f"{move.seat}: {format_move(move)}" for move in found[:6])
        raise AmbiguousMove(say("read_could", raw=f"{text.strip()!r}", list=either), found)
    if check:
        state.check(found[0])
    return found[0]


def _readings(low: str, state: State, seat: Seat) -> Iterable[Move]:
    """Every move by ``seat`` that a tidied text may mean."""
    if low in ("stop", "decline"):
        return [Stop(seat) if low == "stop" else Decline(seat)]
    if low.startswith("table:"):
        return [Arrange(seat, parse_layout(low.removeprefix("table:"), state.rules.cards))]
    joined = low.replace(" ", "")
    if match := _CARD.match(joined):
        return [Sow(seat, int(match[1]))]
    if match := _SWAP.match(joined):
        card, level, other, height = (int(match[group]) for group in (2, 3, 4, 5))
        return [Swap(seat, owner, Spot(card, level), Spot(other, height)) for owner in _owners(match[1])]
    if match := _POWER.match(joined):
        return list(_powers(match, seat))
    try:
        return _stock_sows(low, state, seat)
    except MalformedMove:
        if meant := misspelt(low, WORDS):
            raise MalformedMove(say("read_move", quoted=f"{low!r}", text=meant)) from None
        raise


def _owners(word: str | None) -> list[Seat]:
    return [Seat(word)] if word else list(Seat)


def _powers(match: re.Match[str], seat: Seat) -> Iterable[Move]:
    for owner in _owners(match[1]):
        if match[3] and match[4] == "stock":
            yield from (Reclaim(seat, owner, piece) for piece in pieces_of(match[3]))
        elif match[2]:
            made = Recall if match[4] == "stock" else Advance
            yield made(seat, owner, int(match[2]))


def _stock_sows(low: str, state: State, seat: Seat) -> Iterable[Move]:
    """The sequences of pyramids that a list may mean; those in the stock if there are any."""
    words = low.split(",")
    if not all(words) or len(words) > MOST_PYRAMIDS:
        return []
    stock = state.layout.side(seat).stock
    kinds = [_narrow(pieces_of(word), stock) for word in words]
    if max(map(len, kinds)) > 1:
        kinds = kinds[:4]
    return [Sow(seat, 0, pieces) for pieces in product(*kinds)]


def _narrow(kinds: tuple[Piece, ...], stock: tuple[Piece, ...]) -> tuple[Piece, ...]:
    return tuple(kind for kind in kinds if kind in stock) or kinds[:1]


def format_layout(layout: Layout) -> str:
    """A layout on one line without blanks; the inverse of `parse_layout`."""
    return "".join(f"{seat}({_format_side(layout.side(seat))})" for seat in (Seat.NEAR, Seat.FAR))


def _format_side(side: Side) -> str:
    stacks = enumerate(side.cards, start=1)
    cards = ((str(card), ",".join(map(format_piece, stack))) for card, stack in stacks)
    places = (("stock", format_pieces(side.stock)), *cards, ("vault", format_pieces(side.vault)))
    return ";".join(f"{place}={words}" for place, words in places if words)


def parse_layout(text: str, cards: int) -> Layout:
    """A layout with ``cards`` cards on each side; raises `MalformedMove` with what cannot be read."""
    sides: dict[Seat, Side] = {}
    rest = text.strip().lower()
    while match := _SIDE.match(rest):
        if Seat(match[1]) in sides:
            raise MalformedMove(say("read_layout_twice", raw=match[1]))
        sides[Seat(match[1])] = _parse_side(match[2], cards)
        rest = rest[match.end() :].lstrip()
    if rest or len(sides) < len(Seat):
        raise MalformedMove(say("read_layout"))
    return Layout(sides[Seat.NEAR], sides[Seat.FAR])


def _parse_side(text: str, cards: int) -> Side:
    places: dict[str, tuple[Piece, ...]] = {}
    known = ("stock", "vault", *map(str, range(1, cards + 1)))
    for part in filter(None, (part.strip() for part in text.split(";"))):
        place, _, words = (word.strip() for word in part.partition("="))
        if place not in known or place in places:
            raise MalformedMove(say("read_side", raw=f"{part!r}", n=cards))
        places[place] = parse_pieces(words)
    stacks = tuple(places.get(str(card), ()) for card in range(1, cards + 1))
    return Side(tuple(sorted(places.get("stock", ()))), stacks, tuple(sorted(places.get("vault", ()))))
