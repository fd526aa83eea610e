"""Plays of Initiative as players type them.

A piece is a size letter and a colour: ``Mblue``. A sacrifice follows a slash, with the slots that the played
colour moves: ``Myellow/Mblack+2``. A called colour ends in ``!``: ``Sblue!``. A virtual play is in brackets:
``(Lblue)``. Reading is lenient about letter case, spaces, size words, colour letters (``mb``) or beginnings
(``m bla``), ``on`` for the slash, ``up 2`` and ``down 1``, ``call`` for ``!``, and a seat in front (``far:
Mblue``). A size or a colour alone is enough if only one play fits.

>>> from engine.initiative.examples import ROUNDS
>>> state = ROUNDS["sacrifice"].start()
>>> format_play(parse_play("medium yellow on medium black up 2", state))
'Myellow/Mblack+2'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.game import AmbiguousMove, MalformedMove, Seat, misspelt
from engine.initiative.model import Play
from engine.initiative.verdict import settled
from engine.message import Messages
from engine.notation import PYRAMID_WORDS, SIZE_LETTERS, colours_of, format_piece
from engine.pieces import Piece, Size

say = Messages("engine.initiative")

if TYPE_CHECKING:
    from engine.initiative.state import State

HOW = say("read_typed")
_PLAY = re.compile(
    r"""^\s* (?:(?P<seat>near|far)\b\s*[:.]?\s*)?
    (?P<open>\()? \s* (?P<piece>[a-z]+(?:\s+[a-z]+)?) \s* (?P<close>\))?
    \s* (?P<early>!)?
    (?: \s* / \s* (?P<under>[a-z]+(?:\s+[a-z]+)?) )?
    \s* (?P<shift>[+-]\s*[0-9]{1,4})? \s* (?P<late>!)? \s*$""",
    re.VERBOSE,
)
_WORDS = (
    (r"[−–]", "-"),
    (r"\b(call|calls|called|calling)\b", "!"),
    (r"\bup\s*(\d)", r"+\1"),
    (r"\bdown\s*(\d)", r"-\1"),
    (r"\b(on|over|sacrificing)\b", "/"),
    (r"\b(virtual|virtually)\s+(.*)$", r"(\2)"),
)
PLAY_WORDS = (
    *PYRAMID_WORDS,
    *Seat,
    *("on", "over", "sacrificing", "up", "down", "call", "called", "calling", "virtual", "virtually"),
)


def format_play(play: Play) -> str:
    """A typed play, without its seat; the inverse of `parse_play`."""
    text = format_piece(play.piece)
    if play.virtual:
        return f"({text})"
    if play.sacrifice is not None:
        text += f"/{format_piece(play.sacrifice)}"
    if play.shift:
        text += f"{play.shift:+d}"
    return text + ("!" if play.call else "")


def parse_play(text: str, state: State, *, check: bool = True) -> Play:
    """The play meant by a text in a position.

    The seat is the one named in front, or else the one to move, or else the only one that has the pieces.
    Raises `MalformedMove` for a text that is no play, `AmbiguousMove` if several fit, and, unless ``check``
    is false, the errors of `State.check`.
    """
    match = _PLAY.match(_tidy(text))
    if match is None or bool(match["open"]) != bool(match["close"]):
        raise MalformedMove(say("read_move", quoted=f"{text!r}", text=misspelt(text, PLAY_WORDS) or HOW))
    plays = _readings(text, state, match)
    if len(plays) > 1:
        plays = [play for play in plays if play in state.legal_moves()] or plays
    if len(plays) > 1:
        raise AmbiguousMove(say("read_could", raw=f"{text!r}", list=_either(plays, state)), plays)
    play = plays[0]
    if check:
        _refuse_missing_shift(text, state, play, match)
        state.check(play)
    return play


@lru_cache(maxsize=1024)
def _tidy(text: str) -> str:
    tidy = text.strip().lower()
    for pattern, short in _WORDS:
        tidy = re.sub(pattern, short, tidy)
    return tidy


def _readings(text: str, state: State, match: re.Match[str]) -> list[Play]:
    """Every play that the text may mean; only those whose pieces exist, if there are any."""
    unders = _pieces(text, match["under"]) if match["under"] else (None,)
    shift = int((match["shift"] or "0").replace(" ", ""))
    call = bool(match["early"] or match["late"])
    virtual = bool(match["open"])
    plays = [
        settled(state, Play(seat, piece, under, shift, call, virtual))
        for seat in _seats(state, match["seat"])
        for piece in _pieces(text, match["piece"])
        for under in unders
    ]
    there = [play for play in plays if _there(state, play)]
    if not there and len(plays) > 1:
        seats = list(dict.fromkeys(play.seat for play in plays))
        if len(seats) > 1:
            raise MalformedMove(say("read_neither", raw=f"{text!r}"))
        raise MalformedMove(say("read_has_no", who=seats[0], raw=f"{text!r}"))
    return there or plays


def _seats(state: State, named: str | None) -> tuple[Seat, ...]:
    if named:
        return (Seat(named),)
    if state.attack is not None:
        return (state.attack.seat.other,)
    return state.may_move or tuple(Seat)


def _there(state: State, play: Play) -> bool:
    if play.virtual:
        return state.last_piece(play.seat) == play.piece
    left = list(state.inventories[play.seat])
    for piece in play.pieces:
        if piece not in left:
            return False
        left.remove(piece)
    return True


@lru_cache(maxsize=1024)
def _pieces(text: str, words: str) -> tuple[Piece, ...]:
    """The pieces that words may mean: ``mblue``, ``medium blue``, ``mb``, or only a colour or a size."""
    joined = words.replace(" ", "")
    found = [Piece(size, colour) for size, rest in _size_and_rest(joined) for colour in colours_of(rest)]
    if not found:
        how = misspelt(words, PYRAMID_WORDS) or HOW
        raise MalformedMove(say("read_in", raw=f"{words!r}", raw2=f"{text!r}", text=how))
    return tuple(dict.fromkeys(found))


def _size_and_rest(joined: str) -> list[tuple[Size, str]]:
    for size in Size:
        if joined.startswith(size.word):
            return [(size, joined.removeprefix(size.word))]
    for size, letter in SIZE_LETTERS.items():
        if joined.startswith(letter.lower()):
            return [(size, joined[1:])]
    return [(size, joined) for size in Size]


def _refuse_missing_shift(text: str, state: State, play: Play, match: re.Match[str]) -> None:
    """A sacrifice typed without its shift is ambiguous if the colour may not stay (I5, ``exact``)."""
    if play.sacrifice is None or match["shift"] is not None:
        return
    legal = state.legal_moves()
    same = [other for other in legal if (other.piece, other.sacrifice, other.call) == _key(play)]
    if len(same) > 1 and play not in legal:
        either = _either(same, state)
        raise AmbiguousMove(say("read_far", raw=f"{text!r}", colour=play.piece.colour, list=either), same)


def _key(play: Play) -> tuple[Piece, Piece | None, bool]:
    return play.piece, play.sacrifice, play.call


def _either(plays: Iterable[Play], state: State) -> tuple[str, ...]:
    both = state.attack is None and len(state.may_move) != 1
    return tuple(f"{play.seat}: {format_play(play)}" if both else format_play(play) for play in plays)
