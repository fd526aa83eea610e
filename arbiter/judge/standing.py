"""A solver's judgement in plain words: who is winning, and what a move cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbiter.words.describe import Names
from arbiter.words.wording import Wording, wording
from engine.game import Seat
from engine.review import JudgedMove
from engine.solver import Judgement

ENGLISH = wording()


def cost(
    move: JudgedMove,
    tell: Callable[[Any], str],
    turning: bool,
    points: bool = True,
    say: Wording = ENGLISH,
) -> tuple[str, ...]:
    """Sentences about what a move threw or gave away and what was better; none for a move that cost nothing.

    ``tell`` puts a move into words; ``turning`` adds that the move lost the game; without ``points`` (a game
    is just won or lost) the number of points is left out.
    """
    found = list[str]()
    if move.threw_away:
        had_win = move.before.winner is move.mover
        found.append(say.say("threw_win" if had_win else "threw_draw"))
    if move.given_away and points:
        sure = move.before.exact and move.after.exact
        key = "gave_away" if sure else "gave_away_least"
        found.append(say.say(key, n=move.given_away, unit=say.count("best_unit", move.given_away)))
    if move.better is not None and move.better != move.move:
        found.append(say.say("better_play", play=tell(move.better)))
    if turning:
        found.append(say.say("turning_point"))
    return tuple(found)


def standing(judgement: Judgement, names: Names, points: bool = True, say: Wording = ENGLISH) -> str:
    """Who is winning and, with ``points``, by how many, exactly or at least, as far as that is proven."""
    if judgement.exact and judgement.winner is None:
        return say.say("best_draw")
    if judgement.winner is not None:
        if not points:
            return say.say("best_win_only", name=names[judgement.winner])
        key = "best_win" if judgement.exact else "best_least"
        return _points(say, key, names[judgement.winner], judgement.secured(judgement.winner))
    if 0 in (judgement.low, judgement.high):
        return say.say("best_safe", name=names[Seat.NEAR if judgement.low == 0 else Seat.FAR])
    guess = say.say("guess_even")
    if judgement.estimate:
        seat = Seat.NEAR if judgement.estimate > 0 else Seat.FAR
        only = say.say("guess_winner_only", name=names[seat])
        guess = _points(say, "guess_winner", names[seat], abs(judgement.estimate)) if points else only
    return say.say("best_open", guess=guess)


def _points(say: Wording, key: str, name: str, points: int) -> str:
    return say.say(key, name=name, n=points, unit=say.count("best_unit", points))
