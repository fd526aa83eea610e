"""A round's ledger, folded report by report from what was recorded, for any game.

This is the only place where events become a game: a resumed session, the review and its relatives, a
corrected game and the stream all start from here. A report is a recorded event: its kind and its data
(``arbiter.events.types``).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from arbiter.events.game_notation import game_in, move_of, setup_of
from arbiter.events.ledger import Key, Ledger, Ply, Verdict
from engine.definition import AnyGame
from engine.game import MoveError, Seat, mover
from engine.message import Messages

say = Messages("arbiter")

PLAYS = frozenset({"move", "amended", "take_back", "illegal_stood"})
"""The kinds of reports about a ply."""


def after_setup(
    ledger: Ledger | None, data: Mapping[str, Any], game: AnyGame, rules: Any, leader: Seat | None
) -> Ledger | None:
    """The ledger after a set-up: that of a new round, or the same plies over a corrected set-up. An
    unplayable one changes nothing.

    Raises ``KeyError``, ``TypeError`` or ``ValueError`` for unreadable data.
    """
    if data.get("problems"):
        return ledger
    setup = setup_of(game, data["setup"], rules)
    started = Ledger(setup, rules, leader, game=game_in(data["setup"], game))
    started.states  # noqa: B018 - raises if something is wrong with the set-up
    if ledger is None or not data.get("corrected"):
        return started
    return started.with_plies(0, ledger.plies, ledger.waiting)


def after_report(ledger: Ledger, kind: str, data: Mapping[str, Any], key: Key | None = None) -> Ledger:
    """The ledger after a report with this ``key``; unchanged if the report is not about a ply.

    Only ``Ledger.states`` shows whether the pieces allow the plies. Raises ``KeyError``, ``TypeError`` or
    ``ValueError`` for unreadable data.
    """
    if kind not in PLAYS:
        return ledger
    count = len(ledger.plies)
    number = int(data.get("ply", count + 1))
    if kind == "amended":
        return _amended(ledger, number, data, key)
    if kind == "take_back":
        return ledger.with_plies(_before(ledger, number))
    waiting = ledger.waiting
    if kind == "illegal_stood" and waiting is not None:
        return ledger.stand()
    stood = waiting is not None and waiting.number < number  # a later number implies that it stood
    before = ledger.stand() if stood else ledger.with_plies(count)
    ply = _ply(before, number, data, key, bool(data.get("provisional")))
    return before.add(ply) if kind == "move" else before.with_plies(len(before.plies), (ply,))


def reported(ledger: Ledger | None, number: int) -> Ply | None:
    """The ply, counting or waiting, that was reported under a number."""
    if ledger is None:
        return None
    there = ledger.plies[_before(ledger, number) :][:1] or (ledger.waiting,)
    return there[0] if there[0] is not None and there[0].number == number else None


def playable(ledger: Ledger) -> Ledger:
    """The ledger with its positions computed; raises ``MoveError`` if the pieces rule out a ply."""
    states = [ledger.game.start(ledger.setup, ledger.rules, ledger.leader)]
    for ply in (*ledger.plies, *filter(None, (ledger.waiting,))):
        try:
            states.append(states[-1].force(ply.play).state)
        except MoveError as error:
            raise MoveError(say("record_cannot", raw=ledger.game.format_move(ply.play))) from error
    return ledger.with_states(tuple(states[: len(ledger.plies) + 1]))


def next_leader(first: Ledger | None) -> Seat | None:
    """Who leads the second round: whoever did not lead the first (I11); ``None`` if nobody has led yet."""
    led = mover(first.plies[0].play) if first is not None and first.plies else None
    return None if led is None else led.other


def _before(ledger: Ledger, number: int) -> int:
    """How many plies come before a number. Plies carry their numbers, because in a record that lost an entry
    these differ from their places."""
    return bisect_left(ledger.plies, number, key=lambda ply: ply.number)


def _amended(ledger: Ledger, number: int, data: Mapping[str, Any], key: Key | None) -> Ledger:
    """A ply turns out to be another one; later plies stay. An illegal one waits only if it is the latest and
    was not merely settled."""
    at, old = _before(ledger, number), reported(ledger, number)
    counts, before = old is not None and old is not ledger.waiting, ledger.with_plies(at)
    ply = _ply(before, number, data, old.key if old else key, not data.get("settled", True))
    same, later = data.get("changed") == "nothing", ledger.plies[at + counts :]
    if same and counts and old is not None and not ply.verdict.legal:
        ply = replace(ply, verdict=old.verdict)
    if later or (counts and (same or ledger.waiting or ply.verdict.legal)):
        return ledger.with_plies(at, (ply, *later), ledger.waiting)
    return before.add(ply)


def _ply(
    ledger: Ledger, number: int, data: Mapping[str, Any], key: Key | None, open_shift: bool = False
) -> Ply:
    """The ply of a report as the next one of a ledger, with its recorded verdict."""
    verdict = Verdict(bool(data.get("legal", True)), data.get("reading"), data.get("reason"))
    return Ply(move_of(ledger.game, data["play"], _position(ledger)), verdict, open_shift, key, number)


def _position(ledger: Ledger) -> Any:
    """The position in which to read a move: the present one or, if that is impossible, the first."""
    try:
        return ledger.state
    except MoveError:
        return ledger.with_plies(0).state
