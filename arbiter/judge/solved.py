"""Who was winning in the games of a file, for ``arbiter judge --solve``, as lines and as JSON values.

The JSON is a list with an object for each game: ``game``, ``solver`` (whether there is one),
``turning_point`` (the number of the move that lost the game, or null; null for a single move) and ``moves``.
A move has ``number``, ``low``, ``high`` and ``estimate`` (the value after it, near's points minus far's),
``given_away``, ``threw_away``, and ``better``, a move in notation or null.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arbiter.judge.standing import cost, standing
from arbiter.judge.typed_game import ENGLISH, Judged, player_names
from arbiter.words.progress import OnPart, counted, nobody
from arbiter.words.wording import Wording
from engine.playback import Playback
from engine.record.plies import Ply
from engine.review import JudgedMove, review_moves

Reviewed = tuple[list[tuple[Ply, JudgedMove]], int | None]
"""The judged moves, and the number of the one that lost the game."""


def solved_lines(
    judged: Judged, number: int, move: int | None, words: Wording = ENGLISH, on_part: OnPart = nobody
) -> Iterator[str]:
    """For each game, or for one move of the ``number``-th, who was winning and what the moves cost."""
    for played in _played(judged, number, move):
        assert played.game is not None
        if played.game.solver is None:
            unsolved = words.say("judge_unsolved", game=played.game.name)
            yield from ("", f"{words.page('winning')}: {unsolved}")
            continue
        yield from ("", words.page("winning"))
        names = player_names(played.record, words)
        moves, turning = _reviewed(played, move, on_part)
        for ply, found in moves:
            points = played.game.points(ply.after) is not None
            over = ply.after.outcome is not None
            say = [] if over else [standing(found.after, names, points, words)]
            say += cost(found, played.game.format_move, ply.number == turning, points, words)
            yield f"{ply.number:>4}. {ply.move.seat}: {ply.entry.text}  {' '.join(say)}".rstrip()


def solved_json(
    judged: Judged, number: int, move: int | None, on_part: OnPart = nobody
) -> list[dict[str, Any]]:
    """The same as JSON values, described above."""
    found = []
    for played in _played(judged, number, move):
        assert played.game is not None
        moves, turning = _reviewed(played, move, on_part)
        facts = {"game": played.game.name, "solver": played.game.solver is not None, "turning_point": turning}
        words = played.game.format_move
        found.append({**facts, "moves": [_move_json(ply, each, words) for ply, each in moves]})
    return found


def _move_json(ply: Ply, move: JudgedMove, words: Any) -> dict[str, Any]:
    after = move.after
    return {
        "number": ply.number,
        **{"low": after.low, "high": after.high, "estimate": after.estimate},
        **{"given_away": move.given_away, "threw_away": move.threw_away},
        "better": words(move.better) if move.better is not None else None,
    }


def _played(judged: Judged, number: int, move: int | None) -> Iterator[Playback]:
    """The games that could be replayed, or the one that the move belongs to."""
    for index, played in enumerate(judged.rounds, start=1):
        if played.game is not None and (move is None or index == number):
            yield played


def _reviewed(played: Playback, move: int | None, on_part: OnPart) -> Reviewed:
    assert played.game is not None
    solver = played.game.solver
    plies = [ply for ply in played.plies if ply.counts and move in (None, ply.number)]
    if solver is None:
        return [], None
    moves = ((ply.before, ply.move, ply.after) for ply in counted(plies, on_part))
    review = review_moves(solver, moves, played.game.nodes)
    turning = None if review.turning_point is None or move else plies[review.turning_point].number
    return list(zip(plies, review.moves, strict=True)), turning
