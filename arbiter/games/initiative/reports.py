"""Session events built from the ledger and from what was seen (pure functions)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from arbiter.events.ledger import Ledger, Ply
from arbiter.events.types import IllegalStood, MoveAmended, MoveSeen, RoundOver, TakeBack
from arbiter.games.initiative.round.candidates import Candidate
from arbiter.games.initiative.round.inference import Explanation, Verdicts
from arbiter.table.layout import Layout, Spot
from arbiter.table.scene import Scene
from arbiter.table.scoring import SIZES, Reader, Unit
from engine.game import Seat, plain
from engine.initiative.notation import format_play
from engine.initiative.state import Play, State
from engine.pieces import Piece

GO_ON = "put it back, or tell me what was played"
NONE_OF_THESE = "none of these, keep waiting"


def seat_word(seat: Seat | None) -> str | None:
    """A seat as events write it."""
    return None if seat is None else seat.value


def plain_replies(state: State) -> tuple[str, ...]:
    """The legal plays that are neither sacrifice nor call, in the typed form."""
    plays = (play for play in state.legal_moves() if play.sacrifice is None and not play.call)
    return tuple(dict.fromkeys(format_play(play) for play in plays))


def alternatives(ply: Ply) -> tuple[str, ...]:
    """What could have been played legally instead of an illegal play, sacrifices and calls left out."""
    plays = (play for play in ply.verdict.alternatives if play.sacrifice is None and not play.call)
    return tuple(dict.fromkeys(format_play(play) for play in plays))


def turn_facts(ledger: Ledger) -> dict[str, Any]:
    """Who is to play, who leads, and the expected stack, as event fields."""
    state = ledger.state
    return {
        "to_move": seat_word(state.to_move),
        "leader": seat_word(state.leader),
        "stack": tuple(colour.value for colour in state.stack),
    }


def ply_facts(ledger: Ledger, number: int) -> dict[str, Any]:
    """The fields of a play that ``MoveSeen`` and ``MoveAmended`` share."""
    ply = ledger.plies[number - 1] if number <= len(ledger.plies) else ledger.waiting
    assert ply is not None
    return {
        "ply": number,
        "seat": ply.play.seat.value,
        "text": format_play(ply.play),
        "play": plain(ply.play),
        "legal": ply.verdict.legal,
        "reading": ply.verdict.reading,
        "reason": ply.verdict.reason,
        "engine_events": tuple(event.to_json() for event in ledger.events_of(number)),
        "replies": plain_replies(ledger.state),
        **turn_facts(ledger),
    }


def move_seen(ledger: Ledger, number: int, common: Mapping[str, Any], **more: Any) -> MoveSeen:
    """The report of a ply just added."""
    ply = ledger.plies[number - 1] if number <= len(ledger.plies) else ledger.waiting
    assert ply is not None
    provisional = ply.open_shift and ply.play.shift == 0
    return MoveSeen(
        **ply_facts(ledger, number), alternatives=alternatives(ply), provisional=provisional, **common, **more
    )


def move_amended(
    ledger: Ledger, number: int, before: Play, changed: str, common: Mapping[str, Any]
) -> MoveAmended:
    """The report of a ply whose play was ``before`` and is another now."""
    return MoveAmended(**ply_facts(ledger, number), before=format_play(before), changed=changed, **common)


def took_back(ledger: Ledger, number: int, ply: Ply, common: Mapping[str, Any]) -> TakeBack:
    """The report of a ply taken back; ``ledger`` is without it."""
    return TakeBack(
        ply=number,
        seat=ply.play.seat.value,
        text=format_play(ply.play),
        was_legal=ply.verdict.legal,
        to_move=seat_word(ledger.state.to_move),
        replies=plain_replies(ledger.state),
        **common,
    )


def illegal_stood(ledger: Ledger, common: Mapping[str, Any]) -> IllegalStood:
    """The report that the last ply, illegal, stands; ``ledger`` counts it."""
    number, ply = len(ledger.plies), ledger.plies[-1]
    return IllegalStood(
        ply=number,
        seat=ply.play.seat.value,
        text=format_play(ply.play),
        play=plain(ply.play),
        reading=ply.verdict.reading,
        reason=ply.verdict.reason,
        engine_events=tuple(event.to_json() for event in ledger.events_of(number)),
        to_move=seat_word(ledger.state.to_move),
        leader=seat_word(ledger.state.leader),
        **common,
    )


def round_over(ledger: Ledger, totals: Mapping[Seat, int], common: Mapping[str, Any]) -> RoundOver:
    """The report of a finished round with the match points so far."""
    outcome = ledger.state.outcome
    assert outcome is not None
    return RoundOver(
        outcome=plain(outcome),
        totals={seat.value: points for seat, points in totals.items()},
        stack=tuple(colour.value for colour in ledger.state.stack),
        **common,
    )


def describe(candidate: Candidate) -> str:
    """A candidate as one plain phrase."""
    parts = ["the illegal play stands"] if candidate.stands else []
    if candidate.take_back:
        parts.append("the last play is taken back")
    for play, verdict in candidate.plays:
        under = f" sacrificing {play.sacrifice}" if play.sacrifice else ""
        call = ", calling its colour" if play.call else ""
        broken = "" if verdict.legal else f" (illegal, {verdict.reading})"
        parts.append(f"{play.seat.value} plays {play.piece}{under}{call}{broken}")
    if candidate.setup is not None:
        parts[-1] += f", which at set-up I took for {candidate.removed[0][1]}"
    return ", then ".join(parts) if parts else "nothing was played"


def reading(explanation: Explanation) -> str:
    """An explanation as one plain phrase, what was read wrong before first."""
    said, past = describe(explanation.candidate), explanation.earlier
    if past is None:
        return said
    if past.back:
        candidate = explanation.candidate
        words = f"the last {past.back + candidate.take_back} plays are taken back"
        return f"{words}, {said}" if candidate.plays else words
    if past.misread is not None:
        words = f"{past.misread[0].value} has {past.piece}, which at set-up I took for {past.misread[1]}"
        return words if explanation.candidate.nothing else f"{words}; then {said}"
    seat = past.ledger.plies[past.ply - 1].play.seat.value
    words = f"{seat}'s play {past.ply} was {past.text}, not {past.was}"
    return words if explanation.candidate.nothing else f"{words}; then {said}"


def unit_facts(unit: Unit, reader: Reader) -> dict[str, Any]:
    """A summed unit as JSON, probabilities rounded."""
    return {
        "x_mm": round(unit.x_mm, 1),
        "y_mm": round(unit.y_mm, 1),
        "p_upright": round(unit.p_upright, 3),
        "heading_deg": None if unit.heading_deg is None else round(unit.heading_deg, 1),
        "p_levels": [round(p, 3) for p in unit.p_levels],
        "levels": [
            {
                "p_colour": _shares(level.colour, [c.value for c in reader.palette]),
                "p_size": _shares(level.size, [s.word for s in SIZES]),
            }
            for level in unit.levels
        ],
        "bbox_px": [round(v, 1) for v in unit.bbox_px],
        "frames": unit.hits,
    }


def _shares(logs: np.ndarray, names: Sequence[str]) -> dict[str, float]:
    weights = np.exp(logs - logs.max())
    return {
        name: round(float(w), 3) for name, w in zip(names, weights / weights.sum(), strict=True) if w > 0.01
    }


def observation_facts(
    scene: Scene, verdicts: Verdicts | None, layout: Layout, reader: Reader
) -> dict[str, Any]:
    """All that a decision rested on, as JSON, with the layout after it (to resume from).

    ``stack`` is where the initiative stack shows, ``None`` if it doesn't (opened, say); ``spare`` counts what
    lies about besides.
    """
    readings = [] if verdicts is None else verdicts.ranked[:6]
    return {
        "appeared": [unit_facts(unit, reader) for unit in scene.appeared],
        "vanished": [spot.to_json() for spot in scene.vanished],
        "readings": [
            {
                "text": reading(e),
                "probability": round(e.probability, 4),
                "log_score": round(e.score, 2),
            }
            for e in readings
        ],
        "none_of_these": None if verdicts is None else round(verdicts.none, 4),
        "stack": None if scene.stack is None else {"bbox_px": [round(v, 1) for v in scene.stack.bbox_px]},
        "spare": len(scene.spare),
        "layout": layout.to_json(),
    }


def difference_text(scene: Scene, reader: Reader) -> str:
    """What on the table cannot be explained, in a sentence."""
    parts = [f"{spot_words(spot)} is gone from its place" for spot in scene.vanished[:3]]
    for unit in scene.appeared[:3]:
        side = "near's" if unit.y_mm < 0 else "far's"
        parts.append(f"something like a {reader.best(unit)} is new on {side} side")
    return "; ".join((f"I cannot follow the table: {parts[0]}", *parts[1:], GO_ON))


def spot_words(spot: Spot) -> str:
    """A spot's contents as people would name them."""
    names = " on ".join(str(piece) for piece in spot.pieces) or "a thing"
    return f"{spot.seat.value}'s {names}" if spot.seat else f"the {names}"


def piece_options(shares: Sequence[tuple[Piece, float]]) -> tuple[tuple[Piece, ...], tuple[float, ...]]:
    """The likeliest pieces of a doubtful unit (at most three) and their probabilities."""
    kept = [(piece, p) for piece, p in shares if p > 0.02][:3]
    return tuple(piece for piece, _ in kept), tuple(p for _, p in kept)
