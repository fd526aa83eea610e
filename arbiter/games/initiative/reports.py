"""What was seen of a round of Initiative and what may have been played, as words and JSON (pure
functions).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arbiter.games.initiative.round.candidates import Candidate
from arbiter.games.initiative.round.inference import Explanation, Verdicts
from arbiter.games.initiative.scene import Scene
from arbiter.table.layout import Layout, Spot
from arbiter.table.reports import GO_ON, unit_facts
from arbiter.table.scoring import Reader
from engine.pieces import Piece


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
