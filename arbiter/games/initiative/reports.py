"""What was seen of a round of Initiative, and what may have been played, as words and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arbiter.events.ledger import Verdict
from arbiter.games.initiative.round.candidates import Candidate
from arbiter.games.initiative.round.inference import Explanation, Verdicts
from arbiter.games.initiative.scene import Scene
from arbiter.games.initiative.typed import play
from arbiter.table.layout import Layout, Spot
from arbiter.table.reports import cannot_follow, one_after_the_other, readings_facts, unit_facts
from arbiter.table.scoring import Reader
from engine.game import Seat
from engine.initiative.model import Play
from engine.message import Message, Messages, Said, pile
from engine.pieces import Piece

say = Messages("arbiter.games.initiative")


def describe(candidate: Candidate) -> Said:
    """A candidate as one phrase."""
    parts = [say("illegal_stands")] if candidate.stands else []
    if candidate.take_back:
        parts.append(say("taken_back"))
    parts += [_play(play, verdict) for play, verdict in candidate.plays]
    if candidate.setup is not None:
        parts[-1] = say("took_for", text=parts[-1], piece=candidate.removed[0][1])
    return one_after_the_other(parts)


def _play(play: Play, verdict: Verdict) -> Message:
    if play.sacrifice is not None:
        made = say("plays_sacrificing", who=play.seat, piece=play.piece, under=play.sacrifice)
    else:
        made = say("plays", who=play.seat, piece=play.piece)
    made = say("plays_calling", text=made) if play.call else made
    return made if verdict.legal else say("plays_illegal", text=made, raw=verdict.reading or "")


def explanation_words(explanation: Explanation) -> Said:
    """An explanation as one phrase, starting with any earlier misreading."""
    said, past = describe(explanation.candidate), explanation.earlier
    if past is None:
        return said
    if past.back:
        candidate = explanation.candidate
        words = say("plays_back", n=past.back + candidate.take_back)
        return say("and_so", text=words, text2=said) if candidate.plays else words
    if past.misread is not None and past.piece is not None:
        seat, looks = past.misread
        words = say("took_for", text=say("has_piece", who=seat, piece=past.piece), piece=looks)
    else:
        seat = past.ledger.plies[past.ply - 1].play.seat
        now, was = (play(each) for each in (past.text, past.was))
        words = say("earlier_play", who=seat, n=past.ply, text=now, text2=was)
    return words if explanation.candidate.nothing else say("and_then", text=words, text2=said)


def observation_facts(
    scene: Scene, verdicts: Verdicts | None, layout: Layout, reader: Reader
) -> dict[str, Any]:
    """The evidence of a decision as JSON, with the resulting layout (to resume from).

    ``stack`` is the box of the initiative stack, ``None`` if it does not show (because it was taken apart,
    say); ``spare`` counts units that do not belong to the game.
    """
    return {
        "appeared": [unit_facts(unit, reader) for unit in scene.appeared],
        "vanished": [spot.to_json() for spot in scene.vanished],
        **readings_facts(verdicts, explanation_words),
        "stack": None if scene.stack is None else {"bbox_px": [round(v, 1) for v in scene.stack.bbox_px]},
        "spare": len(scene.spare),
        "layout": layout.to_json(),
    }


def difference_text(scene: Scene, reader: Reader) -> Message:
    """What on the table cannot be explained, as a sentence."""
    parts = [say("gone", text=spot_words(spot)) for spot in scene.vanished[:3]]
    for unit in scene.appeared[:3]:
        side = Seat.NEAR if unit.y_mm < 0 else Seat.FAR
        parts.append(say("new_here", piece=reader.best(unit), who=side))
    return cannot_follow(parts)


def spot_words(spot: Spot) -> Message:
    """A spot's contents as people would name them."""
    pieces = pile(spot.pieces) if spot.pieces else say("something")
    return say("thing_of", who=spot.seat, text=pieces) if spot.seat else say("the_thing", text=pieces)


def piece_options(shares: Sequence[tuple[Piece, float]]) -> tuple[tuple[Piece, ...], tuple[float, ...]]:
    """The likeliest pieces of a doubtful unit (at most three), and their probabilities."""
    kept = [(piece, p) for piece, p in shares if p > 0.02][:3]
    return tuple(piece for piece, _ in kept), tuple(p for _, p in kept)
