"""Session events about the plies of a ledger, for any game (pure functions).

Moves and set-ups are written as in ``game_notation``; a game may report more (`Game.facts`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from arbiter.events.game_notation import move_json
from arbiter.events.ledger import Ledger, Ply
from arbiter.events.types import IllegalStood, MoveAmended, MoveSeen, RoundOver, TakeBack
from engine.definition import AnyGame
from engine.game import Seat, plain

MOST_REPLIES = 60
"""The most legal moves listed with an event."""


def seat_word(seat: Seat | None) -> str | None:
    """A seat as written in events."""
    return None if seat is None else seat.value


def _listed(game: AnyGame, moves: Iterable[Any]) -> tuple[str, ...]:
    """Typed legal moves, without those that are not worth listing."""
    plain_moves = [move for move in moves if game.plain(move)]
    return tuple(dict.fromkeys(game.format_move(move) for move in plain_moves[:MOST_REPLIES]))


def _ply(ledger: Ledger, number: int) -> Ply:
    """The ply of that number, counting or waiting."""
    ply = ledger.plies[number - 1] if number <= len(ledger.plies) else ledger.waiting
    assert ply is not None
    return ply


def _turn_facts(ledger: Ledger) -> dict[str, Any]:
    state = ledger.state
    return {"to_move": seat_word(state.to_move), **ledger.game.facts(state)}


def _played(ledger: Ledger, number: int) -> dict[str, Any]:
    """What was played and what it caused: the fields shared by all reports of a ply."""
    ply = _ply(ledger, number)
    played = move_json(ledger.game, ply.play)
    return {
        "ply": number,
        "seat": played["seat"],
        "text": ledger.game.format_move(ply.play),
        "play": played,
        "reading": ply.verdict.reading,
        "reason": ply.verdict.reason,
        "engine_events": tuple(event.to_json() for event in ledger.events_of(number)),
        **_turn_facts(ledger),
    }


def _replies(ledger: Ledger) -> tuple[str, ...]:
    return _listed(ledger.game, ledger.game.brief(ledger.state))


def move_seen(ledger: Ledger, number: int, **more: Any) -> MoveSeen:
    """The report of a ply that was just added."""
    ply = _ply(ledger, number)
    return MoveSeen(
        **_played(ledger, number),
        legal=ply.verdict.legal,
        replies=_replies(ledger),
        alternatives=_listed(ledger.game, ply.verdict.alternatives),
        provisional=ply.open_shift and ply.play.shift == 0,
        **more,
    )


def move_amended(ledger: Ledger, number: int, before: Any, changed: str = "move", **more: Any) -> MoveAmended:
    """The report of an earlier ply whose move was ``before``; ``changed`` says which part differs."""
    return MoveAmended(
        **_played(ledger, number),
        legal=_ply(ledger, number).verdict.legal,
        replies=_replies(ledger),
        before=ledger.game.format_move(before),
        changed=changed,
        **more,
    )


def took_back(ledger: Ledger, number: int, ply: Ply, **more: Any) -> TakeBack:
    """The report of a ply taken back; ``ledger`` no longer contains it."""
    played = move_json(ledger.game, ply.play)
    return TakeBack(
        ply=number,
        seat=played["seat"],
        text=ledger.game.format_move(ply.play),
        play={} if ledger.game.objects else played,
        was_legal=ply.verdict.legal,
        to_move=seat_word(ledger.state.to_move),
        replies=_replies(ledger),
        **more,
    )


def illegal_stood(ledger: Ledger, **more: Any) -> IllegalStood:
    """The report that the last ply, an illegal one, stands; ``ledger`` counts it."""
    facts = _played(ledger, len(ledger.plies))
    facts.pop("stack", None)
    return IllegalStood(**facts, **more)


def game_over(ledger: Ledger, **more: Any) -> RoundOver:
    """The report of a finished game, or of a round with the points of the match so far as ``totals``."""
    facts = _turn_facts(ledger)
    if "stack" in facts:
        more["stack"] = facts["stack"]
    if "totals" not in more:
        points = ledger.game.points(ledger.state)
        more["totals"] = {} if points is None else dict(zip(("near", "far"), points, strict=True))
    return RoundOver(outcome=plain(ledger.state.outcome), **more)
