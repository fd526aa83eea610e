"""Corrections of Initiative's set-up: other pieces, another stack (see ``corrections.setup``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from arbiter.corrections.recorded_moves import CorrectionError
from arbiter.corrections.setup import other_pieces, spot
from arbiter.telling.telling import Misread, Part
from arbiter.words.wording import Wording
from engine.game import Seat
from engine.initiative.model import Play, Setup
from engine.initiative.status import OF_A_KIND
from engine.message import Messages
from engine.notation import format_piece
from engine.pieces import Colour, Piece

say = Messages("arbiter")


def put_right(setup: Setup, name: str, value: str) -> Part:
    if name == "stack":
        return replace(setup, stack=stack_of(value, setup.stack)), None
    seat, before, after = spot(name, value)
    if before not in setup.inventory(seat):
        raise CorrectionError(say("fix_no_piece", who=seat, piece=before))
    return renamed(setup, seat, before, after), (seat, before, after)


def misread(setup: Setup, place: str, move: Play | None) -> Iterator[Misread]:
    """What a player's pyramid, or the one just played, may have been instead. If two of that kind are known,
    the other player's pyramid of that kind is exchanged for it (I13)."""
    seat, _, code = place.partition(" ")
    if move is not None:
        seat, code = move.seat.value, format_piece(move.piece)
    if seat not in set(Seat) or code not in map(format_piece, setup.inventory(Seat(seat))):
        return
    colours = {piece.colour for piece in (*setup.near, *setup.far)}
    for text, words, pictures in other_pieces(f"{seat}.{code}", code, colours):
        after = text.partition("=")[2]
        for typed in (text, f"{text} {Seat(seat).other}.{after}={code}"):
            if _may_be(setup, typed):
                yield typed, words, pictures
                break


def _may_be(setup: Setup, typed: str) -> bool:
    try:
        for word in typed.split():
            name, _, value = word.partition("=")
            setup, _ = put_right(setup, name, value)
        check_setup(setup)
    except CorrectionError:
        return False
    return True


def check_setup(setup: Setup) -> None:
    """Refuses a set-up with too many of one kind."""
    if not within_count(setup):
        many = say("fix_two_of", piece=_too_many(setup))
        raise CorrectionError(say("fix_would", text=many))


def _too_many(setup: Setup) -> Piece:
    pieces = [*setup.near, *setup.far]
    if setup.stack_size is not None:
        pieces += [Piece(setup.stack_size, colour) for colour in setup.stack]
    return next(piece for piece in pieces if pieces.count(piece) > OF_A_KIND)


def renamed(setup: Setup, seat: Seat, before: Piece, after: Piece) -> Setup:
    """The set-up with one piece of a seat's inventory renamed."""
    pieces = list(setup.inventory(seat))
    pieces[pieces.index(before)] = after
    side = tuple(pieces)
    return replace(setup, near=side) if seat is Seat.NEAR else replace(setup, far=side)


def within_count(setup: Setup) -> bool:
    """Whether no kind occurs too often (I13)."""
    counts = Counter((*setup.near, *setup.far))
    if setup.stack_size is not None:
        counts.update(Piece(setup.stack_size, colour) for colour in setup.stack)
    return all(count <= OF_A_KIND for count in counts.values())


def stack_of(value: str, was: tuple[Colour, ...]) -> tuple[Colour, ...]:
    """A stack from its colours: all different, and as many as it had."""
    try:
        colours = tuple(Colour(word.lower()) for word in value.split(","))
    except ValueError:
        colours = ()
    if len(set(colours)) != len(colours) or len(colours) != len(was):
        raise CorrectionError(say("fix_stack", n=len(was)))
    return colours


def stack_set(name: str, value: str, words: Wording) -> str:
    """In words: the stack's colours or its size were others; raises ``KeyError`` for unknown ones."""
    if name == "stack":
        colours = words.series([words.colour(colour.lower()) for colour in value.split(",")])
        return words.say("correction_set_stack", colours=colours)
    return words.say("correction_set_size", size=words.size(value.lower()))
