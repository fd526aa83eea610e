"""Comments on steps, players' names, scores and stacks, for the pages, the text export and the film."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

from engine.bounded import writable
from engine.game import Seat
from engine.initiative.model import Score
from engine.message import Message, Messages, in_a_row
from engine.pieces import Colour

say = Messages("arbiter.games.initiative")
Names = Mapping[Seat, str]

LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Comment:
    """The arbiter's comment on a step, in words.

    ``tone`` is one of ``good``, ``bad``, ``undo``, ``ask``, ``end``, ``note``; ``word`` is the verdict in a
    word or two; ``rules`` are the ids of the readings it is based on; ``sentence`` gives the reason.
    """

    tone: str
    word: str
    sentence: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """A `Comment` as messages; each of ``said`` becomes a sentence."""

    tone: str
    word: Message
    said: tuple[Message, ...] = ()
    rules: tuple[str, ...] = ()


def read_names(header: Mapping[str, Any]) -> dict[Seat, str]:
    """The players' names by seat, from a header's ``players`` (a mapping by seat, or near's and far's)."""
    players = header.get("players") or {}
    if isinstance(players, (list, tuple)):
        players = dict(zip(("near", "far"), players, strict=False))
    known = players if isinstance(players, Mapping) else {}
    return {seat: as_name(str(known.get(seat.value) or "")) or unnamed(seat) for seat in Seat}


def as_name(text: str) -> str:
    """A name on one line, cut to ``LONGEST_NAME``."""
    return writable(" ".join(text[: 4 * LONGEST_NAME].split())[:LONGEST_NAME])


def unnamed(seat: Seat) -> str:
    """The name in a record for a player without one."""
    return f"{seat.value.capitalize()} player"


def score_words(score: Score) -> Message:
    """A score with its factors: ``36 (9 pyramids × 2 points × 2 for a call)``."""
    factors = [say("score_pyramids", n=score.pyramids), say("score_points", n=score.pips)]
    if score.calls:
        factors.append(say("score_calls", n=2**score.calls, most=score.calls))
    if score.virtual_plays:
        factors.append(say("score_virtuals", n=2**score.virtual_plays, most=score.virtual_plays))
    made = reduce(lambda one, other: say("score_factors", text=one, text2=other), factors)
    return say("score_how", n=score.total, text=made)


def stack_words(colours: Iterable[str]) -> Message:
    """An initiative stack, top to bottom; unknown colours, in an altered record, stay as they are."""
    return in_a_row(
        Colour(each) if isinstance(each, str) and each in set(Colour) else str(each) for each in colours
    )
