"""What people say lay on the table at set-up instead, in every game: ``near.Sblue=Sblack``, ``c3=Nred``.

A spot and what is there, with blanks between several. Initiative: a piece of an inventory, or the ``stack``
(in a draft that, or its ``size``);
Nickel: a square, whose pyramid changes places with the one it is (N1); Logistics: a stock, a vault or a card,
with all that it holds (``near.stock=2Sred,Mblue``, ``far.2=Lred``), or a piece of a stock; Sanctum: whose a
structure is, a new one included.

>>> from engine.games import GAMES
>>> game = GAMES["Sanctum"]
>>> setup, _ = put_right(game, game.parse_setup("town1=red", game.rules), game.rules, "town1=blue")
>>> game.format_setup(setup)
'town1=blue'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from arbiter.corrections.adjudicate import Rename
from arbiter.corrections.recorded_moves import CorrectionError
from engine.definition import AnyGame
from engine.game import MoveError, Seat
from engine.initiative.drafting import Stack
from engine.initiative.model import Setup
from engine.initiative.status import OF_A_KIND
from engine.logistics.model import Layout
from engine.nickel.model import SQUARES, Pyramid
from engine.nickel.model import Setup as Board
from engine.nickel.notation import parse_pyramid
from engine.notation import parse_pieces
from engine.pieces import Colour, Piece, Size
from engine.sanctum.model import Structure
from engine.sanctum.notation import parse_structures

Part = tuple[Any, Rename | None]
"""A set-up with one spot put right, and the piece that turned out to be another one, if any did."""

EXAMPLES: Mapping[str, str] = {
    "Draft": "stack=blue,red,... / size=small",
    "Initiative": "near.Sblue=Sblack / stack=blue,red,...",
    "Logistics": "near.Sblue=Sblack / far.2=Sred,Mblue",
    "Nickel": "c3=Nred",
    "Sanctum": "town1=red",
}


def put_right(game: AnyGame, setup: Any, rules: Any, text: str) -> tuple[Any, tuple[Rename, ...]]:
    """The set-up with every spot of a text put right, and the pieces that turned out to be others.

    Raises ``CorrectionError`` in one clear line.
    """
    was, renames = setup, list[Rename]()
    for word in text.split():
        name, sign, value = word.partition("=")
        if not sign:
            raise CorrectionError(f"cannot read {word}: write it like {EXAMPLES[game.name]}")
        try:
            setup, rename = _PARTS[game.name](setup, name.lower(), value)
        except MoveError as error:
            raise CorrectionError(f"{error.message}; write it like {EXAMPLES[game.name]}") from error
        renames += [rename] if rename else []
    if setup == was:
        if text.split():
            raise CorrectionError(f"the set-up is so already: {text.strip()}")
        raise CorrectionError(f"say what is to be set, such as {EXAMPLES[game.name]}")
    _check(game, setup, rules)
    return setup, tuple(renames)


def _check(game: AnyGame, setup: Any, rules: Any) -> None:
    """Refuses what cannot lie on the table."""
    if isinstance(setup, Setup):
        if not within_count(setup):
            many = f"more than two pyramids that are {_too_many(setup)}"
            raise CorrectionError(f"then there would be {many} (I13): name the other one as well")
        return
    faults = game.start(setup, rules, None).problems()
    if faults:
        raise CorrectionError(f"then the set-up could not be: {faults[0]}")


def _too_many(setup: Setup) -> Piece:
    pieces = [*setup.near, *setup.far]
    if setup.stack_size is not None:
        pieces += [Piece(setup.stack_size, colour) for colour in setup.stack]
    return next(piece for piece in pieces if pieces.count(piece) > OF_A_KIND)


def _initiative(setup: Setup, name: str, value: str) -> Part:
    if name == "stack":
        return replace(setup, stack=_stack(value, setup.stack)), None
    seat, before, after = _spot(name, value)
    if before not in setup.inventory(seat):
        raise CorrectionError(f"{seat} has no {before} at set-up")
    return renamed(setup, seat, before, after), (seat, before, after)


def renamed(setup: Setup, seat: Seat, before: Piece, after: Piece) -> Setup:
    """The set-up with one piece of a seat's inventory taken for another."""
    pieces = list(setup.inventory(seat))
    pieces[pieces.index(before)] = after
    side = tuple(pieces)
    return replace(setup, near=side) if seat is Seat.NEAR else replace(setup, far=side)


def within_count(setup: Setup) -> bool:
    """Whether no kind is there too often (I13)."""
    counts = Counter((*setup.near, *setup.far))
    if setup.stack_size is not None:
        counts.update(Piece(setup.stack_size, colour) for colour in setup.stack)
    return all(count <= OF_A_KIND for count in counts.values())


def _draft(setup: Stack, name: str, value: str) -> Part:
    """The stack that a draft begins with: its colours or the size of its pyramids."""
    if name == "stack":
        return replace(setup, colours=_stack(value, setup.colours)), None
    sizes = {size.word: size for size in Size}
    if name != "size" or value.lower() not in sizes:
        raise CorrectionError(f"cannot read {name}={value}: write it like {EXAMPLES['Draft']}")
    return replace(setup, size=sizes[value.lower()]), None


def _spot(name: str, value: str) -> tuple[Seat, Piece, Piece]:
    seat, _, piece = name.partition(".")
    try:
        found = Seat(seat)
        (before,), (after,) = parse_pieces(piece), parse_pieces(value)
    except (MoveError, ValueError) as error:
        raise CorrectionError(f"cannot read {name}={value}: write it like near.Sblue=Sblack") from error
    return found, before, after


def _stack(value: str, was: tuple[Colour, ...]) -> tuple[Colour, ...]:
    try:
        colours = tuple(Colour(word.lower()) for word in value.split(","))
    except ValueError:
        colours = ()
    if len(set(colours)) != len(colours) or len(colours) != len(was):
        raise CorrectionError(f"the stack is {len(was)} different colours from the top, with commas")
    return colours


def _nickel(setup: Board, name: str, value: str) -> Part:
    """Every pyramid is there once (N1): the one that stood where this one was believed to be is there."""
    if name not in SQUARES:
        raise CorrectionError(f"{name!r} is no square: write it like {EXAMPLES['Nickel']}")
    pyramid, at = parse_pyramid(value), SQUARES.index(name)
    return replace(setup, board=_changed_places(setup.board, setup.board[at], pyramid, at)), None


def _changed_places(board: tuple[Any, ...], was: Any, now: Pyramid, at: int) -> tuple[Any, ...]:
    cells = [was if cell == now else cell for cell in board]
    cells[at] = now
    return tuple(cells)


def _logistics(setup: Layout, name: str, value: str) -> Part:
    """A whole place, or one piece of a stock."""
    word, _, place = name.partition(".")
    if word not in set(Seat) or not place:
        raise CorrectionError(f"cannot read {name}={value}: write it like {EXAMPLES['Logistics']}")
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
        _, before, after = _spot(name, value)
        if before not in side.stock:
            raise CorrectionError(f"{seat} has no {before} in the stock at set-up")
        stock = list(side.stock)
        stock[stock.index(before)] = after
        side, rename = replace(side, stock=tuple(sorted(stock))), (seat, before, after)
    return replace(setup, **{seat.value: side}), rename


def _sanctum(setup: tuple[Structure, ...], name: str, value: str) -> Part:
    (found,) = parse_structures(f"{name}={value}")
    return tuple(sorted((*(each for each in setup if each.name != name), found))), None


_PARTS: Mapping[str, Callable[[Any, str, str], Part]] = {
    "Draft": _draft,
    "Initiative": _initiative,
    "Logistics": _logistics,
    "Nickel": _nickel,
    "Sanctum": _sanctum,
}
