"""The questions about a set-up that cannot be read, step by step, and people's answers.

A piece: its likeliest readings; if it is none of them, its colour and then its size. The initiative stack:
its likeliest orders; if none is right, its colours one by one, from the first in which those orders differ
or, if necessary, from the top. So every question ends in an answer or in "none of these", after which only
the table can help.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from arbiter.games.initiative.reports import piece_options
from arbiter.games.initiative.setup.late_start import SAME_MM, First, Place, PlayOrder, RowPyramid, openings
from arbiter.games.initiative.setup.reading import STACK_SHORT, STACK_UNSURE, SetupReading
from arbiter.games.initiative.setup.things import ORDINALS, place_words
from arbiter.games.initiative.setup.worlds import Order
from engine.initiative.status import STACK_HEIGHT
from engine.message import Message, Messages, in_a_row, just
from engine.pieces import Colour, Piece, Size
from vision.track.summing import Unit, softmax

say = Messages("arbiter.games.initiative")

ALL_SHOW = 0.8
BEGUN = say("begun")


@dataclass(frozen=True)
class Said:
    """What people have said so far; ``pieces`` and the stack's ``order`` are certain.

    ``colours`` are those of pieces that are none of their likeliest readings, ``None`` while being asked
    about; ``top`` are the stack's colours from the top as far as given, ``None`` while its likeliest orders
    remain to be asked about. What is ``given_up`` (a place, or ``None`` for the stack) is not asked about
    again. ``first`` is the first play of a round that has already begun.
    """

    pieces: Mapping[Place, Piece] = field(default_factory=dict)
    order: Order = ()
    colours: Mapping[Place, Colour | None] = field(default_factory=dict)
    top: Order | None = None
    given_up: frozenset[Place | None] = frozenset()
    first: First | None = None

    def hopeful(self) -> Said:
        """The same with nothing given up, because the table has changed."""
        return replace(self, given_up=frozenset(), colours={}, top=None)

    def known(self, places: Iterable[Place], unit: Unit) -> Place | None:
        """The one of the places at which a unit stands."""
        return next((at for at in places if math.dist(at, (unit.x_mm, unit.y_mm)) < SAME_MM), None)


@dataclass(frozen=True)
class Query:
    """A question: answer ``k`` leads to ``after[k]``, none of these to ``otherwise``.

    ``about`` is the piece's place, ``None`` for the stack.
    """

    text: Message
    answers: tuple[Message, ...]
    after: tuple[Said, ...]
    otherwise: Said
    unit: Unit
    about: Place | None = None
    probabilities: tuple[float, ...] = ()

    def same(self, other: Query) -> bool:
        """Whether the other asks the same about the same thing, wherever it is in the queue."""
        if self.about is None or other.about is None:
            return self.about is other.about and self.text == other.text
        return self.text.id == other.text.id and math.dist(self.about, other.about) < SAME_MM


def queries(reading: SetupReading, said: Said, palette: Sequence[Colour]) -> Iterator[Query]:
    """All questions to ask: the stack first, then the pieces in the order of their doubts."""
    unread = any(text.id in (STACK_UNSURE.id, STACK_SHORT) for text in reading.askable)
    if unread and None not in said.given_up:
        yield _about_stack(reading, said)
    for seat, index, shares in reading.doubts:
        unit = reading.units[seat][index]
        if said.known((at for at in said.given_up if at is not None), unit) is None:
            yield _about_piece(place_words(seat, index), unit, shares, said, palette)


def first_play(found: Sequence[PlayOrder], said: Said) -> Query | None:
    """The question about a round that has already begun; ``None`` if no answer could settle it."""
    choice = openings(found)
    if not choice or said.first is not None:
        return None
    return Query(
        BEGUN,
        tuple(map(_played, choice)),
        tuple(replace(said, first=First(laid.place)) for laid in choice),
        replace(said, first=First(None)),
        choice[0].unit,
        choice[0].place,
    )


def _played(laid: RowPyramid) -> Message:
    play = laid.play
    if play.sacrifice is None:
        return say("plays", who=play.seat, piece=play.piece)
    return say("plays_sacrificing", who=play.seat, piece=play.piece, under=play.sacrifice)


def _about_piece(
    name: Message,
    unit: Unit,
    shares: Sequence[tuple[Piece, float]],
    said: Said,
    palette: Sequence[Colour],
) -> Query:
    at = said.known(said.colours, unit) or (unit.x_mm, unit.y_mm)
    gone = replace(said, given_up=said.given_up | {at})

    def named(piece: Piece) -> Said:
        return replace(said, pieces={**said.pieces, at: piece})

    if at not in said.colours:
        pieces, odds = piece_options(shares)
        more = replace(said, colours={**said.colours, at: None})
        after = tuple(named(piece) for piece in pieces)
        return Query(say("what_is", text=name), tuple(map(just, pieces)), after, more, unit, at, odds)
    colour = said.colours[at]
    if colour is None:
        ranked = _ranked(palette, softmax(unit.levels[0].colour))
        after = tuple(replace(said, colours={**said.colours, at: each}) for each, _ in ranked)
        return _chosen(say("what_colour", text=name), ranked, after, gone, unit, at)
    sizes = _ranked(tuple(Size), softmax(unit.levels[0].size))
    after = tuple(named(Piece(size, colour)) for size, _ in sizes)
    return _chosen(say("what_size", text=name), sizes, after, gone, unit, at)


def _ranked(values: Sequence[Any], shares: Iterable[float]) -> list[tuple[Any, float]]:
    return sorted(zip(values, map(float, shares), strict=True), key=lambda pair: -pair[1])


def _chosen(
    text: Message,
    ranked: Sequence[tuple[Any, float]],
    after: tuple[Said, ...],
    otherwise: Said,
    unit: Unit,
    about: Place,
) -> Query:
    answers = tuple(just(value) for value, _ in ranked)
    return Query(text, answers, after, otherwise, unit, about, tuple(share for _, share in ranked))


def _about_stack(reading: SetupReading, said: Said) -> Query:
    assert reading.stack is not None and reading.stack_unit is not None
    unit, gone = reading.stack_unit, replace(said, given_up=said.given_up | {None})
    if said.top is None:
        orders = [order for order, _ in reading.stack.ranked]
        text = say("what_order", text=STACK_UNSURE)
        after = tuple(replace(said, order=order) for order in orders)
        odds = tuple(share for _, share in reading.stack.ranked)
        words = tuple(map(in_a_row, orders))
        return Query(text, words, after, replace(said, top=_agreed(orders, unit)), unit, None, odds)
    left = [colour for colour in reading.stack.order if colour not in said.top]
    after = tuple(_longer(said, colour, left) for colour in left)
    text = say("which_level", ordinal=ORDINALS[len(said.top)])
    otherwise = replace(said, top=()) if said.top else gone
    return Query(text, tuple(map(just, left)), after, otherwise, unit)


def _agreed(orders: Sequence[Order], unit: Unit) -> Order:
    """The colours from the top that all orders share (all but two at most), if the stack certainly shows all
    of its levels."""
    if unit.p_levels[STACK_HEIGHT - 1] < ALL_SHOW:
        return ()
    levels = itertools.takewhile(lambda level: len(set(level)) == 1, zip(*orders, strict=True))
    return tuple(level[0] for level in itertools.islice(levels, STACK_HEIGHT - 2))


def _longer(said: Said, colour: Colour, left: Sequence[Colour]) -> Said:
    """With one more colour of the stack known; the last colour follows from the others."""
    top = (*(said.top or ()), colour)
    if len(top) < STACK_HEIGHT - 1:
        return replace(said, top=top)
    return replace(said, top=top, order=(*top, *(each for each in left if each != colour)))
