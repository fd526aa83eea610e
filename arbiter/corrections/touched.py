"""What somebody may mean by pointing at a place of a game's drawing, or by dragging from one place to
another.

A place holds what a move brought there, or what the set-up had there (`Telling.holdings`). The correction may
be another move, another thing at set-up, or a move made only now. Everything offered is a typed correction
(``operations``), so it can be read, checked and undone like any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from arbiter.corrections.corrections import GameSoFar, Round, judged
from arbiter.corrections.recorded_moves import CorrectionError, virtual
from arbiter.events.game_notation import seat_of
from arbiter.telling.found import telling_of
from arbiter.telling.telling import MOST_OPTIONS
from engine.definition import AnyGame
from engine.game import MoveError
from engine.message import Message


@dataclass(frozen=True, slots=True)
class Offer:
    """One possible correction: as in `arbiter.events.types.Correction`, in words, and the names of its
    pictures; ``legal``: whether it is a legal move, or no move."""

    op: str
    move: int
    text: str
    words: Message
    pictures: tuple[str, ...] = ()
    legal: bool = True


@dataclass(frozen=True, slots=True)
class Touched:
    """What a place may be: the ``number`` of the move that brought its content (0: none), with a ``title``;
    what may have been played ``instead``, what may be played there ``now``, what the set-up may have had
    (``misread``); ``newest``: whether the move is the last one that counts."""

    round: int = 0
    number: int = 0
    title: Message | None = None
    newest: bool = False
    instead: tuple[Offer, ...] = ()
    now: tuple[Offer, ...] = ()
    misread: tuple[Offer, ...] = ()


@dataclass(frozen=True, slots=True)
class _Played:
    """A move that lies on the table: its number, and the position before it."""

    number: int
    move: Any
    before: Any


def touched(
    game: GameSoFar,
    place: str,
    to: str = "",
    *,
    number: int = 0,
    round_number: int = 0,
    until: int | None = None,
) -> Touched:
    """What pointing at ``place`` may mean, or dragging from it ``to`` another; or the move of a ``number``.

    ``round_number`` is the round (0: the latest), ``until`` the move up to which the position is shown (by
    default the last). Empty if nothing can be meant.
    """
    if not game.rounds:
        return Touched()
    at = game.round(round_number or game.rounds[-1].number)
    try:
        played, now = _played(at, game, until)
    except CorrectionError:
        return Touched()
    by = next((p for p in reversed(played) if _brought(game.of, p, place, number)), None)
    due = 0 if until is None or until >= at.line.count else until + 1
    here = () if number else tuple(_now(game.of, now, place, to, due))
    if by is None:
        return Touched(at.number, now=here, misread=() if to else tuple(_misread(game.of, at, place, None)))
    return Touched(
        at.number,
        by.number,
        telling_of(game.of).title(seat_of(by.move), game.of.format_move(by.move)),
        by is played[-1] and by.number == at.line.count,
        tuple(_instead(game.of, by, place, to)),
        here,
        () if to else tuple(_misread(game.of, at, place, by.move)),
    )


def _played(at: Round, game: GameSoFar, until: int | None) -> tuple[list[_Played], Any]:
    """The moves that lie on the table, and the position after them; raises ``CorrectionError``."""
    found = judged(at, game)[1]
    ledger, line = found.ledger, found.line
    plies = (*ledger.plies, *filter(None, (ledger.waiting,)))
    rows = zip(plies, ledger.states, strict=False)
    numbered = [_Played(line.number(ply.key), ply.play, before) for ply, before in rows]
    kept = [each for each in numbered if until is None or each.number <= until]
    after = numbered[len(kept)].before if len(kept) < len(numbered) else ledger.state_if_stood
    return [each for each in kept if not virtual(line.move(each.number))], after


def _brought(game: AnyGame, played: _Played, place: str, number: int) -> bool:
    if number:
        return played.number == number
    return place in _moved(game, played.before, played.move)[1]


def _moved(game: AnyGame, state: Any, move: Any) -> tuple[set[str], set[str]]:
    """The places from which a move takes something, and those to which it brings something."""
    telling = telling_of(game)
    try:
        old, new = telling.holdings(state), telling.holdings(state.force(move).state)
    except MoveError:
        return set(), set()
    return _less(old, new), _less(new, old)


def _less(more: Mapping[str, Iterable[Any]], less: Mapping[str, Iterable[Any]]) -> set[str]:
    return {place for place, held in more.items() if Counter(held) - Counter(less.get(place, ()))}


def _could_be(game: AnyGame, state: Any) -> Iterator[tuple[Any, bool]]:
    """The moves that may have been made in a position, each with its legality, legal ones first."""
    if state.outcome is not None:
        return
    yield from ((move, True) for move in game.brief(state))
    yield from ((move, False) for move in game.slips(state) if game.plain(move))


def _instead(game: AnyGame, by: _Played, place: str, to: str) -> Iterator[Offer]:
    """What a move may have been: those to the same place first or, if dragged, only those that end there."""
    others = [each for each in _could_be(game, by.before) if each[0] != by.move]
    ends = [_moved(game, by.before, move)[1] for move, _ in others]
    seat = seat_of(by.move)
    if to:
        others = _likeliest((each for each, end in zip(others, ends, strict=True) if to in end), seat)
    else:
        looks = telling_of(game).pictures(by.move, by.before)

        def far(pair: tuple[tuple[Any, bool], set[str]]) -> tuple[bool, ...]:
            (move, legal), end = pair
            alike = telling_of(game).pictures(move, by.before) == looks
            return not legal, seat_of(move) != seat, place not in end, alike

        others = [each for each, _ in sorted(zip(others, ends, strict=True), key=far)]
    yield from _offers(game, by.before, others, seat, "replace", by.number)


def _now(game: AnyGame, state: Any, place: str, to: str, due: int) -> Iterator[Offer]:
    """What may be played now from or to a place, or from one place to another."""
    ways = [(each, *_moved(game, state, each[0])) for each in _could_be(game, state)]
    seat = "" if state.to_move is None else str(state.to_move)
    if to:
        found = _likeliest((each for each, starts, ends in ways if place in starts and to in ends), seat)
    else:
        found = [each for each, starts, ends in ways if place in starts | ends]
    yield from _offers(game, state, found, seat, "insert", due)


def _likeliest(found: Iterable[tuple[Any, bool]], seat: str) -> list[tuple[Any, bool]]:
    """Of moves with the same drag: the legal ones, otherwise those of the seat to move."""
    known = list(found)
    legal = [each for each in known if each[1]]
    return legal or [each for each in known if seat_of(each[0]) == seat] or known


def _offers(
    game: AnyGame, state: Any, moves: Iterable[tuple[Any, bool]], seat: str, op: str, number: int
) -> Iterator[Offer]:
    telling, known = telling_of(game), set[Message]()
    for move, legal in moves:
        by, text = seat_of(move), game.format_move(move)
        words = telling.move_words(move, state) if by == seat and by else telling.title(by, text)
        if words not in known and len(known) < MOST_OPTIONS:
            known.add(words)
            pictures = tuple(telling.pictures(move, state))
            yield Offer(op, number, f"{by}: {text}" if by else text, words, pictures, legal)


def _misread(game: AnyGame, at: Round, place: str, move: Any) -> Iterator[Offer]:
    for text, words, pictures in telling_of(game).misread(at.setup, place, move):
        yield Offer("set", 0, text, words, pictures)
