"""Session events of any game that has a ``TableModel``, built from its ledger (pure functions).

Moves and set-ups are written as ``game_notation`` has them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from arbiter.events.any_game import deed_on
from arbiter.events.game_notation import move_json, setup_json
from arbiter.events.ledger import Ledger, Ply
from arbiter.events.types import (
    IllegalStood,
    MoveAmended,
    MoveSeen,
    RoundOver,
    SessionEvent,
    SetupSeen,
    TakeBack,
)
from arbiter.games.initiative.reports import GO_ON, seat_word, unit_facts
from arbiter.table.model import Seen, TableModel
from arbiter.table.readings import Reading, Readings
from arbiter.table.sites import Looks
from engine.game import plain
from engine.games import Game

MOST_REPLIES = 60
"""So many legal moves are listed with an event at most."""


def _words(game: Game, moves: tuple[Any, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(game.format_move(move) for move in moves[:MOST_REPLIES]))


def _ply_facts(ledger: Ledger, number: int) -> dict[str, Any]:
    ply = ledger.plies[number - 1] if number <= len(ledger.plies) else ledger.waiting
    assert ply is not None
    state, played = ledger.state, move_json(ledger.game, ply.play)
    return {
        "ply": number,
        "seat": played["seat"],
        "text": ledger.game.format_move(ply.play),
        "play": played,
        "legal": ply.verdict.legal,
        "reading": ply.verdict.reading,
        "reason": ply.verdict.reason,
        "engine_events": tuple(event.to_json() for event in ledger.events_of(number)),
        "replies": _words(ledger.game, ledger.game.brief(state)),
        "to_move": seat_word(state.to_move),
    }


def move_seen(ledger: Ledger, number: int, **more: Any) -> MoveSeen:
    """The report of a ply just added."""
    ply = ledger.plies[number - 1] if number <= len(ledger.plies) else ledger.waiting
    assert ply is not None
    could = _words(ledger.game, ply.verdict.alternatives)
    return MoveSeen(**_ply_facts(ledger, number), alternatives=could, **more)


def move_amended(ledger: Ledger, number: int, before: Any, **more: Any) -> MoveAmended:
    """The report of an earlier ply that was ``before`` and is another now."""
    was = ledger.game.format_move(before)
    return MoveAmended(**_ply_facts(ledger, number), before=was, changed="move", **more)


def took_back(ledger: Ledger, number: int, ply: Ply, **more: Any) -> TakeBack:
    """The report of a ply taken back; ``ledger`` is without it."""
    played, state = move_json(ledger.game, ply.play), ledger.state
    return TakeBack(
        ply=number,
        seat=played["seat"],
        text=ledger.game.format_move(ply.play),
        play=played,
        was_legal=ply.verdict.legal,
        to_move=seat_word(state.to_move),
        replies=_words(ledger.game, ledger.game.brief(state)),
        **more,
    )


def illegal_stood(ledger: Ledger, **more: Any) -> IllegalStood:
    """The report that the last ply, illegal, stands; ``ledger`` counts it."""
    facts = _ply_facts(ledger, len(ledger.plies))
    wanted = ("ply", "seat", "text", "play", "reading", "reason", "engine_events", "to_move")
    return IllegalStood(**{key: facts[key] for key in wanted}, **more)


def game_over(ledger: Ledger, **more: Any) -> RoundOver:
    """The report of a finished game."""
    points = ledger.game.points(ledger.state)
    totals = {} if points is None else dict(zip(("near", "far"), points, strict=True))
    return RoundOver(outcome=plain(ledger.state.outcome), totals=totals, **more)


def setup_seen(ledger: Ledger, model: TableModel, **more: Any) -> SetupSeen:
    """The report of a set-up accepted, or put right."""
    return SetupSeen(setup=setup_json(ledger.game, ledger.setup), layout=model.to_json(), **more)


def reading_words(reading: Reading) -> str:
    """A reading as one plain phrase."""
    parts = [f"{reading.corrected}"] if reading.corrected else []
    if reading.stands:
        parts.append("the illegal move stands")
    if reading.back:
        parts.append("the last move is taken back" if reading.back == 1 else "two moves are taken back")
    for move, verdict in reading.moves:
        broken = "" if verdict.legal else f" (illegal, {verdict.reading})"
        parts.append(f"{deed_on(reading.ledger, move)}{broken}")
    return ", then ".join(parts) if parts else "nothing was played"


def observation_facts(
    seen: Seen, looks: Looks | None, readings: Readings | None, model: TableModel
) -> dict[str, Any]:
    """All that a decision rested on, as JSON, with the layout to resume from; ``vanished`` is what lay before
    at the sites that changed.
    """
    before = {} if looks is None else looks.spots
    ranked = () if readings is None else readings.ranked[:6]
    return {
        "changed": {
            site: [unit_facts(unit, model.reader) for unit in seen.at(site)] for site in sorted(seen.changed)
        },
        "vanished": [spot.to_json() for site in sorted(seen.changed) for spot in before.get(site, ())],
        "readings": [
            {
                "text": reading_words(each),
                "probability": round(each.probability, 4),
                "log_score": round(each.score, 2),
            }
            for each in ranked
        ],
        "none_of_these": None if readings is None else round(readings.none, 4),
        "layout": model.to_json(),
    }


def difference_text(seen: Seen, model: TableModel, state: Any) -> str:
    """What on the table cannot be explained, in a sentence."""
    contents = model.contents(state)
    odd = [
        model.describe(site, contents[site], seen.at(site))
        for site in sorted(seen.changed)
        if site in contents and model.fit(site, contents[site], seen.at(site)) < 0
    ]
    parts = odd[:3] or ["something has changed"]
    return "; ".join((f"I cannot follow the table: {parts[0]}", *parts[1:], GO_ON))


def undone(
    best: Reading, before: Ledger, model: TableModel, facts: Mapping[str, Any], common: Mapping[str, Any]
) -> list[SessionEvent]:
    """The events of what is taken back or put right."""
    events: list[SessionEvent] = []
    for _ in range(best.back):
        number, ply = before.last_number, before.last
        assert ply is not None
        before = before.take_back()
        events.append(took_back(before, number, ply, **facts))
    if best.setup:
        put_right = replace(before, setup=best.ledger.setup)
        events.append(setup_seen(put_right, model, corrected=True, **common))
    elif best.corrected:
        number, was = best.ply, before.plies[best.ply - 1].play
        at = replace(best.ledger, plies=best.ledger.plies[: len(before.plies)], waiting=before.waiting)
        events.append(move_amended(at, number, was, **facts))
    return events


def right_after(ledger: Ledger, number: int) -> Ledger:
    """The ledger right after ply ``number``, which waits if it was illegal."""
    if number > len(ledger.plies):
        return ledger
    ply: Ply = ledger.plies[number - 1]
    before = replace(ledger, plies=ledger.plies[: number - 1], waiting=None)
    return before.add(ply)
