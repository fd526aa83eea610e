"""Verdicts and positions as JSON values.

``arbiter judge --json`` gives one object:

- ``file``; ``exit`` (the exit code); ``readings`` (the sentence of every id used);
- ``errors`` in the text: ``line``, ``column`` (both 0 in a recording) and ``message``;
- ``rounds``, or with ``--move`` instead ``move``, which also has ``before`` (a position) and ``legal_moves``;
- ``solved`` with ``--solve``: see `arbiter.judge.solved`.

A round has ``tags``, ``errors``, ``result`` (from the moves), ``start`` (a position, null if the tags give
none) and ``moves``. A move has

- ``number``, ``seat``, ``text``, ``mark``, ``counts`` (whether it stayed on the table), ``legal``;
- ``reading``, ``code`` and ``reason`` of the broken rule, null for a legal move;
- ``verdict`` and ``rules``: words and ids, for legal moves too;
- ``alternatives`` to an illegal move, each with ``seat`` and ``text``;
- ``events`` and ``after`` (a position).

A position has ``to_move``, ``places`` (label to text, for people), ``score`` (points by seat, or null),
``outcome`` (``winner``, ``reason``, ``reading``, or null) and ``problems`` (why it is impossible).
``arbiter legal --json`` gives a position with ``game``, ``errors`` and ``legal_moves``: the ``count`` of all,
the ``moves`` listed, and whether they are ``all``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from arbiter.judge.typed_game import Judged, player_names, ply_verdict
from engine.definition import AnyGame, State
from engine.game import plain
from engine.playback import Playback
from engine.readings import meanings
from engine.record.plies import Ply
from engine.record.records import TextError

Json = dict[str, Any]


def judged_json(judged: Judged, source: str) -> Json:
    """Everything about a file's games, as described above."""
    rounds = [_round_json(played) for played in judged.rounds]
    named = [rule for played in rounds for move in played["moves"] for rule in move["rules"]]
    return {**_head(judged, source), "readings": _meanings(named), "rounds": rounds}


def move_json(judged: Judged, source: str, played: Playback, ply: Ply) -> Json:
    """One move of a game, with the position before it and the legal moves."""
    assert played.game is not None
    shown = _ply_json(played, ply)
    legal = legal_json(played.game, ply.before, played.game.brief(ply.before))
    shown |= {"before": position_json(played.game, ply.before), "legal_moves": legal}
    return {**_head(judged, source), "readings": _meanings(shown["rules"]), "move": shown}


def _meanings(ids: Iterable[str]) -> Json:
    return {reading: str(sentence) for reading, sentence in meanings(ids).items()}


def position_json(game: AnyGame, state: State) -> Json:
    """A position."""
    points, outcome = game.points(state), state.outcome
    return {
        "to_move": plain(state.to_move),
        "places": {str(label): str(text) for label, text in game.lines(state)},
        "score": None if points is None else dict(zip(("near", "far"), points, strict=True)),
        "outcome": None
        if outcome is None
        else {"winner": plain(outcome.winner), "reason": str(outcome.reason), "reading": outcome.reading},
        "problems": list(map(str, state.problems())),
    }


def legal_json(game: AnyGame, state: State, moves: Sequence[Any]) -> Json:
    """The legal ``moves`` to list, and how many there are in all."""
    count = len(state.legal_moves())
    return {"count": count, "all": len(moves) == count, "moves": _moves_json(game, moves)}


def errors_json(errors: Iterable[TextError]) -> list[Json]:
    """Errors with their places."""
    return [
        {"line": error.place.line, "column": error.place.column, "message": str(error.message)}
        for error in errors
    ]


def _head(judged: Judged, source: str) -> Json:
    return {"file": source, "exit": judged.exit_code, "errors": errors_json(judged.errors)}


def _round_json(played: Playback) -> Json:
    game, start = played.game, played.start
    return {
        "tags": dict(played.record.tags),
        "errors": errors_json(played.errors),
        "result": played.result,
        "start": position_json(game, start) if game is not None and start is not None else None,
        "moves": [_ply_json(played, ply) for ply in played.plies],
    }


def _ply_json(played: Playback, ply: Ply) -> Json:
    assert played.game is not None
    verdict = ply_verdict(ply, player_names(played.record))
    broken = ply.verdict
    alternatives = played.game.brief(ply.before) if broken is not None else ()
    return {
        "number": ply.number,
        "seat": plain(ply.move.seat) if played.game.seated else None,
        "text": ply.entry.text,
        "mark": plain(ply.entry.mark),
        "counts": ply.counts,
        "legal": broken is None,
        "reading": broken.reading if broken else None,
        "code": broken.code if broken else None,
        "reason": str(broken.message) if broken else None,
        "verdict": verdict.sentence,
        "rules": list(verdict.rules),
        "alternatives": _moves_json(played.game, alternatives),
        "events": [event.to_json() for event in ply.events],
        "after": position_json(played.game, ply.after),
    }


def _moves_json(game: AnyGame, moves: Iterable[Any]) -> list[Json]:
    return [
        {"seat": plain(move.seat) if game.seated else None, "text": game.format_move(move)} for move in moves
    ]
