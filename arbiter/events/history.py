"""What was reported of a game, folded into its ledger: event by event, for any game.

A record that is gone on with and a game that people put right both begin from here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from arbiter.events.game_notation import move_of, setup_of
from arbiter.events.ledger import Ledger, Ply, Verdict, judge
from arbiter.events.types import IllegalStood, MoveAmended, MoveSeen, SessionEvent, SetupSeen, TakeBack
from engine.definition import AnyGame
from engine.game import MoveError, Seat
from engine.message import Messages

say = Messages("arbiter")


def begun(
    ledger: Ledger | None, event: SetupSeen, game: AnyGame, rules: Any, leader: Seat | None
) -> Ledger | None:
    """The ledger after a set-up: a new round, or the same plays over a set-up that was put right. One that
    could not be played changes nothing."""
    if event.problems:
        return ledger
    setup = setup_of(game, _lists(event.setup), rules)
    if ledger is not None and event.corrected:
        return replace(ledger, setup=setup)
    return Ledger(setup, rules, leader, game=game)


def followed(ledger: Ledger, event: SessionEvent) -> Ledger:
    """The ledger after something that happened in a round; raises ``MoveError`` for a play that cannot be."""
    if isinstance(event, MoveSeen):
        return ledger.add(_ply(ledger, event, event.provisional))
    if isinstance(event, MoveAmended):
        return _amended(ledger, event)
    if isinstance(event, TakeBack):
        return ledger.take_back()
    return ledger.stand() if isinstance(event, IllegalStood) else ledger


def _ply(ledger: Ledger, event: MoveSeen | MoveAmended, open_shift: bool) -> Ply:
    """The ply of an event, its verdict as recorded, with the legal plays worked out again."""
    state = ledger.state_if_stood
    move = move_of(ledger.game, _lists(event.play), state)
    fresh = judge(state, move)
    if fresh is None:
        raise MoveError(say("record_cannot", raw=event.text))
    return Ply(move, Verdict(event.legal, event.reading, event.reason, fresh.refusal), open_shift)


def _amended(ledger: Ledger, event: MoveAmended) -> Ledger:
    """A ply turns out to be another; what is played after it stays."""
    if ledger.waiting is not None and event.ply == len(ledger.plies) + 1:
        before = replace(ledger, waiting=None)
        return before.add(_ply(before, event, not event.settled))
    before = replace(ledger, plies=ledger.plies[: event.ply - 1], waiting=None)
    ply = _ply(before, event, not event.settled)
    if not event.legal and event.changed == "nothing":
        ply = replace(ply, verdict=ledger.plies[event.ply - 1].verdict)
    later = ledger.plies[event.ply :]
    if not later and ledger.waiting is None:
        return before.add(ply)
    return replace(before, plies=(*before.plies, ply, *later), waiting=ledger.waiting)


def _lists(value: Any) -> Any:
    """Plain dicts and lists, as the engine's readers expect."""
    if isinstance(value, Mapping):
        return {key: _lists(item) for key, item in value.items()}
    return [_lists(item) for item in value] if isinstance(value, (tuple, list)) else value
