"""A draft of Initiative as players type it, and the Draft tag of a record.

A draw names the pyramid and the marker beside which it is put: ``Lred@2``. A take names the marker:
``take2``; if the row is too long, what is kept of it follows: ``take2=Lred``. ``near:`` in front names the
player. Reading is lenient: ``large red at 2``, ``take 2 keep large red``, and ``take`` or ``lr`` alone if
only one marker is possible.

The tag lists every action with its player in order; illegal ones that stood are marked: ``near:Lred@2
far:Lblue@2 near:Mred@2 $stood``.

>>> from engine.pieces import PALETTES, Size
>>> draft = Draft.start(PALETTES["rainbow"], Size.SMALL, Seat.NEAR)
>>> format_action(parse_action("large red at 2", draft))
'Lred@2'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from engine.game import AmbiguousMove, IllegalMove, MalformedMove, MoveError, Seat, is_legal
from engine.initiative.draft import MARKERS, Draft, Draw, Move, Take
from engine.initiative.model import Setup
from engine.message import Message, Messages, message_of
from engine.notation import format_piece, format_pieces, parse_pieces, pieces_of, split_seat
from engine.record.records import Mark

say = Messages("engine.initiative")

HOW = say("read_draw")
STOOD = f"${Mark.STOOD}"
_TAKE = re.compile(r"^take\s*(\d{1,3})?\s*(?:(?:=|keeps?\b)\s*(.+))?$")
_DRAW = re.compile(r"^([a-z ]+?)\s*(?:(?:@|\bat\b|\bto\b)\s*(\d{1,3}))?$")


def format_action(move: Move) -> str:
    """A typed draw or take, without its seat; the inverse of `parse_action`."""
    if isinstance(move, Draw):
        return f"{format_piece(move.piece)}@{move.marker}"
    return f"take{move.marker}" + (f"={format_pieces(move.keep)}" if move.keep else "")


def parse_action(text: str, draft: Draft, *, check: bool = True) -> Move:
    """The draw or take meant by a text, by the seat that it names or whose turn it is.

    Raises `MalformedMove` for a text that is neither, `AmbiguousMove` if several fit, and, unless ``check``
    is false, the errors of `Draft.check`.
    """
    named, rest = split_seat(text)
    low = rest.strip().lower()
    seats = [named] if named else [draft.mover] if draft.mover else list(Seat)
    found = list(dict.fromkeys(chain.from_iterable(_readings(low, draft, seat) for seat in seats)))
    if not found:
        raise MalformedMove(say("read_move", quoted=f"{text.strip()!r}", text=HOW))
    if len(found) > 1:
        found = [move for move in found if is_legal(draft, move)] or found
    if len(found) > 1:
        either = tuple(f"{move.seat}: {format_action(move)}" for move in found[:6])
        raise AmbiguousMove(say("read_could", raw=f"{text.strip()!r}", list=either), found)
    if check:
        draft.check(found[0])
    return found[0]


def _readings(low: str, draft: Draft, seat: Seat) -> Iterator[Move]:
    """Every action by ``seat`` that a normalised text may mean."""
    if match := _TAKE.match(low):
        keep = tuple(sorted(parse_pieces(match[2]))) if match[2] else ()
        rows = (int(match[1]),) if match[1] else draft.rows_to_take or MARKERS[:1]
        yield from (Take(seat, marker, keep) for marker in rows)
    elif match := _DRAW.match(low):
        markers = (int(match[2]),) if match[2] else draft.open_rows or MARKERS[:1]
        kinds = pieces_of(match[1])
        for piece in [kind for kind in kinds if draft.bag[kind]] or kinds[:1]:
            yield from (Draw(seat, piece, marker) for marker in markers)


def format_draft(draft: Draft) -> str:
    """All actions of a draft on one line, as in the Draft tag; the inverse of `parse_draft`."""
    words = []
    leader = draft.history[0].seat if draft.history else None
    now = draft.start(draft.stack, draft.stack_size, leader)
    for move in draft.history:
        words.append(f"{move.seat}:{format_action(move)}")
        try:
            now.check(move)
        except IllegalMove:
            words.append(STOOD)
        now = now.force(move).state
    return " ".join(words)


def parse_draft(text: str, start: Draft) -> Draft:
    """The draft after a line's actions, from ``start``.

    Raises `MalformedMove` with the number of an action that is unreadable or impossible, or that breaks a
    rule without being marked as stood.
    """
    draft, number = start, 0
    words = text.split()
    for word, following in zip(words, [*words[1:], ""], strict=False):
        if word == STOOD:
            continue
        number += 1
        try:
            move = parse_action(word, draft, check=following != STOOD)
            draft = draft.force(move).state
        except MoveError as error:
            raise MalformedMove(say("read_of_action", n=number, raw=word, text=error.message)) from None
    return draft


def draft_faults(text: str, setup: Setup) -> Iterator[Message]:
    """Why a Draft tag does not lead to the set-up of its record, as sentences."""
    if setup.stack_size is None:
        yield say("read_draft_size")
        return
    try:
        draft = parse_draft(text, Draft.start(setup.stack, setup.stack_size))
    except ValueError as error:  # an action, or a set-up that cannot be drafted
        yield message_of(error)
        return
    if draft.setup is None:
        yield say("read_draft_open", n=len(draft.near), most=len(draft.far))
        return
    for seat in Seat:
        drafted, written = draft.hand(seat), tuple(sorted(setup.inventory(seat)))
        if drafted != written:
            given = {"raw": format_pieces(drafted), "raw2": format_pieces(written)}
            yield say("read_draft_gives", who=seat, **given)
